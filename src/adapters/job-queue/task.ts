import { createHash } from 'node:crypto';
import type { protos } from '@google-cloud/tasks';
import type { JobDelivery } from '../../ports/job-queue.ts';

export interface TaskTarget {
  /** `projects/<project>/locations/<location>/queues/<queue>` */
  queue: string;
  /** Service account whose token authenticates each delivery. */
  serviceAccount: string;
  /** URL of this service, also the audience of the tokens. */
  serviceUrl: string;
}

type Task = protos.google.cloud.tasks.v2.ITask;

/** Cloud Tasks accepts a delay of at most 30 days; a job that is delivered too early is rejected until it is due. */
const MAX_DELAY_SECONDS = 30 * 24 * 60 * 60 - 60;
/** Maximum time that Cloud Tasks waits for a response, and therefore the maximum duration of a job. */
const DEADLINE_SECONDS = 1_800;

/** The task that delivers a job: `POST /internal/jobs/<id>?turn=<turn>`, without a body. */
export function toTask(delivery: JobDelivery, target: TaskTarget, now = Date.now()): Task {
  const { queue, serviceAccount, serviceUrl } = target;
  return {
    name: `${queue}/tasks/${taskName(delivery)}`,
    dispatchDeadline: { seconds: DEADLINE_SECONDS },
    ...(delivery.delaySeconds > 0 ? { scheduleTime: toTimestamp(delivery.delaySeconds, now) } : {}),
    httpRequest: {
      httpMethod: 'POST',
      url: `${serviceUrl}/internal/jobs/${delivery.jobId}?turn=${encodeURIComponent(delivery.turn)}`,
      oidcToken: { serviceAccountEmail: serviceAccount, audience: serviceUrl },
    },
  };
}

/** The same name for the same delivery. Hashed, because names with a common prefix slow down the queue. */
function taskName({ jobId, turn, repeat = '' }: JobDelivery): string {
  return createHash('sha256').update(`${jobId} ${turn} ${repeat}`).digest('hex').slice(0, 40);
}

function toTimestamp(delaySeconds: number, now: number): { seconds: number; nanos: number } {
  const dueTime = now + Math.min(delaySeconds, MAX_DELAY_SECONDS) * 1000;
  const seconds = Math.floor(dueTime / 1000);
  return { seconds, nanos: Math.floor((dueTime - seconds * 1000) * 1_000_000) };
}
