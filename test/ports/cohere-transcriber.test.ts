import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCohereTranscriber } from '../../src/adapters/transcriber/cohere.ts';
import type { TimeRange } from '../../src/ports/media-tools.ts';
import type { Transcriber } from '../../src/ports/transcriber.ts';
import { COHERE_KEY, type Fault, startCohereDouble } from '../support/cohere-double.ts';
import { use } from '../support/use.ts';
import { cue, describeTranscriber, rangeOf, recordingOf } from './transcriber.contract.ts';

const cohere = use(() => startCohereDouble());
let transcriber: Transcriber;

beforeAll(() => {
  transcriber = createCohereTranscriber({ apiKey: COHERE_KEY, baseUrl: cohere.url, deadlineMs: 3_000 });
});
beforeEach(() => {
  cohere.requests.length = 0;
  speak(ENGLISH);
});

describeTranscriber('the Cohere transcriber', () => transcriber);

const ENGLISH = 'and then you turn the hips as far as you can before the ball is at your feet'.split(' ');

/** A speaker who says one of the words every second, over and over, with a number: a recording has the whole words in it. */
function speak(words: readonly string[]): void {
  cohere.hear(({ sound }) => wordsIn(rangeOf(sound), words).join(' '));
}

function wordsIn({ startTime, endTime }: TimeRange, words: readonly string[] = ENGLISH): string[] {
  const seconds = Array.from({ length: 600 }, (_, at) => at).filter((at) => at >= startTime && at + 1 <= endTime);
  return seconds.map((at) => `${words[at % words.length]}${at}`);
}

const pause = (startTime: number, endTime: number): TimeRange => ({ startTime, endTime });
const sent = () => cohere.requests.map(({ body }) => rangeOf((body['file'] as { content: Buffer }).content));
const languages = () => cohere.requests.map(({ body }) => body['language']);
const listen = (content: Parameters<typeof recordingOf>[0], startTime = 0, endTime = 60) =>
  transcriber.transcribe(recordingOf({ language: 'eng', ...content }), { startTime, endTime });

describe('the Cohere transcriber', () => {
  test('names its model and sends it with the language and a FLAC file', async () => {
    expect(transcriber.name).toBe('cohere/cohere-transcribe-03-2026');
    await listen({}, 0, 20);
    expect(cohere.requests).toMatchObject([
      {
        path: '/v2/audio/transcriptions',
        body: { model: 'cohere-transcribe-03-2026', language: 'en', file: { name: 'sound.flac', type: 'audio/flac' } },
      },
    ]);
  });

  test('cuts at pauses; each piece is a cue at its own time', async () => {
    const pauses = [pause(4, 5), pause(12, 13), pause(20, 20.5), pause(31, 32), pause(50, 58)];
    const { cues, origin, language } = await listen({ pauses });
    expect({ origin, language }).toEqual({ origin: 'model', language: 'en' });
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [0, 12.25],
      [12.75, 31.25],
      [31.75, 50.25],
      [57.75, 60],
    ]);
    expect(cues.map(({ text }) => text)).toEqual(
      [pause(0, 12.25), pause(12.75, 31.25), pause(31.75, 50.25), pause(57.75, 60)].map((range) =>
        wordsIn(range).join(' '),
      ),
    );
  });

  test('speech without a pause is cut with an overlap, and what both pieces have occurs once', async () => {
    const { cues } = await listen({}, 0, 110);
    expect(sent().length).toBeGreaterThan(3);
    for (const { startTime, endTime } of sent()) expect(endTime - startTime).toBeLessThanOrEqual(30.5);
    expect(cues.map(({ text }) => text).join(' ')).toBe(wordsIn(pause(0, 110)).join(' '));
    expect(cues[0]?.startTime).toBe(0);
    expect(cues.at(-1)?.endTime).toBe(110);
    for (const [at, { startTime }] of cues.entries()) {
      if (at > 0) expect(startTime).toBeGreaterThanOrEqual(cues[at - 1]?.endTime ?? 0);
    }
  });

  test('words that were cut in two are understood wrongly, and left out', async () => {
    cohere.hear(({ sound }) => {
      const range = rangeOf(sound);
      const words = wordsIn(range);
      return range.startTime === 0 ? `${words.join(' ')} grbl.` : `Xzy ${words.join(' ').toUpperCase()}`;
    });
    const { cues } = await listen({}, 0, 50);
    const said = cues.map(({ text }) => text).join(' ');
    expect(said).not.toMatch(/grbl|Xzy/);
    expect(said.toLowerCase()).toBe(wordsIn(pause(0, 50)).join(' '));
  });

  test('silence is not sent, and sound without words makes no cue', async () => {
    expect(await listen({ pauses: [pause(0, 60)] })).toMatchObject({ cues: [], origin: 'model' });
    expect(cohere.requests).toEqual([]);
    cohere.hear(() => ' \n');
    expect(await listen({ pauses: [pause(5, 60)] })).toMatchObject({ cues: [], origin: 'model' });
    expect(sent()).toEqual([pause(0, 5.25)]);
  });

  test('a part of a video is transcribed at its own times', async () => {
    const { cues } = await listen({ pauses: [pause(60, 70), pause(75, 119.9)] }, 60, 120);
    expect(cues).toEqual([cue(69.75, 75.25, wordsIn(pause(70, 75)).join(' '))]);
  });

  test('texts are stored as they can be', async () => {
    cohere.hear(() => `  a\0\n${'long '.repeat(5_000)}`);
    const { cues } = await listen({}, 0, 10);
    expect(cues[0]?.text).toMatch(/^a long/);
    expect(cues[0]?.text.length).toBeLessThanOrEqual(10_000);
  });
});

describe('the language of speech', () => {
  const SAID: Record<string, string> = {
    en: 'And this is what you do with the ball before it is at your feet.',
    de: 'Und das ist, was du mit dem Ball machst, bevor er bei dir ist.',
    ja: 'ボールを足元に置いてください。',
    sv: 'Och det här är vad du gör med bollen innan den är vid dig.',
  };

  test.each([
    ['English', 'en', ['en', 'en'], 'en'],
    ['German', 'de', ['en', 'de', 'de'], 'de'],
    ['Japanese', 'ja', ['en', 'ja', 'ja'], 'ja'],
    ['a language that the model does not know', 'sv', ['en', 'en'], null],
  ])('of %s is found out by the first piece', async (_what, spoken, tried, found) => {
    cohere.hear(() => SAID[spoken] ?? '');
    const transcript = await listen({ language: null, pauses: [pause(12, 15)] }, 0, 25);
    expect(languages()).toEqual(tried);
    expect(transcript).toMatchObject({ language: found, cues: [{ text: SAID[spoken] }, { text: SAID[spoken] }] });
  });

  test('is found out by a later piece where the first says too little', async () => {
    cohere.hear(({ sound }) => (rangeOf(sound).startTime === 0 ? 'Hm.' : (SAID['de'] ?? '')));
    expect(await listen({ language: 'und', pauses: [pause(12, 15)] }, 0, 25)).toMatchObject({ language: 'de' });
    expect(languages()).toEqual(['en', 'en', 'de']);
  });

  test('is not asked for when the file says it, and nothing is sent when the model does not know it', async () => {
    cohere.hear(() => SAID['de'] ?? '');
    expect(await listen({ language: 'deu' }, 0, 10)).toMatchObject({ language: 'de' });
    expect(languages()).toEqual(['de']);
    expect(await listen({ language: 'swe' }, 0, 10)).toEqual({
      cues: [],
      language: 'sv',
      origin: 'none',
      note: 'The model cohere-transcribe-03-2026 does not transcribe the language sv',
    });
    expect(cohere.requests).toHaveLength(1);
  });
});

describe('a failure of Cohere', () => {
  const faults: [string, Fault, string, string | undefined][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }, 'UNAVAILABLE', 'transcriber'],
    ['a server fault', { kind: 'status', status: 503 }, 'UNAVAILABLE', 'transcriber'],
    ['a dropped connection', { kind: 'drop' }, 'UNAVAILABLE', 'transcriber'],
    ['a cut answer', { kind: 'cut' }, 'UNAVAILABLE', 'transcriber'],
    ['status 200 with a page', { kind: 'garbage' }, 'BAD_REQUEST', undefined],
    ['another shape', { kind: 'answer', change: () => ({ text: 7 }) }, 'BAD_REQUEST', undefined],
  ];
  // They mostly wait: side by side, each with a double of its own.
  test.concurrent.each(faults)(
    '(%s) is got over by trying again, and reported after four attempts',
    async (_what, fault, code, dependency) => {
      const own = await startCohereDouble();
      try {
        const asked = createCohereTranscriber({ apiKey: COHERE_KEY, baseUrl: own.url, deadlineMs: 10_000 });
        const ask = () => asked.transcribe(recordingOf({ language: 'en' }), pause(0, 10));
        own.fail(fault);
        expect(await ask()).toMatchObject({ cues: [{ text: 'Words in en.' }] });
        own.fail(fault, fault, fault, fault);
        await expect(ask()).rejects.toMatchObject({ name: 'ServiceError', code, ...(dependency && { dependency }) });
        expect(own.requests).toHaveLength(6);
      } finally {
        await own.close();
      }
    },
  );

  test('that rejects the sound is not repeated', async () => {
    cohere.fail({ kind: 'status', status: 400 });
    await expect(listen({}, 0, 10)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(cohere.requests).toHaveLength(1);
  });

  test('an abort ends the request itself', async () => {
    cohere.fail({ kind: 'stall' });
    const signal = AbortSignal.timeout(100);
    const asked = transcriber.transcribe(recordingOf({ language: 'en' }), pause(0, 10), { signal });
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });

  test('sound above the limit of the API is not sent', async () => {
    const recording = { ...recordingOf({ language: 'en' }), sound: async () => Buffer.alloc(25 * 1024 * 1024 + 1) };
    await expect(transcriber.transcribe(recording, pause(0, 10))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(cohere.requests).toEqual([]);
  });
});
