import { setTimeout as delay } from 'node:timers/promises';
import type { Scope } from '../../../database/database.ts';
import { withDeadline } from '../../../shared/deadline.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { rejectOnAbort } from '../../../shared/timeout.ts';
import { readHead } from './content-change.rows.ts';

const LOOK_EVERY_MS = 500;
/** Callers of one site, in this process. */
const MAX_WAITING = 20;
const RETRY_SECONDS = 5;

interface Waiter {
  seen: string;
  end: () => void;
}

/** Wakes callers that wait for a change of their site. All callers of a site share one look at the database. */
export class ChangeWatch {
  private readonly sites = new Map<string, Set<Waiter>>();

  /**
   * Resolves when the latest change of the site is another one than the caller has seen, and at the latest after the time.
   * @throws ServiceError RATE_LIMITED if too many callers wait; the reason of the signal
   */
  async wait(scope: Scope, head: string, milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
    const waiters = this.sites.get(scope.siteId) ?? new Set<Waiter>();
    if (waiters.size >= MAX_WAITING) {
      const message = `Too many calls of this site wait for changes. Try again in ${RETRY_SECONDS} seconds.`;
      throw new ServiceError('RATE_LIMITED', message, {}, { retryAfterSeconds: RETRY_SECONDS });
    }
    signal?.throwIfAborted();
    const { promise: changed, resolve: end } = Promise.withResolvers<void>();
    const waiter = { seen: head, end };
    const timer = setTimeout(end, milliseconds);
    waiters.add(waiter);
    if (waiters.size === 1) {
      this.sites.set(scope.siteId, waiters);
      void this.look(scope, waiters);
    }
    try {
      await rejectOnAbort(changed, signal);
    } finally {
      clearTimeout(timer);
      waiters.delete(waiter);
      if (waiters.size === 0 && this.sites.get(scope.siteId) === waiters) this.sites.delete(scope.siteId);
    }
  }

  private async look(scope: Scope, waiters: ReadonlySet<Waiter>): Promise<void> {
    while (waiters.size > 0) {
      await delay(LOOK_EVERY_MS, undefined, { ref: false });
      if (waiters.size === 0) return;
      // The deadline of one caller does not concern the others. During an outage they wait on.
      const head = await withDeadline(undefined, () => readHead(scope)).catch(() => null);
      if (head === null) continue;
      for (const waiter of waiters) if (waiter.seen !== head) waiter.end();
    }
  }
}
