import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { openAiSdkTranscriber } from '../../src/adapters/transcriber/ai-sdk.ts';
import type { Transcriber } from '../../src/ports/transcriber.ts';
import type { Fault } from '../support/cohere-double.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../support/openai-double.ts';
import { use } from '../support/use.ts';
import { cue, describeTranscriber, rangeOf, recordingOf } from './transcriber.contract.ts';

const openai = use(() => startOpenAiDouble());
let transcriber: Transcriber;

beforeAll(async () => {
  transcriber = await open('openai-compatible');
});
beforeEach(() => {
  openai.hear((sound) => {
    const { startTime, endTime } = rangeOf(sound);
    return [
      { start: 0.5, end: 4, text: ` From ${startTime}\n` },
      { start: 4, end: 900, text: `to ${endTime}` },
    ];
  });
});
afterEach(() => {
  openai.forgive();
  openai.requests.length = 0;
});

const open = async (provider: 'openai-compatible' | 'openai', model = 'Systran/faster-whisper-small') =>
  openAiSdkTranscriber({
    provider,
    model,
    baseUrl: openai.url,
    apiKey: OPENAI_KEY,
    openFetch: operatorFetch([]),
    deadlineMs: 3_000,
  });
const PAUSES = [{ startTime: 20, endTime: 24 }];

describeTranscriber('an OpenAI-compatible transcriber', () => transcriber);

describe('an OpenAI-compatible transcriber', () => {
  test('sends pieces as FLAC, and has cues at the times of what was said in them', async () => {
    const heard = await transcriber.transcribe(recordingOf({ language: 'und', pauses: PAUSES }), {
      startTime: 0,
      endTime: 40,
    });
    expect(heard).toEqual({
      cues: [
        cue(0.5, 4, 'From 0'),
        cue(4, 20.25, 'to 20.25'),
        cue(24.25, 27.75, 'From 23.75'),
        cue(27.75, 40, 'to 40'),
      ],
      language: 'de',
      origin: 'model',
      note: null,
    });
    expect(transcriber.name).toBe('openai-compatible/Systran/faster-whisper-small');
    expect(openai.requests.map(({ body }) => [body['response_format'], body['language']])).toEqual([
      ['verbose_json', undefined],
      ['verbose_json', 'de'],
    ]);
  });

  test('a model without times has a cue for each piece', async () => {
    const plain = await open('openai', 'gpt-4o-transcribe');
    const { cues } = await plain.transcribe(recordingOf({ pauses: PAUSES }), { startTime: 0, endTime: 40 });
    expect(cues.map(({ startTime, endTime }) => [startTime, endTime])).toEqual([
      [0, 20.25],
      [23.75, 40],
    ]);
  });

  test('a server that has other times, or none, is asked for the text', async () => {
    for (const fault of [
      { kind: 'status', status: 400 },
      { kind: 'answer', change: () => ({ text: 'x', segments: [{ id: 0, start: 0, end: 1, text: 'x' }] }) },
    ] satisfies Fault[]) {
      openai.fail(fault);
      const { cues } = await transcriber.transcribe(recordingOf({ pauses: [] }), { startTime: 0, endTime: 20 });
      expect(cues).toEqual([cue(0, 20, 'From 0 to 20')]);
    }
    expect(openai.requests.map(({ body }) => body['response_format'])).toEqual([
      'verbose_json',
      undefined,
      'verbose_json',
      undefined,
    ]);
  });

  test('sound without a pause is joined at the seams', async () => {
    openai.hear((sound) => {
      const { startTime, endTime } = rangeOf(sound);
      const seconds = Array.from({ length: 60 }, (_, at) => at).filter((at) => at >= startTime && at + 1 <= endTime);
      return [{ start: 0, end: endTime - startTime, text: seconds.map((at) => `word${at}`).join(' ') }];
    });
    const { cues } = await transcriber.transcribe(recordingOf({ pauses: [] }), { startTime: 0, endTime: 60 });
    const words = cues.flatMap(({ text }) => text.split(' '));
    expect(new Set(words).size).toBe(words.length);
    expect(words.length).toBeGreaterThan(55);
  });

  test('rejected sound is an error of the content, an outage is not', async () => {
    const read = () => transcriber.transcribe(recordingOf({ pauses: [] }), { startTime: 0, endTime: 20 });
    openai.fail({ kind: 'status', status: 400 }, { kind: 'status', status: 400 });
    await expect(read()).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    openai.fail(...Array.from({ length: 4 }, () => ({ kind: 'status' as const, status: 503, retryAfter: '0' })));
    await expect(read()).rejects.toMatchObject({ code: 'UNAVAILABLE', dependency: 'transcriber' });
  });
});
