import { describe, expect, test } from 'vitest';
import type { LanguageModel } from '../../src/ports/language-model.ts';
import { COHERE_KEY, type Fault } from '../support/cohere-double.ts';
import { SECRET, UNAVAILABLE, failing, useFailingCohere } from './failing-cohere.ts';
import { intentRequest } from './language-model.contract.ts';

const { cohere, impatient, apart } = useFailingCohere();

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
    await expect(impatient().complete('Shorten.', SECRET, { signal: AbortSignal.timeout(50) })).rejects.toMatchObject({
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
    errors.push((await failing(impatient())).error);
    cohere.forgive();
  }
  cohere.fail({ kind: 'status', status: 400 });
  errors.push(
    await impatient()
      .complete('Shorten.', SECRET)
      .catch((error: unknown) => error),
  );
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
