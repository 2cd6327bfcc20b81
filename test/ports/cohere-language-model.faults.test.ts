import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createCohereLanguageModel,
  type CohereLanguageModelOptions,
} from '../../src/adapters/language-model/cohere.ts';
import type { ChatEvent, ChatRequest, LanguageModel } from '../../src/ports/language-model.ts';
import { COHERE_KEY, startCohereDouble, type CohereDouble, type Fault } from '../support/cohere-double.ts';
import { intentRequest, listen, textOf } from './language-model.contract.ts';

let cohere: CohereDouble;
let model: LanguageModel;

beforeAll(async () => {
  cohere = await startCohereDouble();
  model = impatient({});
});
afterEach(() => {
  cohere.forgive();
  cohere.requests.length = 0;
  cohere.say(undefined);
});
afterAll(() => cohere.close());

function impatient(options: Partial<CohereLanguageModelOptions>): LanguageModel {
  const short = { deadlineMs: 20_000, stallMs: 10_000, shortDeadlineMs: 1_500 };
  return createCohereLanguageModel({ apiKey: COHERE_KEY, baseUrl: cohere.url, ...short, ...options });
}

/** For tests that mostly wait, side by side: each with a double of its own. */
async function apart(work: (own: CohereDouble, model: LanguageModel) => Promise<void>, stallMs = 10_000) {
  const own = await startCohereDouble();
  try {
    await work(own, impatient({ baseUrl: own.url, stallMs }));
  } finally {
    await own.close();
  }
}

const SECRET = 'what the visitor wrote';
const REQUEST: ChatRequest = { tier: 'fast', messages: [{ role: 'user', content: SECRET }] };
const UNAVAILABLE = { name: 'ServiceError', code: 'BAD_GATEWAY', message: 'Agent service unavailable' };
const event = (raw: unknown): Fault => ({
  kind: 'answer',
  change: (events) => [raw, ...listOf(events)],
});

function listOf(events: unknown): unknown[] {
  return Array.isArray(events) ? events : [];
}

/** The events that arrived before the chat failed, and its error. */
async function failing(chat: LanguageModel = model, signal?: AbortSignal, onEvent?: () => void) {
  const heard: ChatEvent[] = [];
  try {
    for await (const each of chat.chat(REQUEST, signal && { signal })) {
      heard.push(each);
      onEvent?.();
    }
  } catch (error) {
    return { heard, error };
  }
  throw new Error('The chat did not fail');
}

describe('a chat with Cohere before its first event', () => {
  const passing: [string, Fault][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }],
    ['a server fault', { kind: 'status', status: 500 }],
    ['a gateway fault', { kind: 'status', status: 502 }],
    ['a dropped connection', { kind: 'drop' }],
    ['a cut before any text', { kind: 'cutAfter', events: 2 }],
    ['status 200 with a page', { kind: 'garbage' }],
    ['status 200 with JSON in place of a stream', { kind: 'answer', change: () => ({ message: 'moved' }) }],
    ['an event of the wrong shape', event({ type: 'content-delta', delta: { message: { content: 'text' } } })],
    ['an event that is no object', event(7)],
    [
      'arguments of a call that was not begun',
      event({
        type: 'tool-call-delta',
        index: 3,
        delta: { message: { tool_calls: { function: { arguments: '{' } } } },
      }),
    ],
    [
      'calls that are announced and do not come',
      { kind: 'answer', change: () => [{ type: 'message-end', delta: { finish_reason: 'TOOL_CALL' } }] },
    ],
    [
      'a failure of the model',
      { kind: 'answer', change: () => [{ type: 'message-end', delta: { finish_reason: 'ERROR', error: SECRET } }] },
    ],
  ];
  test.concurrent.each(passing)('gets over %s by trying again', (_what, fault) =>
    apart(async (own, asked) => {
      own.fail(fault);
      expect(textOf(await listen(asked, REQUEST))).toBe(`You wrote: ${SECRET}`);
      expect(own.requests).toHaveLength(2);
    }),
  );

  test.concurrent.each(passing)('gives up on lasting %s after three attempts', (_what, fault) =>
    apart(async (own, asked) => {
      own.fail(fault, fault, fault);
      expect(await failing(asked)).toMatchObject({ heard: [], error: UNAVAILABLE });
      expect(own.requests).toHaveLength(3);
    }),
  );

  const silent: [string, Fault][] = [
    ['silence', { kind: 'stall' }],
    ['silence after the headers', { kind: 'stallAfter', events: 0 }],
    ['silence after the start of the message', { kind: 'stallAfter', events: 2 }],
  ];
  test.concurrent.each(silent)('does not wait for ever through %s, and tries again', (_what, fault) =>
    apart(async (own, asked) => {
      own.fail(fault);
      expect(textOf(await listen(asked, REQUEST))).toBe(`You wrote: ${SECRET}`);
      expect(own.requests).toHaveLength(2);
      expect(await own.requests[0]?.outcome).toBe('abandoned');
    }, 1_500),
  );

  test.each([400, 401, 403, 404, 422, 498])('does not repeat what is rejected with %i', async (status) => {
    cohere.fail({ kind: 'status', status });
    expect((await failing()).error).toMatchObject(UNAVAILABLE);
    expect(cohere.requests).toHaveLength(1);
  });

  test('waits as long as the service asks, but not for long', async () => {
    cohere.fail({ kind: 'status', status: 429, retryAfter: '1' });
    const began = performance.now();
    await listen(model, REQUEST);
    expect(performance.now() - began).toBeGreaterThanOrEqual(990);
    cohere.fail({ kind: 'status', status: 429, retryAfter: '6' });
    const again = performance.now();
    expect((await failing(impatient({ deadlineMs: 60_000 }))).error).toMatchObject(UNAVAILABLE);
    expect(performance.now() - again).toBeLessThan(900);
  });

  test('keeps its deadline over all attempts together', async () => {
    cohere.fail({ kind: 'stall' }, { kind: 'stall' }, { kind: 'stall' });
    const began = performance.now();
    expect((await failing(impatient({ deadlineMs: 700, stallMs: 500 }))).error).toMatchObject(UNAVAILABLE);
    expect(performance.now() - began).toBeLessThan(1_100);
  });

  test('an abort rejects with its reason while it waits for an answer and between attempts', async () => {
    for (const fault of [{ kind: 'stall' }, { kind: 'status', status: 429, retryAfter: '4' }] satisfies Fault[]) {
      cohere.fail(fault);
      expect((await failing(impatient({ stallMs: 5_000 }), AbortSignal.timeout(100))).error).toMatchObject({
        name: 'TimeoutError',
      });
    }
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });

  test('is unavailable when nothing listens', async () => {
    expect((await failing(impatient({ baseUrl: 'http://127.0.0.1:9', deadlineMs: 400 }))).error).toMatchObject(
      UNAVAILABLE,
    );
  });
});

describe('a chat with Cohere after its first event', () => {
  const faults: [string, Fault][] = [
    ['an end without the end of the message', { kind: 'answer', change: (events) => listOf(events).slice(0, -1) }],
    [
      'an end with an error',
      {
        kind: 'answer',
        change: (events) =>
          listOf(events).with(-1, { type: 'message-end', delta: { finish_reason: 'COMPLETE', error: SECRET } }),
      },
    ],
    [
      'an end by timeout',
      {
        kind: 'answer',
        change: (events) => listOf(events).with(-1, { type: 'message-end', delta: { finish_reason: 'TIMEOUT' } }),
      },
    ],
    [
      'an end without a reason',
      {
        kind: 'answer',
        change: (events) => listOf(events).with(-1, { type: 'message-end', delta: {} }),
      },
    ],
  ];
  test.each(faults)('fails on %s and does not begin again', async (_what, fault) => {
    cohere.fail(fault);
    const { heard, error } = await failing();
    expect(textOf(heard)).toMatch(/^You/);
    expect(heard.some(({ type }) => type === 'end')).toBe(false);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(cohere.requests).toHaveLength(1);
  });

  test('nor on a cut', async () => {
    const { promise: when, resolve } = Promise.withResolvers<void>();
    cohere.fail({ kind: 'cutAfter', events: 4, when });
    const { heard, error } = await failing(model, undefined, resolve);
    expect(textOf(heard)).toMatch(/^You/);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(cohere.requests).toHaveLength(1);
  });

  test.concurrent('nor on silence', () =>
    apart(async (own, asked) => {
      own.fail({ kind: 'stallAfter', events: 4 });
      const { heard, error } = await failing(asked);
      expect(textOf(heard)).toMatch(/^You/);
      expect(error).toMatchObject(UNAVAILABLE);
      expect(own.requests).toHaveLength(1);
      expect(await own.requests[0]?.outcome).toBe('abandoned');
    }, 1_500));

  test.concurrent('a slow answer is read to its end while it moves, and cut at the deadline', () =>
    apart(async (own, asked) => {
      own.fail({ kind: 'drip', everyMs: 60 });
      expect((await listen(asked, REQUEST)).at(-1)).toMatchObject({ type: 'end' });
      own.say({ text: 'and so on '.repeat(500) });
      own.fail({ kind: 'drip', everyMs: 60 });
      const { heard, error } = await failing(impatient({ baseUrl: own.url, deadlineMs: 2_000 }));
      expect(heard.length).toBeGreaterThan(1);
      expect(error).toMatchObject(UNAVAILABLE);
      expect(await own.requests.at(-1)?.outcome).toBe('abandoned');
    }));

  test.concurrent('a slow listener is not taken for a stalled stream', () =>
    apart(async (_own, asked) => {
      let text = '';
      for await (const each of asked.chat(REQUEST)) {
        if (text === '') await new Promise((resolve) => setTimeout(resolve, 2_000));
        if (each.type === 'text') text += each.text;
      }
      expect(text).toBe(`You wrote: ${SECRET}`);
    }, 1_500));

  test('an answer of 200,000 characters is an answer, a longer one an error', async () => {
    cohere.say({ text: 'abcdefghi '.repeat(20_000) });
    expect(textOf(await listen(model, REQUEST))).toHaveLength(200_000);
    cohere.say({ text: 'abcdefghi '.repeat(20_001) });
    const { heard, error } = await failing();
    expect(textOf(heard).length).toBeLessThanOrEqual(200_000);
    expect(error).toMatchObject(UNAVAILABLE);
  });

  test.each(['thinking', 'plan', 'arguments'])('so is one whose %s has no end', async (where) => {
    const long = 'abcdefghi '.repeat(20_001);
    const calls = [{ name: 'weather', arguments: where === 'arguments' ? long : '{}' }];
    cohere.say({ calls, ...(where !== 'arguments' && { [where]: long }) });
    expect((await failing()).error).toMatchObject(UNAVAILABLE);
  });

  test('a stream without events is cut by its size', async () => {
    cohere.fail({ kind: 'flood' }, { kind: 'flood' }, { kind: 'flood' });
    expect((await failing(impatient({ stallMs: 20_000, deadlineMs: 20_000 }))).error).toMatchObject(UNAVAILABLE);
    for (const { outcome } of cohere.requests) expect(await outcome).toBe('abandoned');
  });

  test('a call that the limit of tokens cut off is not one', async () => {
    cohere.say({ calls: [{ name: 'weather', arguments: '{"place": "Bern"}' }], finish: 'MAX_TOKENS' });
    const isEndOfCall = (each: unknown) => JSON.stringify(each).includes('"tool-call-end"');
    cohere.fail({ kind: 'answer', change: (events) => listOf(events).filter((each) => !isEndOfCall(each)) });
    expect(await listen(model, REQUEST)).toMatchObject([{ type: 'end', finish: 'max-tokens' }]);
  });

  test('an abort ends the request itself', async () => {
    const reason = new Error('disconnected');
    const controller = new AbortController();
    cohere.fail({ kind: 'stallAfter', events: 4 });
    const chat = async () => {
      for await (const each of impatient({ stallMs: 5_000 }).chat(REQUEST, { signal: controller.signal })) {
        if (each.type === 'text') setImmediate(() => controller.abort(reason));
      }
    };
    await expect(chat()).rejects.toBe(reason);
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });

  test('so does a listener that leaves', async () => {
    cohere.fail({ kind: 'stallAfter', events: 4 });
    for await (const each of impatient({ stallMs: 5_000 }).chat(REQUEST)) if (each.type === 'text') break;
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });
});

describe('a short question to Cohere', () => {
  const ask = (asked: LanguageModel) => asked.complete('Shorten.', SECRET);

  const faults: [string, Fault][] = [
    ['overload', { kind: 'status', status: 429, retryAfter: '0' }],
    ['a server fault', { kind: 'status', status: 500 }],
    ['a cut answer', { kind: 'cut' }],
    ['status 200 with a page', { kind: 'garbage' }],
    ['another shape', { kind: 'answer', change: () => ({ message: { content: 'text' } }) }],
    ['an empty answer', { kind: 'answer', change: () => ({ finish_reason: 'COMPLETE', message: { content: [] } }) }],
  ];
  test.concurrent.each(faults)('is asked again after %s, once', (_what, fault) =>
    apart(async (own, asked) => {
      own.fail(fault);
      expect((await ask(asked))?.text).toContain('You wrote');
      own.fail(fault, fault);
      await expect(ask(asked)).rejects.toMatchObject(UNAVAILABLE);
      expect(own.requests).toHaveLength(4);
    }),
  );

  test.concurrent.each(['stall', 'stallBody'] as const)('keeps its deadline when the answer hangs (%s)', (kind) =>
    apart(async (own, asked) => {
      own.fail({ kind }, { kind });
      await Promise.all([
        expect(ask(asked)).rejects.toMatchObject(UNAVAILABLE),
        expect(asked.detectIntent(intentRequest('Hello'))).rejects.toMatchObject(UNAVAILABLE),
      ]);
    }),
  );

  test('hears an abort', async () => {
    cohere.fail({ kind: 'stall' });
    await expect(model.complete('Shorten.', SECRET, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
      name: 'TimeoutError',
    });
    expect(await cohere.requests[0]?.outcome).toBe('abandoned');
  });
});

test('errors hold neither the key nor what was said', async () => {
  const errors: unknown[] = [];
  for (const fault of [
    { kind: 'status', status: 401 },
    { kind: 'answer', change: () => [] },
  ] satisfies Fault[]) {
    cohere.fail(fault, fault, fault);
    errors.push((await failing()).error);
    cohere.forgive();
  }
  cohere.fail({ kind: 'status', status: 400 });
  errors.push(await model.complete('Shorten.', SECRET).catch((error: unknown) => error));
  for (const error of errors) {
    const shown = everythingIn(error);
    expect(shown).not.toContain(COHERE_KEY);
    expect(shown).not.toContain('visitor');
    expect(shown).not.toContain('scripted');
  }
});

function everythingIn(error: unknown): string {
  if (!(error instanceof Error)) return JSON.stringify(error) ?? '';
  return JSON.stringify(error, Object.getOwnPropertyNames(error)) + (error.cause ? everythingIn(error.cause) : '');
}
