import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createCloudTasksQueue } from '../../src/adapters/job-queue/cloud-tasks.ts';
import { JobDeliveries } from '../../src/features/job/job-deliveries.ts';
import { createServer } from '../../src/http/server/create-server.ts';
import { registerInternalJobs } from '../../src/http/routes/internal-jobs.ts';
import type { JobQueue } from '../../src/ports/job-queue.ts';
import { newId } from '../../src/shared/ids.ts';
import { createLogger } from '../../src/shared/log/logger.ts';
import { DependencyOutages } from '../../src/features/job/runner/dependency-outages.ts';
import {
  type CloudTasksDouble,
  QUEUE,
  SERVICE_ACCOUNT,
  SERVICE_URL,
  startCloudTasksDouble,
} from '../support/cloud-tasks-double.ts';
import { describeJobQueue } from './job-queue.contract.ts';

const log = createLogger('silent');

let double: CloudTasksDouble;
beforeAll(async () => {
  double = await startCloudTasksDouble();
  // Loading it takes longer than some of these tests.
  await import('@google-cloud/tasks');
});
beforeEach(() => {
  complaints.length = 0;
});
afterAll(() => double.stop());

/** What the queues have complained of. */
const complaints: string[] = [];
const complaining = createLogger('warn', { write: (line) => void complaints.push(line) });

function open(options: { callMs?: number; emulator?: string | undefined } = {}): JobQueue {
  const target = { queue: QUEUE, serviceAccount: SERVICE_ACCOUNT, serviceUrl: SERVICE_URL };
  return createCloudTasksQueue({ ...target, log: complaining, emulator: double.url, ...options });
}

describeJobQueue('the queue on Cloud Tasks', async () => {
  const queue = open();
  let server: FastifyInstance | undefined;
  return {
    queue,
    async drive(jobs, runner) {
      server = createServer(log);
      if (queue.sender)
        registerInternalJobs(
          server,
          new JobDeliveries(jobs, [runner], new DependencyOutages({ jobs, probes: {} })),
          queue.sender,
        );
      double.routeTo(await server.listen({ host: '127.0.0.1', port: 0 }));
    },
    lose: (messages) => double.next(...Array.from({ length: messages }, () => 'drop' as const)),
    async repeat(jobId) {
      await double.call(`/internal/jobs/${jobId}`, await double.token());
    },
    async sweep() {
      expect((await double.sweep()).status).toBe(200);
    },
    async stop() {
      await queue.close();
      await server?.close();
    },
  };
});

describe('the queue on Cloud Tasks', () => {
  const delivery = () => ({ jobId: newId(), turn: '1', delaySeconds: 0 });
  const created = (jobId: string) => double.created.filter(({ httpRequest }) => httpRequest.url.includes(jobId));

  test('creates one task for a delivery that is dispatched twice, and another one for another turn', async () => {
    const queue = open();
    const one = delivery();
    queue.dispatch([one, one]);
    queue.dispatch([one, { ...one, turn: '2' }]);
    await queue.close();
    expect(created(one.jobId).map(({ httpRequest }) => httpRequest.url)).toEqual([
      `${SERVICE_URL}/internal/jobs/${one.jobId}?turn=1`,
      `${SERVICE_URL}/internal/jobs/${one.jobId}?turn=2`,
    ]);
    expect(complaints).toEqual([]);
  });

  test('schedules a task for when its job is due, in 30 days at the latest', async () => {
    const queue = open();
    const soon = { ...delivery(), delaySeconds: 90 };
    const late = { ...delivery(), delaySeconds: 365 * 24 * 60 * 60 };
    const before = Date.now();
    queue.dispatch([soon, late]);
    await queue.close();
    const secondsOf = (jobId: string) => (Date.parse(created(jobId)[0]?.scheduleTime ?? '') - before) / 1000;
    expect(secondsOf(soon.jobId)).toBeCloseTo(90, 0);
    expect(secondsOf(late.jobId) / (24 * 60 * 60)).toBeCloseTo(30, 1);
    expect(secondsOf(late.jobId) / (24 * 60 * 60)).toBeLessThan(30);
  });

  test('tries once more when Cloud Tasks is busy, and never twice under another name', async () => {
    const queue = open();
    const one = delivery();
    double.next('refuse');
    queue.dispatch([one]);
    await queue.close();
    expect(created(one.jobId)).toHaveLength(1);
  });

  test('gives up on a call that hangs, and the next goes through', async () => {
    const queue = open({ callMs: 1_000 });
    const [one, other] = [delivery(), delivery()];
    double.next('hang', 'hang');
    queue.dispatch([one]);
    await queue.drain();
    queue.dispatch([other]);
    await queue.close();
    expect([created(one.jobId).length, created(other.jobId).length]).toEqual([0, 1]);
  });

  test('outlives that there are no credentials, which the library itself would not', async () => {
    vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
    vi.stubEnv('CLOUDSDK_CONFIG', '/nowhere');
    vi.stubEnv('GOOGLE_APPLICATION_CREDENTIALS', '');
    const queue = open({ emulator: undefined });
    queue.dispatch([delivery()]);
    await queue.drain();
    await queue.close();
    vi.unstubAllEnvs();
    expect(complaints.join('')).toContain('Could not load the default credentials');
  });

  test('throws nothing when no server listens at its address', async () => {
    const queue = open({ emulator: 'http://127.0.0.1:9' });
    queue.dispatch([delivery(), delivery()]);
    await queue.drain();
    await queue.close();
    expect(complaints.join('')).toContain('the periodic sweep will dispatch it');
  });
});
