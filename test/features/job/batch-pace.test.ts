import { expect, test } from 'vitest';
import { BatchPace } from '../../../src/features/job/runner/batch-pace.ts';

const TURN_MS = 5;

/** Tells whether a batch may start when the runner is woken after the pause that follows a batch that was not full. */
function mayStartWhenWoken(): Promise<boolean> {
  return new Promise((resolve) => {
    const pace = new BatchPace({}, () => resolve(pace.mayStart(0)));
    // The time of a timer begins with the turn of the event loop in which it is set.
    for (const until = performance.now() + TURN_MS; performance.now() < until;);
    pace.recordStart([1]);
    if (pace.mayStart(0)) resolve(false);
  });
}

test('a runner that is woken after a pause may start the next batch', async () => {
  const results = await Promise.all(Array.from({ length: 5 }, () => mayStartWhenWoken()));
  expect(results.filter((mayStart) => !mayStart)).toEqual([]);
});
