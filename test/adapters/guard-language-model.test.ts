import { expect, test } from 'vitest';
import { guardLanguageModel } from '../../src/adapters/model-service/model-breaker.ts';
import { createLocalLanguageModel } from '../../src/adapters/language-model/local.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { OutageError } from '../../src/shared/outage.ts';

const AWAY = new OutageError('language model', 'The model service is not reachable');
const REJECTED = new ServiceError('BAD_GATEWAY', 'The model service rejected the request with status 400');

/** A model whose calls fail with the errors in turn. */
function failing(errors: Error[], pauseMs: number) {
  const local = createLocalLanguageModel();
  let calls = 0;
  const complete = async (): Promise<never> => {
    calls++;
    throw errors.shift() ?? AWAY;
  };
  const model = guardLanguageModel({ ...local, complete }, { pauseMs });
  const ask = () => model.complete('Shorten.', 'A text.').catch((error: unknown) => error);
  return { ask, calls: () => calls };
}

test('after two outages in a row there are no calls', async () => {
  const { ask, calls } = failing([], 60_000);
  expect([await ask(), await ask()]).toEqual([AWAY, AWAY]);
  expect(await ask()).toMatchObject({ code: 'BAD_GATEWAY', message: 'Agent service unavailable' });
  expect(calls()).toBe(2);
});

test('after the pause it is called again', async () => {
  const { ask, calls } = failing([], 0);
  for (let call = 1; call <= 5; call++) await ask();
  expect(calls()).toBe(5);
});

test('requests that are rejected, which others would not be, are no reason for a pause', async () => {
  const { ask, calls } = failing([REJECTED, REJECTED, REJECTED], 60_000);
  expect([await ask(), await ask(), await ask()]).toEqual([REJECTED, REJECTED, REJECTED]);
  expect(calls()).toBe(3);
});
