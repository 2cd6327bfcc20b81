import { createLocalJobQueue } from '../../src/adapters/job-queue/local.ts';
import { describeJobQueue } from './job-queue.contract.ts';

describeJobQueue('the local job queue', async () => {
  const queue = createLocalJobQueue();
  let lost = 0;
  let wake = (): void => {};
  queue.listen(() => {
    lost -= 1;
    if (lost < 0) wake();
  });
  return {
    queue,
    async drive(_jobs, runner) {
      wake = () => runner.wake();
      await runner.start({ alone: true });
    },
    lose(messages) {
      lost = messages;
    },
    repeat: async (jobId) => queue.dispatch([{ jobId, turn: '', delaySeconds: 0 }]),
    // Its workers look for themselves.
    sweep: async () => {},
    stop: () => queue.close(),
  };
});
