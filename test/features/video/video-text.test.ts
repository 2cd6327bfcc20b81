import { describe, expect, test } from 'vitest';
import { toTextBlocks } from '../../../src/features/video/processing/video-text.ts';
import type { Cue } from '../../../src/ports/media-tools.ts';
import { chunkBlocks } from '../../../src/text/chunking/chunk-blocks.ts';
import { countTokens } from '../../../src/text/chunking/tokens.ts';

type Segment = Parameters<typeof toTextBlocks>[0];

function segment(startTime: number, cues: readonly Cue[], analysis: Partial<Segment['analysis']> = {}): Segment {
  return {
    startTime,
    endTime: startTime + 60,
    analysis: { description: null, texts: [], techniques: [], ...analysis },
    transcript: { cues, language: 'en', origin: 'subtitles', note: null },
  };
}

const cue = (startTime: number, text: string): Cue => ({ startTime, endTime: startTime + 3, text });

describe('the text of a segment', () => {
  test('joins its cues, and a chunk starts with the first and ends with the last of them', () => {
    const chunks = chunkBlocks(
      toTextBlocks(
        segment(60, [cue(64, 'We open\nthe valve'), cue(68, 'slowly.')], {
          description: 'Somebody turns a wheel.',
          texts: [{ time: 60.3, text: 'VALVES' }],
          techniques: [{ name: 'slow opening', startTime: 66, endTime: 70 }],
        }),
      ),
    );
    expect(chunks).toEqual([
      {
        text: 'Somebody turns a wheel.\n\nWe open the valve slowly.\n\nVALVES\n\nslow opening',
        section: [],
        startTime: 64,
        endTime: 71,
        position: 0,
      },
    ]);
  });

  test('is cut into chunks where nothing is said for long', () => {
    const cues = [cue(61, 'Open the valve.'), cue(68, 'Slowly.'), cue(95, 'Close it.')];
    const shown = [{ time: 96, text: 'CLOSED' }];
    expect(chunkBlocks(toTextBlocks(segment(60, cues, { texts: shown })))).toMatchObject([
      { text: 'Open the valve.\n\nSlowly.', startTime: 61, endTime: 71 },
      { text: 'Close it.\n\nCLOSED', startTime: 95, endTime: 98 },
    ]);
  });

  test('without speech has the times at which it is shown', () => {
    const shown = segment(0, [], { texts: [{ time: 12, text: 'VALVES' }] });
    expect(chunkBlocks(toTextBlocks(shown))).toMatchObject([{ text: 'VALVES', startTime: 12, endTime: 60 }]);
    const described = segment(0, [], { description: 'A wheel.' });
    expect(chunkBlocks(toTextBlocks(described))).toMatchObject([{ text: 'A wheel.', startTime: 0, endTime: 60 }]);
    expect(toTextBlocks(segment(0, []))).toEqual([]);
  });

  test('is in no chunk with that of another segment, however short both are', () => {
    const blocks = [segment(0, [cue(1, 'One.')]), segment(60, []), segment(120, [cue(121, 'Two.')])].flatMap(
      toTextBlocks,
    );
    expect(chunkBlocks(blocks).map(({ text, startTime, endTime }) => ({ text, startTime, endTime }))).toEqual([
      { text: 'One.', startTime: 1, endTime: 4 },
      { text: 'Two.', startTime: 121, endTime: 124 },
    ]);
  });

  test('that is long becomes chunks within the bound, each with the times of its own part', () => {
    const words = (from: number) => Array.from({ length: 12 }, (_, at) => `word${from + at}`).join(' ');
    const cues = Array.from({ length: 120 }, (_, at) => ({
      startTime: at / 2,
      endTime: at / 2 + 0.5,
      text: `${words(at * 12)}.`,
    }));
    const chunks = chunkBlocks(toTextBlocks(segment(0, cues)));
    expect(chunks.length).toBeGreaterThan(3);
    for (const { text, startTime = -1, endTime = -1 } of chunks) {
      expect(countTokens(text)).toBeLessThanOrEqual(513);
      const numbers = [...text.matchAll(/word(\d+)/g)].map(([, digits]) => Number(digits));
      expect(Math.abs(startTime - Math.min(...numbers) / 24)).toBeLessThan(2);
      expect(Math.abs(endTime - Math.max(...numbers) / 24)).toBeLessThan(2);
    }
  });
});
