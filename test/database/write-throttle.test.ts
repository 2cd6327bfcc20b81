import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { Deadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { WriteThrottle } from '../../src/database/write-throttle.ts';

/** Additions that last until `end` is called; `begun` has their names in order. */
function additions() {
  const throttle = new WriteThrottle();
  const begun: string[] = [];
  const add = (site: string, name = site) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const done = throttle.run(site, () => {
      begun.push(name);
      return promise;
    });
    return { done, end: () => resolve(name), fail: () => reject(new Error(name)) };
  };
  return { throttle, begun, add };
}

test('additions run at once while nothing is read', async () => {
  const { begun, add } = additions();
  const all = [add('a', 'a1'), add('a', 'a2'), add('b', 'b1')];
  expect(begun).toEqual(['a1', 'a2', 'b1']);
  for (const { end } of all) end();
  await expect(Promise.all(all.map(({ done }) => done))).resolves.toEqual(['a1', 'a2', 'b1']);
});

/** A turn does not end by itself, however busy the machine is. */
const holdTurns = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
afterEach(() => void vi.useRealTimers());

test('while reads come they run one at a time, and sites take turns', async () => {
  holdTurns();
  const { throttle, begun, add } = additions();
  throttle.noteRead();
  const all = [add('a', 'a1'), add('a', 'a2'), add('a', 'a3'), add('b', 'b1')];
  const byName = new Map(['a1', 'a2', 'a3', 'b1'].map((name, at) => [name, all[at]]));
  for (const [at, name] of ['a1', 'a2', 'b1', 'a3'].entries()) {
    await expect.poll(() => begun, { interval: 1 }).toHaveLength(at + 1);
    expect(begun[at]).toBe(name);
    byName.get(name)?.end();
  }
  await expect(Promise.all(all.map(({ done }) => done))).resolves.toHaveLength(4);
});

test('an addition is answered at once, and the next one begins after a pause', async () => {
  holdTurns();
  const { throttle, begun, add } = additions();
  throttle.noteRead();
  const [first, second] = [add('a', 'a1'), add('a', 'a2')];
  await delay(15);
  first.end();
  await expect(first.done).resolves.toBe('a1');
  expect(begun).toEqual(['a1']);
  await expect.poll(() => begun, { interval: 1 }).toEqual(['a1', 'a2']);
  second.end();
  await second.done;
});

test('one that fails or takes long does not keep the others from running', async () => {
  const { throttle, begun, add } = additions();
  throttle.noteRead();
  const [failing, slow, last] = [add('a', 'failing'), add('a', 'slow'), add('a', 'last')];
  failing.fail();
  await expect(failing.done).rejects.toThrow('failing');
  last.end();
  await expect(last.done).resolves.toBe('last');
  expect(begun).toEqual(['failing', 'slow', 'last']);
  slow.end();
  await expect(slow.done).resolves.toBe('slow');
});

test('one whose request ends while it waits does not run', async () => {
  const { throttle, begun, add } = additions();
  throttle.noteRead();
  const first = add('a');
  const deadline = new Deadline(10_000);
  const waiting = withDeadline(deadline, () => add('b'));
  const gone = new ServiceError('UNAVAILABLE', 'The client has gone');
  deadline.abort(gone);
  await expect(waiting.done).rejects.toBe(gone);
  first.end();
  await first.done;
  await delay(60);
  expect(begun).toEqual(['a']);
});

test('reads are expected for a while after the last one', async () => {
  const throttle = new WriteThrottle();
  expect(throttle.hasRecentReads).toBe(false);
  throttle.noteRead();
  expect(throttle.hasRecentReads).toBe(true);
  await expect.poll(() => throttle.hasRecentReads).toBe(false);
});
