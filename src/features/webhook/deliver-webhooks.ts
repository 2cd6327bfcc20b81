import type { Database, Scope } from '../../database/database.ts';
import type { JobHandler, Slot } from '../job/job-handler.ts';
import { type Job, jobScope } from '../job/job.service.ts';
import {
  BACKLOG_EXCEEDED,
  type DeliveryTarget,
  type DueDelivery,
  type DeliveryAttempt,
  NEXT_RETRY,
  RECORD_FAILURES,
  RETRY_ALL,
  SELECT_TARGET,
  disableEndpoint,
  readDue,
  recordAttempts,
} from './webhook-queue.rows.ts';
import { type WebhookDependencies, sendWebhook } from './webhook-sender.ts';

const DEFAULTS = {
  /** Seconds until a failed delivery is tried again, by the number of its attempts; then the last of them. */
  retrySeconds: [5, 30, 120, 600, 1_800, 3_600],
  /** Failures in a row after which the endpoint pauses. */
  maxFailures: 5,
  /** Seconds of the pauses, after each of which one event is sent as a probe. */
  pauseSeconds: [5, 30, 120, 300],
  /** Requests at a time to an endpoint. */
  concurrent: 8,
  /** Duration of a turn, after which endpoints of other sites have theirs. */
  maxRunMs: 20_000,
  /** Duration of an answer that ends the turn. */
  slowMs: 1_000,
  /** Time without an answer after which the endpoints of others are sent to in its place. */
  holdSlotMs: 250,
  /** An endpoint with more waiting events is disabled. */
  maxBacklog: 100_000,
};

/** A retry that is due may still have to wait for an earlier event of its subject. */
const MIN_WAIT_SECONDS = 1;

export interface DeliveryDependencies extends WebhookDependencies {
  database: Database;
}

/**
 * Sends what waits for an endpoint. The events of a subject are sent in order: each after the one before was accepted.
 * See decision 128.
 */
export class DeliverWebhooks implements JobHandler {
  private readonly dependencies: DeliveryDependencies;
  private readonly limits: typeof DEFAULTS;

  constructor(dependencies: DeliveryDependencies, limits: Partial<typeof DEFAULTS> = {}) {
    this.dependencies = dependencies;
    this.limits = { ...DEFAULTS, ...limits };
  }

  async run(job: Job, signal: AbortSignal, slot?: Slot): Promise<void> {
    const scope = jobScope(this.dependencies.database, job);
    const deadline = performance.now() + this.limits.maxRunMs;
    for (;;) {
      signal.throwIfAborted();
      const next = await this.sendNext(scope, job.key, signal, slot);
      if (next === null) return;
      if (next === 'continue' && performance.now() < deadline) continue;
      const { maxBacklog } = this.limits;
      if (await scope.row(BACKLOG_EXCEEDED, [scope.siteId, job.key, maxBacklog])) {
        return disableEndpoint(scope, job.key, `More than ${maxBacklog} events were waiting`);
      }
      const delaySeconds = next === 'continue' ? 0 : next.seconds;
      return scope.write((tx) => this.dependencies.jobs.enqueue(tx, { kind: job.kind, key: job.key, delaySeconds }));
    }
  }

  /** @returns null: nothing waits; `seconds`: until there may be something to send */
  private async sendNext(
    scope: Scope,
    endpointId: string,
    signal: AbortSignal,
    slot?: Slot,
  ): Promise<'continue' | { seconds: number } | null> {
    const endpoint = await scope.row(SELECT_TARGET, [scope.siteId, endpointId]);
    if (!endpoint?.enabled) return null;
    if (endpoint.pausedSeconds > 0) return { seconds: endpoint.pausedSeconds };
    const isProbe = endpoint.failures >= this.limits.maxFailures;
    const due = await readDue(scope, endpointId, isProbe ? 1 : this.limits.concurrent);
    if (due.length === 0) {
      const next = await scope.row<{ seconds: number | null }>(NEXT_RETRY, [scope.siteId, endpointId]);
      return next?.seconds == null ? null : { seconds: Math.max(next.seconds, MIN_WAIT_SECONDS) };
    }
    const release = setTimeout(() => slot?.release(), this.limits.holdSlotMs);
    try {
      return await this.sendAll(scope, endpoint, due, signal);
    } finally {
      clearTimeout(release);
    }
  }

  private async sendAll(scope: Scope, endpoint: DeliveryTarget, due: readonly DueDelivery[], signal: AbortSignal) {
    const { retrySeconds } = this.limits;
    const requests = await Promise.allSettled(
      due.map(async ({ attempts, ...message }): Promise<DeliveryAttempt> => {
        const outcome = await sendWebhook(this.dependencies, endpoint, message, signal);
        const wait = Math.max(pickPause(retrySeconds, attempts), outcome.retryAfterSeconds ?? 0);
        return { ...outcome, id: message.id, retrySeconds: wait };
      }),
    );
    const settledAttempts = requests.flatMap((request) => (request.status === 'fulfilled' ? [request.value] : []));
    await this.record(scope, endpoint, settledAttempts);
    const interrupted = requests.find((request) => request.status === 'rejected');
    if (interrupted) throw interrupted.reason;
    // A slow endpoint must not keep the others waiting.
    return settledAttempts.some((request) => this.isSlow(request)) ? { seconds: 0 } : 'continue';
  }

  private isSlow({ error, durationMs }: DeliveryAttempt): boolean {
    return error !== null || durationMs > this.limits.slowMs;
  }

  private async record(scope: Scope, endpoint: DeliveryTarget, attempts: readonly DeliveryAttempt[]): Promise<void> {
    const { maxFailures, pauseSeconds } = this.limits;
    const failures = attempts.reduce((count, { error }) => (error === null ? 0 : count + 1), endpoint.failures);
    await scope.write(async (tx) => {
      await recordAttempts(tx, attempts);
      const failurePause = failures < maxFailures ? 0 : pickPause(pauseSeconds, failures - maxFailures);
      // What it does not want now it does not want of other events either.
      const pause = Math.max(failurePause, ...attempts.map(({ retryAfterSeconds }) => retryAfterSeconds ?? 0));
      const endpointKey = [tx.siteId, endpoint.id];
      if (failures !== endpoint.failures || pause > 0) {
        await tx.rows(RECORD_FAILURES, [...endpointKey, failures, pause || null]);
      }
      if (failures === 0 && endpoint.failures >= maxFailures) await tx.rows(RETRY_ALL, endpointKey);
      if (attempts.some(({ responseStatus }) => responseStatus === 410)) {
        await disableEndpoint(tx, endpoint.id, 'The endpoint returned status 410');
      }
    });
  }
}

function pickPause(seconds: readonly number[], index: number): number {
  return seconds[Math.min(index, seconds.length - 1)] ?? 0;
}
