import type { CloudTasksClient } from '@google-cloud/tasks';
import type { JobDelivery, JobQueue } from '../../ports/job-queue.ts';
import { ServiceError } from '../../shared/errors.ts';
import { FairQueue } from '../../shared/fair-queue.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { openOnce } from '../../shared/once.ts';
import { withTimeout } from '../../shared/timeout.ts';
import { type TaskTarget, toTask } from './task.ts';
import { createTokenSender } from './token-sender.ts';

export interface CloudTasksOptions extends TaskTarget {
  log: Logger;
  /** Address of a test double, as `http://host:port`, used without credentials. */
  emulator?: string | undefined;
  /** Timeout of one attempt to create a task. */
  callMs?: number;
}

const CALL_MS = 5_000;
/** The name makes a repeated attempt idempotent. */
const TRIES = 2;
const MAX_CONCURRENT = 20;
const MAX_WAITING = 10_000;
/** How long a response waits for the tasks of its request. */
const SETTLE_MS = 3_000;
/** How long a stopping service waits for the jobs that it returned to the queue. */
const CLOSE_MS = 1_500;

/** Names of these responses in Google's libraries. */
const DEADLINE_EXCEEDED = 4;
const ALREADY_EXISTS = 6;
const UNAVAILABLE = 14;

/** A queue of Google Cloud Tasks, which delivers each job to this service as an HTTP request. See decision 13. */
export function createCloudTasksQueue(options: CloudTasksOptions): JobQueue {
  const { log, callMs = CALL_MS } = options;
  let opened: CloudTasksClient | undefined;
  const client = openOnce(async () => (opened = await openClient(options.emulator)));
  const queue = new FairQueue({ slots: MAX_CONCURRENT, waiting: MAX_WAITING, rejection: tooMany });
  const pending = new Set<Promise<void>>();

  async function send(delivery: JobDelivery): Promise<void> {
    try {
      await queue.run({ site: '' }, async () => create(await client(), delivery, options, callMs));
    } catch (error) {
      log.warn(describeError(error), 'a job could not be dispatched; the periodic sweep will dispatch it');
    }
  }

  /** Resolves when all jobs dispatched so far are sent, at the latest after so many milliseconds. */
  async function drain(milliseconds: number): Promise<void> {
    await withTimeout(milliseconds, Promise.all(pending), () => new Error('too late')).catch(() => {});
  }

  const sender = createTokenSender(options);
  return {
    sender: {
      async verify(token) {
        await sender.verify(token);
        // Loaded early, because returning jobs in the last second of a process leaves no time to load a library.
        void client().catch(() => {});
      },
    },
    dispatch(deliveries) {
      for (const delivery of deliveries) {
        const delivered = send(delivery).finally(() => pending.delete(delivered));
        pending.add(delivered);
      }
    },
    listen() {},
    drain: () => drain(SETTLE_MS),
    async close() {
      await drain(CLOSE_MS);
      await opened?.close();
    },
  };
}

function tooMany(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'Too many jobs are waiting to be dispatched');
}

async function openClient(emulator: string | undefined): Promise<CloudTasksClient> {
  // Loaded for the first job, because the library takes about 40 MB and a third of a second.
  const [{ CloudTasksClient: Client }, { GoogleAuth, PassThroughClient }] = await Promise.all([
    import('@google-cloud/tasks'),
    import('google-auth-library'),
  ]);
  if (emulator !== undefined) {
    const { hostname, port, protocol } = new URL(emulator);
    const auth = new GoogleAuth({ authClient: new PassThroughClient() });
    return new Client({
      fallback: 'rest',
      auth,
      apiEndpoint: hostname,
      port: Number(port),
      protocol: protocol.slice(0, -1),
    });
  }
  // Credentials are loaded first: otherwise the library loads them in an unawaited promise, whose rejection
  // would end the process.
  const found = await new GoogleAuth({ scopes: ['https://www.googleapis.com/auth/cloud-platform'] }).getClient();
  return new Client({ fallback: 'rest', auth: new GoogleAuth({ authClient: found }) });
}

async function create(
  client: CloudTasksClient,
  delivery: JobDelivery,
  target: TaskTarget,
  timeout: number,
): Promise<void> {
  const request = { parent: target.queue, task: toTask(delivery, target) };
  for (let attempt = 1; ; attempt++) {
    try {
      await client.createTask(request, { timeout });
      return;
    } catch (error) {
      const { code } = error as { code?: unknown };
      if (code === ALREADY_EXISTS) return;
      if (attempt === TRIES || (code !== UNAVAILABLE && code !== DEADLINE_EXCEEDED)) throw error;
    }
  }
}

/** The library's errors contain their request and with it the access token. */
function describeError(error: unknown): { code: unknown; reason: string } {
  const { code, message } = error as { code?: unknown; message?: unknown };
  return { code, reason: typeof message === 'string' ? message.slice(0, 300) : 'none given' };
}
