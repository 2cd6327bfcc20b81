import { expect, test } from 'vitest';
import { FairQueue, type Turn } from '../../src/shared/fair-queue.ts';

/** A queue with one slot that is taken, and what starts in it afterwards, in order. */
function takenQueue(waiting = 100, slots = 1) {
  const queue = new FairQueue({ slots, waiting });
  const first = Promise.withResolvers<void>();
  const holders = Array.from({ length: slots }, () =>
    queue.run({ owner: { site: 'holder', caller: 'holder' } }, () => first.promise),
  );
  const started: string[] = [];
  const enter = (site: string, caller: string, more: Partial<Turn> = {}) =>
    queue.run({ owner: { site, caller }, ...more }, async () => void started.push(`${site}/${caller}`));
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
    queue.run({ owner: { site: 's', caller: 'c' }, isHeavy }, async () => {
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
  const owner = { site: 's', caller: 'c' };
  await expect(queue.run({ owner, isHeavy: true }, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await queue.run({ owner, isHeavy: true }, async () => 'next')).toBe('next');
});
