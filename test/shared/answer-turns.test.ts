import { afterEach, expect, test, vi } from 'vitest';
import { AnswerTurns } from '../../src/shared/answer-turns.ts';
import { Deadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';

/** Answers that last until `end` is called; `begun` has their names in order. */
function answers() {
  const turns = new AnswerTurns(String);
  const begun: string[] = [];
  const begin = (site: string, name = site) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const answer = turns.run(site, () => {
      begun.push(name);
      return promise;
    });
    return { answer, end: () => resolve(name) };
  };
  return { turns, begun, begin };
}

const settled = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** A turn does not end by itself, however busy the machine is. */
const holdTurns = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => void vi.useRealTimers());

test('two answers are made at once, and sites take turns for the next', async () => {
  holdTurns();
  const { begun, begin } = answers();
  const [first, second] = [begin('a', 'a1'), begin('a', 'a2')];
  const others = [begin('a', 'a3'), begin('a', 'a4'), begin('b', 'b1')];
  await settled();
  expect(begun).toEqual(['a1', 'a2']);
  first.end();
  await expect(first.answer).resolves.toBe('a1');
  second.end();
  await settled();
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1']);
  for (const other of others) other.end();
  await expect(Promise.all(others.map(({ answer }) => answer))).resolves.toEqual(['a3', 'a4', 'b1']);
});

test('an answer that takes long does not keep the others from beginning', async () => {
  const { begun, begin } = answers();
  const slow = [begin('a'), begin('a')];
  const other = begin('b');
  other.end();
  await expect(other.answer).resolves.toBe('b');
  expect(begun).toEqual(['a', 'a', 'b']);
  // Ended ones must not give their places back a second time.
  for (const { end } of slow) end();
  await settled();
  const next = [begin('c', 'c1'), begin('c', 'c2'), begin('c', 'c3')];
  await settled();
  expect(begun.slice(3)).toEqual(['c1', 'c2']);
  for (const { end } of next) end();
  await Promise.all(next.map(({ answer }) => answer));
});

test('an answer that fails gives its place to the next', async () => {
  const { turns, begun, begin } = answers();
  const failing = Array.from({ length: 4 }, () => turns.run('a', () => Promise.reject(new Error('failed'))));
  for (const each of failing) await expect(each).rejects.toThrow('failed');
  begin('a').end();
  await settled();
  expect(begun).toEqual(['a']);
});

test('a request whose deadline ends while it waits is not run', async () => {
  const { begun, begin } = answers();
  const before = [begin('a'), begin('a')];
  const deadline = new Deadline(10_000);
  const waiting = withDeadline(deadline, () => begin('b'));
  const gone = new ServiceError('UNAVAILABLE', 'The client has gone');
  deadline.abort(gone);
  await expect(waiting.answer).rejects.toBe(gone);
  for (const { end } of before) end();
  await settled();
  expect(begun).toEqual(['a', 'a']);
});
