import { expect, test } from 'vitest';
import { HandOver } from '../../../src/adapters/job-queue/hand-over.ts';

/** Sends that end when the test resolves them. */
function handOver({ atOnce, maxWaiting }: { atOnce: number; maxWaiting: number }) {
  const sending: { item: number; end: (error?: Error) => void }[] = [];
  const failures: unknown[] = [];
  const dropped: number[] = [];
  const queue = new HandOver<number>({
    send: (item) =>
      new Promise((resolve, reject) => {
        sending.push({ item, end: (error) => (error ? reject(error) : resolve()) });
      }),
    onFailure: (error) => failures.push(error),
    onOverflow: (count) => dropped.push(count),
    atOnce,
    maxWaiting,
  });
  return { queue, sending, failures, dropped };
}

test('hands over so many at a time, in order, and goes on after a failure', async () => {
  const { queue, sending, failures } = handOver({ atOnce: 2, maxWaiting: 10 });
  queue.add([1, 2, 3]);
  expect(sending.map(({ item }) => item)).toEqual([1, 2]);
  sending[0]?.end(new Error('away'));
  await expect.poll(() => sending.length).toBe(3);
  expect(failures).toHaveLength(1);
  sending[1]?.end();
  sending[2]?.end();
  await queue.settled(1_000);
});

test('drops what would pile up in memory, and says how much', () => {
  const { queue, sending, dropped } = handOver({ atOnce: 1, maxWaiting: 3 });
  queue.add([1, 2]);
  queue.add([3, 4, 5, 6]);
  expect([sending.length, dropped]).toEqual([1, [2]]);
});

test('is settled once what was taken by then is handed over, whatever came after', async () => {
  const { queue, sending } = handOver({ atOnce: 2, maxWaiting: 10 });
  queue.add([1]);
  const settled = queue.settled(10_000);
  queue.add([2]);
  sending[0]?.end();
  await settled;
  expect(sending.map(({ item }) => item)).toEqual([1, 2]);
});

test('is settled in time although a call hangs', async () => {
  const { queue } = handOver({ atOnce: 1, maxWaiting: 10 });
  queue.add([1]);
  const begun = performance.now();
  await queue.settled(50);
  expect(performance.now() - begun).toBeLessThan(10_000);
});
