import { expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { openAiSdkVideoAnalyzer } from '../../src/adapters/video-analyzer/ai-sdk.ts';
import { createLocalVideoAnalyzer } from '../../src/adapters/video-analyzer/local.ts';
import type { Fault } from '../support/cohere-double.ts';
import { OPENAI_KEY, type OpenAiDouble, startOpenAiDouble } from '../support/openai-double.ts';
import { part, seenIn } from './video-analyzer.contract.ts';

const textReader = createLocalVideoAnalyzer({
  readPictures: async () => {
    throw new Error('The text recognition must not be used');
  },
  close: async () => {},
});

/** Tests that mostly wait run side by side, each with a double of its own. */
async function apart(work: (openai: OpenAiDouble) => Promise<void>): Promise<void> {
  const openai = await startOpenAiDouble();
  openai.say((_body, pictures) => ({ text: JSON.stringify(seenIn(pictures)) }));
  try {
    await work(openai);
  } finally {
    await openai.close();
  }
}

const open = async ({ url: baseUrl }: OpenAiDouble, deadlineMs = 10_000, apiKey = OPENAI_KEY) =>
  openAiSdkVideoAnalyzer({
    provider: 'openai-compatible',
    model: 'minicpm-v:8b',
    baseUrl,
    apiKey,
    openFetch: operatorFetch([]),
    textReader,
    deadlineMs,
  });

const answering = (content: string | null): Fault => ({
  kind: 'answer',
  change: (answer) => ({
    ...(answer as object),
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  }),
});
const OUTAGE = { code: 'UNAVAILABLE', dependency: 'video analyzer' };

test.concurrent.each<[string, Fault, object]>([
  ['overload', { kind: 'status', status: 429, retryAfter: '0' }, OUTAGE],
  ['a server fault', { kind: 'status', status: 500 }, OUTAGE],
  ['a gateway without a server', { kind: 'status', status: 503 }, OUTAGE],
  ['a dropped connection', { kind: 'drop' }, OUTAGE],
  ['an answer that breaks off', { kind: 'cut' }, OUTAGE],
  ['no JSON', { kind: 'garbage' }, { code: 'BAD_REQUEST' }],
  ['a truncated analysis', answering('{"description": "a'), { code: 'BAD_REQUEST' }],
  ['an analysis of another shape', answering('{"description": 7}'), { code: 'BAD_REQUEST' }],
  ['a refusal in words', answering('I cannot help with that.'), { code: 'BAD_REQUEST' }],
  ['an empty answer', answering(null), { code: 'BAD_REQUEST' }],
])('(%s) is got over by trying again, and reported after three attempts', async (_what, fault, error) =>
  apart(async (openai) => {
    const asked = await open(openai);
    openai.fail(fault);
    expect(await asked.analyze(part({}))).toMatchObject({ description: 'A player shows a stroke.' });
    openai.fail(fault, fault, fault);
    await expect(asked.analyze(part({}))).rejects.toMatchObject({ name: 'ServiceError', ...error });
    expect(openai.requests).toHaveLength(5);
  }),
);

test.concurrent.each<[string, Fault]>([
  ['says nothing', { kind: 'stall' }],
  ['stops in the middle', { kind: 'stallBody' }],
])('a server that %s is an outage at the deadline, and its connection is closed', async (_what, fault) =>
  apart(async (openai) => {
    openai.fail(fault);
    await expect((await open(openai, 500)).analyze(part({}))).rejects.toMatchObject(OUTAGE);
    expect(await openai.requests[0]?.outcome).toBe('abandoned');
    expect(openai.requests).toHaveLength(1);
  }),
);

test.concurrent('an abort ends the call', async ({ expect: expectHere }) =>
  apart(async (openai) => {
    const stop = new AbortController();
    openai.fail({ kind: 'stall' });
    const asked = (await open(openai)).analyze(part({}), { signal: stop.signal });
    const failed = expect(asked).rejects.toThrow('no longer');
    await expectHere.poll(() => openai.requests.length).toBe(1);
    stop.abort(new Error('no longer'));
    await failed;
    expect(await openai.requests[0]?.outcome).toBe('abandoned');
  }));

test.concurrent('a rejected key is an outage, so that the video waits for the right one, and is in no error', async () =>
  apart(async (openai) => {
    const failed = await (await open(openai, 10_000, 'sk-wrong')).analyze(part({})).catch((error: unknown) => error);
    expect(failed).toMatchObject({ code: 'BAD_GATEWAY', dependency: 'video analyzer' });
    expect(JSON.stringify([failed, String(failed), String((failed as Error).cause)])).not.toContain('sk-wrong');
    expect(openai.requests).toHaveLength(1);
  }));
