import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnalysisRequest, VideoAnalyzer } from '../../src/ports/video-analyzer.ts';

/** A slide with two lines of text, and a picture without any. */
export const SLIDE = readFileSync(new URL('../fixtures/video/slide.jpg', import.meta.url));
export const FRACTAL = readFileSync(new URL('../fixtures/video/fractal.jpg', import.meta.url));
export const SLIDE_LINES = ['Backhand slice in slow motion', 'step 2 - open the racket face'];

/** What a model with eyes would say about pictures with their times. */
export function seenIn(pictures: readonly { label: string; jpeg: Buffer }[]) {
  const time = (label: string) => Number(/[\d.]+/.exec(label)?.[0]);
  const slides = pictures.filter(({ jpeg }) => jpeg.equals(SLIDE));
  return {
    description: 'A player shows a stroke.',
    texts: slides.flatMap(({ label }) => SLIDE_LINES.map((text) => ({ time: time(label), text }))),
    techniques: [{ name: 'backhand slice', startTime: 62, endTime: 80 }],
  };
}

/** The promises of the VideoAnalyzer port; each adapter runs them all. `analyzer` is called within each test. */
export function describeVideoAnalyzer(name: string, analyzer: () => VideoAnalyzer): void {
  describe(`${name} as a video analyzer`, () => {
    test('reads the text on screen, each once, with the time of its first picture', async () => {
      const frames = [
        { time: 61, jpeg: FRACTAL },
        { time: 75, jpeg: SLIDE },
        { time: 90, jpeg: SLIDE },
      ];
      const { texts } = await analyzer().analyze(part({ frames }));
      expect([...new Set(texts.map(({ time }) => time))]).toEqual([75]);
      expect(texts.map(({ text }) => text).join(' ')).toBe(SLIDE_LINES.join(' '));
    });

    test('a picture without text has none', async () => {
      expect((await analyzer().analyze(part({ frames: [{ time: 61, jpeg: FRACTAL }] }))).texts).toEqual([]);
    });

    test('says what it can tell: a description and techniques, or nothing of the kind', async () => {
      const { description, techniques } = await analyzer().analyze(part({ frames: [{ time: 70, jpeg: SLIDE }] }));
      if (analyzer().describes) expect(description).toMatch(/\w+ \w+/);
      else expect({ description, techniques }).toEqual({ description: null, techniques: [] });
    });

    test('a part without pictures has nothing to tell', async () => {
      const nothing = { description: null, texts: [], techniques: [] };
      expect(await analyzer().analyze(part({ frames: [] }))).toEqual(nothing);
    });

    test('takes more pictures than it makes use of', async () => {
      const count = analyzer().maxFrames + 5;
      const frames = Array.from({ length: count }, (_, at) => ({ time: 60 + at, jpeg: at === 0 ? SLIDE : FRACTAL }));
      const { texts } = await analyzer().analyze(part({ frames }));
      expect(texts.map(({ text }) => text).join(' ')).toBe(SLIDE_LINES.join(' '));
    });

    test('an aborted call rejects with the reason given', async () => {
      const reason = new Error('not needed any more');
      await expect(analyzer().analyze(part({}), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    });
  });
}

/** The second minute of a video. */
export function part(more: Partial<AnalysisRequest>): AnalysisRequest {
  return {
    frames: [{ time: 70, jpeg: SLIDE }],
    startTime: 60,
    endTime: 120,
    instructions: null,
    detectTechniques: true,
    transcript: null,
    ...more,
  };
}
