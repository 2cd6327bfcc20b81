import type { Pool, PoolClient } from 'pg';
import { currentDeadline } from '../../shared/deadline.ts';
import type { CircuitBreaker } from '../../shared/circuit-breaker.ts';
import { ServiceError } from '../../shared/errors.ts';
import { destroySocket, notReachable } from './availability.ts';
import { onNewClient } from '../connection.ts';
import { CONNECT_TIMEOUT_MS, STATEMENT_TIMEOUT_MS } from './orm.ts';

/** The server itself ends slow statements; only a statement without any response is aborted here. */
const STATEMENT_LIMIT_MS = STATEMENT_TIMEOUT_MS + 5_000;
/** Extra time for work that starts at the end of a deadline, such as a rollback. */
const MIN_LIMIT_MS = 1_000;
const SLOW_MS = 2_000;
/** How long a response proves that the database is reachable. */
const EVIDENCE_MS = 2_000;
const CHECK_EVERY_MS = 250;

/** A statement or connection attempt that is waiting for the database. */
interface Call {
  since: number;
  endsAt: number;
  stop: (error: ServiceError) => void;
}

/**
 * Ensures that nothing waits for the database beyond the deadline of its request, or during an outage. A connection
 * that does not answer is closed, because the statements behind it would not be answered either.
 */
export class PoolGuard {
  private readonly breaker: CircuitBreaker;
  private readonly calls = new Set<Call>();
  private readonly timer: NodeJS.Timeout;

  constructor(breaker: CircuitBreaker) {
    this.breaker = breaker;
    breaker.onOpen((cause) => {
      for (const call of this.calls) this.stop(call, notReachable(cause));
    });
    // One timer for all, because statements are many and short.
    this.timer = setInterval(() => this.check(), CHECK_EVERY_MS).unref();
  }

  guard(pool: Pool): void {
    const connect = pool.connect.bind(pool) as () => Promise<PoolClient>;
    const acquire = (): Promise<PoolClient> => this.acquire(connect);
    pool.connect = acquire as Pool['connect'];
    onNewClient(pool, (client) => this.guardClient(client));
  }

  close(): void {
    clearInterval(this.timer);
  }

  private async acquire(connect: () => Promise<PoolClient>): Promise<PoolClient> {
    if (this.breaker.outage) throw notReachable(this.breaker.outage.cause);
    const deadline = currentDeadline();
    if (deadline?.endedBy) throw deadline.endedBy;
    return new Promise((resolve, reject) => {
      const call = this.begin(CONNECT_TIMEOUT_MS, reject);
      connect().then(
        (client) => {
          if (this.end(call) && !deadline?.endedBy) return resolve(client);
          client.release();
          return reject(deadline?.endedBy);
        },
        (error: unknown) => {
          this.end(call);
          void this.breaker.check();
          reject(notReachable(error));
        },
      );
    });
  }

  private guardClient(client: PoolClient): void {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown;
    const guardedQuery = (...args: unknown[]): unknown => {
      const answer = query(...args);
      return answer instanceof Promise ? this.follow(client, answer) : answer;
    };
    client.query = guardedQuery as PoolClient['query'];
  }

  private async follow(client: PoolClient, answer: Promise<unknown>): Promise<unknown> {
    let stopped: ServiceError | undefined;
    const call = this.begin(STATEMENT_LIMIT_MS, (error) => {
      stopped = error;
      destroySocket(client);
    });
    try {
      const result = await answer;
      this.breaker.reportSuccess();
      return result;
    } catch (error) {
      if (error instanceof Error && 'severity' in error) this.breaker.reportSuccess();
      else void this.breaker.check();
      throw stopped ?? error;
    } finally {
      this.end(call);
    }
  }

  private begin(limitMs: number, stop: Call['stop']): Call {
    const since = performance.now();
    const deadline = Math.max(currentDeadline()?.at ?? Infinity, since + MIN_LIMIT_MS);
    const call = { since, endsAt: Math.min(since + limitMs, deadline), stop };
    this.calls.add(call);
    return call;
  }

  /** False if it was aborted before. */
  private end(call: Call): boolean {
    return this.calls.delete(call);
  }

  private stop(call: Call, error: ServiceError): void {
    if (this.end(call)) call.stop(error);
  }

  private check(): void {
    const now = performance.now();
    let isSlow = false;
    for (const call of this.calls) {
      if (now >= call.endsAt) this.stop(call, new ServiceError('UNAVAILABLE', 'The database did not answer in time'));
      else if (now - call.since > SLOW_MS) isSlow = true;
    }
    if (isSlow && now - this.breaker.lastSuccessAt > EVIDENCE_MS) void this.breaker.check();
  }
}
