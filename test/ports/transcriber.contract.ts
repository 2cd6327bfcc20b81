import { describe, expect, test } from 'vitest';
import type { Cue, TimeRange } from '../../src/ports/media-tools.ts';
import type { SpeechSource, Transcriber } from '../../src/ports/transcriber.ts';

/** The promises of the Transcriber port; each adapter runs them all. `transcriber` is called within each test. */
export function describeTranscriber(name: string, transcriber: () => Transcriber): void {
  const read = (recording: SpeechSource, startTime: number, endTime: number) =>
    transcriber().transcribe(recording, { startTime, endTime });

  describe(`${name} as a transcriber`, () => {
    test('reads subtitles before anything else, each in the part in which it begins', async () => {
      const recording = recordingOf({
        subtitles: [
          cue(1, 4, 'Welcome to the lesson.'),
          cue(58, 63, 'Turn the shoulder,'),
          cue(63, 66, 'and then the hip.'),
        ],
      });
      const parts = [await read(recording, 0, 60), await read(recording, 60, 120), await read(recording, 120, 180)];
      expect(parts.map(({ cues }) => cues)).toEqual([
        [cue(1, 4, 'Welcome to the lesson.'), cue(58, 60, 'Turn the shoulder,')],
        [cue(63, 66, 'and then the hip.')],
        [],
      ]);
      expect(parts.map(({ origin, note, language }) => ({ origin, note, language }))).toEqual(
        Array.from({ length: 3 }, () => ({ origin: 'subtitles', note: null, language: 'en' })),
      );
    });

    test.each([
      ['what they say', 'eng', 'Der Schläger ist offen, und die Schulter zeigt nach vorn.', 'de'],
      ['the file where that does not show', 'ger', 'Prima!', 'de'],
      ['nothing', null, 'OK', null],
      ['nothing that is known', 'und', 'OK', null],
    ])('the language of subtitles is that of %s', async (_what, language, text, expected) => {
      const recording = recordingOf({ language, subtitles: [cue(1, 2, text)] });
      expect(await read(recording, 0, 60)).toMatchObject({ language: expected });
    });

    test('subtitles come in order, as text that can be stored', async () => {
      const subtitles = [cue(5, 6, 'b\0\ud800'), cue(2, 1, ' a\n line '), cue(3, 4, ' \n')];
      const { cues } = await read(recordingOf({ subtitles }), 0, 60);
      expect(cues).toEqual([cue(2, 2, 'a line'), cue(5, 6, 'b\ufffd')]);
    });

    test('without subtitles and sound there is no text, and a sentence says why', async () => {
      for (const subtitles of [null, []]) {
        const transcript = await read(recordingOf({ subtitles, hasSound: false, language: 'en-US' }), 0, 60);
        const note = 'The video has no subtitles and no sound';
        expect(transcript).toEqual({ cues: [], language: 'en', origin: 'none', note });
      }
    });

    test('an aborted call rejects with the reason given', async () => {
      const reason = new Error('not needed any more');
      const signal = AbortSignal.abort(reason);
      const range = { startTime: 0, endTime: 60 };
      await expect(transcriber().transcribe(recordingOf({}), range, { signal })).rejects.toBe(reason);
    });
  });
}

export function cue(startTime: number, endTime: number, text: string): Cue {
  return { startTime, endTime, text };
}

interface Content {
  language?: string | null;
  hasSound?: boolean;
  subtitles?: Cue[] | null;
  pauses?: TimeRange[];
}

/** A recording whose sound is the range that was asked for, in a file that looks like FLAC. */
export function recordingOf({
  language = null,
  hasSound = true,
  subtitles = null,
  pauses = [],
}: Content): SpeechSource {
  return {
    language,
    hasSound,
    subtitles: async () => subtitles,
    pauses: async () => pauses,
    sound: async (range) => Buffer.from(`fLaC${JSON.stringify(range)}`),
  };
}

/** The range that a sound of such a recording has. */
export function rangeOf(sound: Buffer): TimeRange {
  return JSON.parse(sound.toString().slice('fLaC'.length)) as TimeRange;
}
