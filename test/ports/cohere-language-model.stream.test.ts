import { describe, expect, test } from 'vitest';
import type { Fault } from '../support/cohere-double.ts';
import { REQUEST, SECRET, UNAVAILABLE, failing, listOf, useFailingCohere } from './failing-cohere.ts';
import { listen, textOf } from './language-model.contract.ts';

const { cohere, impatient, apart } = useFailingCohere();

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
    const { heard, error } = await failing(impatient());
    expect(textOf(heard)).toMatch(/^You/);
    expect(heard.some(({ type }) => type === 'end')).toBe(false);
    expect(error).toMatchObject(UNAVAILABLE);
    expect(cohere.requests).toHaveLength(1);
  });

  test('nor on a cut', async () => {
    const { promise: when, resolve } = Promise.withResolvers<void>();
    cohere.fail({ kind: 'cutAfter', events: 4, when });
    const { heard, error } = await failing(impatient(), undefined, resolve);
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
    expect(textOf(await listen(impatient(), REQUEST))).toHaveLength(200_000);
    cohere.say({ text: 'abcdefghi '.repeat(20_001) });
    const { heard, error } = await failing(impatient());
    expect(textOf(heard).length).toBeLessThanOrEqual(200_000);
    expect(error).toMatchObject(UNAVAILABLE);
  });

  test.each(['thinking', 'plan', 'arguments'])('so is one whose %s has no end', async (where) => {
    const long = 'abcdefghi '.repeat(20_001);
    const calls = [{ name: 'weather', arguments: where === 'arguments' ? long : '{}' }];
    cohere.say({ calls, ...(where !== 'arguments' && { [where]: long }) });
    expect((await failing(impatient())).error).toMatchObject(UNAVAILABLE);
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
    expect(await listen(impatient(), REQUEST)).toMatchObject([{ type: 'end', finish: 'max-tokens' }]);
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
