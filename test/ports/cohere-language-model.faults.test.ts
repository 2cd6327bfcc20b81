import { describe, expect, test } from 'vitest';
import type { Fault } from '../support/cohere-double.ts';
import { REQUEST, SECRET, UNAVAILABLE, event, failing, useFailingCohere } from './failing-cohere.ts';
import { listen, textOf } from './language-model.contract.ts';

const { cohere, impatient, apart } = useFailingCohere();

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
    expect((await failing(impatient())).error).toMatchObject(UNAVAILABLE);
    expect(cohere.requests).toHaveLength(1);
  });

  test('waits as long as the service asks, but not for long', async () => {
    cohere.fail({ kind: 'status', status: 429, retryAfter: '1' });
    const began = performance.now();
    await listen(impatient(), REQUEST);
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
