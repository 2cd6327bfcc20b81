import { expect, test } from 'vitest';
import { Deadline, withDeadline } from '../../src/shared/deadline.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { LoopScheduler, type Steps, runSteps } from '../../src/shared/loop-scheduler.ts';

/** Each step takes longer than a slice. */
function* work(steps: number, onStep: () => void = () => {}): Steps<number> {
  for (let step = 0; step < steps; step++) {
    const { user } = process.threadCpuUsage();
    while (process.threadCpuUsage().user - user < 2_000);
    onStep();
    yield;
  }
  return steps;
}

test('one work of a site ends before the rest of thirty that another site has begun before', async () => {
  const scheduler = new LoopScheduler();
  const ended: string[] = [];
  const run = (site: string) => scheduler.run(site, work(3)).then(() => ended.push(site));
  const many = Array.from({ length: 30 }, () => run('large'));
  await run('small');
  expect(ended.length).toBeLessThan(6);
  await Promise.all(many);
  expect(ended).toHaveLength(31);
});

test('sites share the time, not the number of works: one with short works is served more often', async () => {
  const scheduler = new LoopScheduler();
  const steps: string[] = [];
  const long = Array.from({ length: 5 }, () =>
    scheduler.run(
      'long',
      work(4, () => steps.push('long')),
    ),
  );
  const short = Array.from({ length: 40 }, () => scheduler.runWhole('short', () => steps.push('short')));
  await Promise.all(short);
  expect(steps.filter((site) => site === 'long').length).toBeLessThan(20);
  await Promise.all(long);
});

test('the event loop serves others between the slices of one work', async () => {
  const scheduler = new LoopScheduler();
  const seen: number[] = [];
  let steps = 0;
  const running = scheduler.run(
    'a',
    work(10, () => (steps += 1)),
  );
  const turn = (): void => {
    seen.push(steps);
    if (steps < 10) setImmediate(turn);
  };
  setImmediate(turn);
  expect(await running).toBe(10);
  expect(new Set(seen).size).toBeGreaterThan(5);
});

test('work that fails leaves the event loop to others', async () => {
  const scheduler = new LoopScheduler();
  const failing = scheduler.runWhole('a', () => {
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await scheduler.run('a', work(2))).toBe(2);
});

test('work whose deadline ends while it waits does not continue', async () => {
  const scheduler = new LoopScheduler();
  const deadline = new Deadline(60_000);
  let steps = 0;
  const ending = withDeadline(deadline, () =>
    scheduler.run(
      'a',
      work(1_000, () => (steps += 1)),
    ),
  );
  const other = scheduler.run('b', work(5));
  setImmediate(() => deadline.abort(new ServiceError('UNAVAILABLE', 'The request took too long')));
  await expect(ending).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  await other;
  expect(steps).toBeLessThan(100);
});

test('steps can be run without interruption', () => {
  expect(runSteps(work(1))).toBe(1);
});
