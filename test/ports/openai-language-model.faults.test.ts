import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createFallbackLanguageModel } from '../../src/adapters/language-model/fallback.ts';
import type { Fault } from '../support/cohere-double.ts';
import { OPENAI_KEY } from '../support/openai-double.ts';
import { intentRequest, listen, textOf } from './language-model.contract.ts';
import { PLAIN, TOOLS, UNAVAILABLE, useOpenAi } from './use-openai.ts';

const PAUSE_MS = 60_000;

const { openai, open, model } = useOpenAi();

describe('an OpenAI-compatible server that fails', () => {
  const passing: [string, Fault][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }],
    ['a server fault', { kind: 'status', status: 500 }],
    ['a dropped connection', { kind: 'drop' }],
    ['a cut before any text', { kind: 'cutAfter', events: 1 }],
    ['status 200 with a page', { kind: 'garbage' }],
    ['a chunk of the wrong shape', firstChunk({ choices: 7 })],
    ['an error in the stream', firstChunk({ error: { message: 'overloaded' } })],
    ['a stream without an end', { kind: 'answer', change: (chunks) => list(chunks).slice(0, 1) }],
  ];
  test.each(passing)('gets over %s by trying again', async (_what, fault) => {
    openai.fail(fault);
    expect(textOf(await listen(model, PLAIN))).toBe('You wrote: How high is it?');
    expect(openai.requests).toHaveLength(2);
  });

  test('does not repeat what it has begun to say', async () => {
    openai.fail({ kind: 'cutAfter', events: 4 });
    await expect(listen(model, PLAIN)).rejects.toMatchObject(UNAVAILABLE);
    expect(openai.requests).toHaveLength(1);
  });

  test.each([400, 401, 404])('does not repeat what is rejected with %i, and tells no key', async (status) => {
    openai.fail({ kind: 'status', status });
    const error = await listen(model, PLAIN).catch((reason: unknown) => reason);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(OPENAI_KEY);
    expect(openai.requests).toHaveLength(1);
  });

  test('does not wait for ever, and leaves nothing running', async () => {
    openai.fail({ kind: 'stall' });
    const hasty = await open({ stallMs: 150 });
    expect(textOf(await listen(hasty, PLAIN))).toBe('You wrote: How high is it?');
    expect(await openai.requests[0]?.outcome).toBe('abandoned');
  });

  test('an abort ends the request', async () => {
    openai.fail({ kind: 'stallAfter', events: 1 });
    await expect(listen(model, PLAIN, AbortSignal.timeout(100))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(await openai.requests[0]?.outcome).toBe('abandoned');
  });

  test.each([
    [400, 'gemma:2b does not support tools'],
    [500, 'tools param requires --jinja flag'],
  ])(
    'a server that rejects tools with %i is asked without them, and is offered none again',
    async (status, message) => {
      const own = await open();
      openai.fail({ kind: 'status', status, message });
      for (const _ of [1, 2]) expect(textOf(await listen(own, { ...PLAIN, tools: TOOLS }))).toContain('You wrote');
      expect(openai.requests.map(({ body }) => 'tools' in body)).toEqual([true, false, false]);
    },
  );

  test('a call that the server cannot read is asked for again, with tools', async () => {
    const own = await open();
    openai.fail({ kind: 'status', status: 500, message: 'Failed to parse tool call arguments as JSON' });
    await listen(own, { ...PLAIN, tools: TOOLS });
    expect(openai.requests.map(({ body }) => 'tools' in body)).toEqual([true, true]);
  });

  test('a server that rejects the format of an intent is asked without it', async () => {
    openai.fail({ kind: 'status', status: 400 });
    expect(await model.detectIntent(intentRequest('Can I talk to a person?'))).toMatchObject({ name: 'talk-to-human' });
    expect(openai.requests.map(({ body }) => 'response_format' in body)).toEqual([true, false]);
  });
});

describe('a second model', () => {
  const failures: string[] = [];
  afterEach(() => {
    failures.length = 0;
  });
  const chain = async () => {
    const first = await open({ models: { fast: 'first', smart: 'first' }, maxAttempts: 1 });
    const second = await open({ models: { fast: 'second', smart: 'second' } });
    return createFallbackLanguageModel(first, second, {
      onFailure: (name) => void failures.push(name),
      pauseMs: PAUSE_MS,
    });
  };
  const asked = () => openai.requests.map(({ body }) => body['model']);
  const down: Fault = { kind: 'status', status: 400 };

  test('answers when the first fails before its first token, and is named as the one that did', async () => {
    const both = await chain();
    openai.fail(down);
    expect((await listen(both, PLAIN)).at(-1)).toMatchObject({ type: 'end', model: 'second' });
    expect(asked()).toEqual(['first', 'second']);
    expect(failures).toEqual(['first']);
    openai.fail(down);
    expect(await both.complete('Shorten.', 'A text.')).toMatchObject({ model: 'second' });
  });

  test('does not go on where the first has begun', async () => {
    openai.fail({ kind: 'cutAfter', events: 4 });
    await expect(listen(await chain(), PLAIN)).rejects.toMatchObject(UNAVAILABLE);
    expect(asked()).toEqual(['first']);
  });

  test('is not asked after an abort', async () => {
    openai.fail({ kind: 'stall' });
    await expect(listen(await chain(), PLAIN, AbortSignal.timeout(50))).rejects.toMatchObject({ name: 'TimeoutError' });
    expect(asked()).toEqual(['first']);
  });

  test('is asked at once after two failures in a row, until one call tries the first again', async () => {
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const both = await chain();
    openai.fail(down);
    await listen(both, PLAIN);
    openai.fail(down);
    await listen(both, PLAIN);
    await listen(both, PLAIN);
    // Pauses are longer by up to a fifth.
    vi.advanceTimersByTime(1.2 * PAUSE_MS);
    await listen(both, PLAIN);
    await listen(both, PLAIN);
    expect(asked()).toEqual(['first', 'second', 'first', 'second', 'second', 'first', 'first']);
  });

  test('fails as the last one fails', async () => {
    openai.fail(down, down);
    await expect(listen(await chain(), PLAIN)).rejects.toMatchObject(UNAVAILABLE);
  });
});

function firstChunk(chunk: unknown): Fault {
  return { kind: 'answer', change: (chunks) => [chunk, ...list(chunks)] };
}

function list(chunks: unknown): unknown[] {
  return Array.isArray(chunks) ? chunks : [];
}
