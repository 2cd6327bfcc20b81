import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { FairQueue, type Task } from '../../src/shared/fair-queue.ts';

/** A queue with one slot that is taken, and what starts in it afterwards, in order. */
function takenQueue(waiting = 100, slots = 1) {
  const queue = new FairQueue({ slots, waiting });
  const first = Promise.withResolvers<void>();
  const holders = Array.from({ length: slots }, () =>
    queue.run({ site: 'holder', caller: 'holder' }, () => first.promise),
  );
  const started: string[] = [];
  const enter = (site: string, caller: string, more: Partial<Task> = {}) =>
    queue.run({ site, caller, ...more }, async () => void started.push(`${site}/${caller}`));
  const release = async () => {
    first.resolve();
    await Promise.all(holders);
  };
  return { queue, started, enter, release };
}

test('sites take turns, and within a site its callers, independent of the order and number of their requests', async () => {
  const { started, enter, release } = takenQueue();
  const greedy = Array.from({ length: 4 }, () => enter('a', '1'));
  const others = [enter('a', '2'), enter('b', '3'), enter('b', '3')];
  await release();
  await Promise.all([...greedy, ...others]);
  expect(started).toEqual(['a/1', 'b/3', 'a/2', 'b/3', 'a/1', 'a/1', 'a/1']);
});

test('a waiting caller that leaves is not started, and the next one is', async () => {
  const { started, enter, release } = takenQueue();
  const leaving = new AbortController();
  const aborted = Array.from({ length: 40 }, () => enter('a', '1', { signal: leaving.signal }));
  const ended = Promise.allSettled(aborted);
  const other = enter('b', '2');
  leaving.abort(new Error('disconnected'));
  expect((await ended).every(({ status }) => status === 'rejected')).toBe(true);
  await release();
  await other;
  expect(started).toEqual(['b/2']);
  const never = enter('a', '1', { signal: leaving.signal });
  await expect(never).rejects.toThrow('disconnected');
});

test('when too many wait, the latest of the caller with the most waiting ends with 503', async () => {
  const { started, enter, release } = takenQueue(3);
  const greedy = [enter('a', '1'), enter('a', '1'), enter('a', '1')];
  const displaced = expect(greedy[2]).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  const modest = enter('b', '2');
  await displaced;
  await expect(enter('a', '1')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await release();
  await Promise.all([greedy[0], greedy[1], modest]);
  expect(started.toSorted()).toEqual(['a/1', 'a/1', 'b/2']);
});

test('heavy work leaves one slot to other work', async () => {
  const queue = new FairQueue({ slots: 2, waiting: 10 });
  const held = Promise.withResolvers<void>();
  const started: string[] = [];
  const run = (name: string, isHeavy: boolean, work: () => Promise<void>) =>
    queue.run({ site: 's', caller: 'c', isHeavy }, async () => {
      started.push(name);
      await work();
    });
  const heavy = [run('heavy 1', true, () => held.promise), run('heavy 2', true, async () => {})];
  await run('light', false, async () => {});
  expect(started).toEqual(['heavy 1', 'light']);
  held.resolve();
  await Promise.all(heavy);
  expect(started).toEqual(['heavy 1', 'light', 'heavy 2']);
});

test('work that fails frees its slot', async () => {
  const queue = new FairQueue({ slots: 1, waiting: 1 });
  await expect(queue.run({ site: 's', isHeavy: true }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run({ site: 's', isHeavy: true }, async () => 'next')).toBe('next');
});

test('the next task is that of the site with the least weight served', async () => {
  const { started, enter, release } = takenQueue();
  const heavy = Array.from({ length: 3 }, () => enter('a', '1', { weight: 5 }));
  const light = Array.from({ length: 7 }, () => enter('b', '2', { weight: () => 2 }));
  await release();
  await Promise.all([...heavy, ...light]);
  expect(started.map((owner) => owner[0]).join('')).toBe('abbbabbabb');
});

test('a site does not save up what it has not used, and keeps its debts while others are served', async () => {
  const queue = new FairQueue({ slots: 1, waiting: 100 });
  const started: string[] = [];
  const enter = (site: string, weight = 1) => queue.run({ site, weight }, async () => void started.push(site));
  await Promise.all(Array.from({ length: 20 }, () => enter('a')));
  started.length = 0;
  const first = [enter('a'), enter('a', 4), enter('a'), enter('b'), enter('b'), enter('b'), enter('b'), enter('b')];
  await Promise.all(first);
  expect(started.join('')).toBe('aabbbbab');
});

test('a site has at most its own slots, also during its pauses', async () => {
  const pauses = new Map([['a', 20]]);
  const queue = new FairQueue({ slots: 3, slotsPerSite: 1, waiting: 10, sitePauseMs: (site) => pauses.get(site) ?? 0 });
  const started: string[] = [];
  const enter = (site: string) => queue.run({ site }, async () => void started.push(site));
  await Promise.all([enter('a'), enter('a'), enter('b'), enter('b'), enter('b')]);
  expect(started).toEqual(['a', 'b', 'b', 'b', 'a']);
});

test('a task keeps its slot for a pause in proportion to its time, and gives its result before', async () => {
  const queue = new FairQueue({ slots: 1, waiting: 10, pauseFactor: 3 });
  const started: string[] = [];
  const first = queue.run({ site: 'a' }, () => delay(15, 'first'));
  const second = queue.run({ site: 'a' }, async () => void started.push('second'));
  expect(await first).toBe('first');
  expect(started).toEqual([]);
  const ended = performance.now();
  await second;
  expect(performance.now() - ended).toBeGreaterThan(30);
});

test('a task that is held too long, with its pause, no longer counts, and does not free its slot twice', async () => {
  const queue = new FairQueue({ slots: 1, waiting: 10, pauseFactor: 100, maxHeldMs: 30 });
  const slow = Promise.withResolvers<void>();
  const held = queue.run({ site: 'a' }, () => slow.promise);
  await queue.run({ site: 'a' }, () => delay(10));
  await queue.run({ site: 'a' }, async () => {});
  slow.resolve();
  await held;
  const gate = Promise.withResolvers<void>();
  const running = queue.run({ site: 'a' }, () => gate.promise);
  const started: string[] = [];
  const next = queue.run({ site: 'a' }, async () => void started.push('next'));
  await delay(5);
  expect(started).toEqual([]);
  gate.resolve();
  await Promise.all([running, next]);
});
