import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { type DatabaseConnection, createClient } from '../connection.ts';

/** Timeout for opening a connection and its first response; a busy server needs some time for both. */
const PROBE_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;
/** How long a response proves that the database is reachable. */
const EVIDENCE_MS = 2_000;

/**
 * Tracks whether the database is reachable. A caller that suspects an outage requests a probe on a separate connection;
 * while probes fail all callers get an error immediately, and the first successful probe ends the outage.
 */
export class Availability {
  private readonly connection: DatabaseConnection;
  private readonly log: Pick<Logger, 'error' | 'info'> | undefined;
  private readonly listeners: ((error: ServiceError) => void)[] = [];
  private readonly closing = new AbortController();
  private away: { since: number; error: Error } | null = null;
  private probing = false;
  private answeredAt = -Infinity;

  constructor(connection: DatabaseConnection, log?: Pick<Logger, 'error' | 'info'>) {
    this.connection = connection;
    this.log = log;
  }

  /** Milliseconds since the outage was detected; 0 if there is none. */
  get awayMs(): number {
    return this.away ? performance.now() - this.away.since : 0;
  }

  /** @throws ServiceError UNAVAILABLE during an outage */
  assertAvailable(): void {
    if (this.away) throw notReachable(this.away.error);
  }

  /** Called once at the start of each outage. */
  onAway(listener: (error: ServiceError) => void): void {
    this.listeners.push(listener);
  }

  /** A statement got a response, even if it was an error. */
  answered(): void {
    this.answeredAt = performance.now();
  }

  /** A connection failed. */
  doubt(): void {
    if (this.probing || this.closing.signal.aborted) return;
    this.probing = true;
    void this.probe().finally(() => {
      this.probing = false;
    });
  }

  /** A statement has been waiting for long. It may just be slow: no probe if another statement got a response recently. */
  doubtUnlessAnswering(): void {
    if (performance.now() - this.answeredAt > EVIDENCE_MS) this.doubt();
  }

  close(): void {
    this.closing.abort();
  }

  private async probe(): Promise<void> {
    const { signal } = this.closing;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      const began = performance.now();
      const error = await connectOnce(this.connection);
      if (!error) return this.end();
      if (!this.away && this.answeredAt > began) return;
      if (!this.away && !signal.aborted) this.begin(error);
      await delay(pause * (1 + Math.random() / 5), undefined, { signal, ref: false }).catch(() => {});
    }
  }

  private begin(error: Error): void {
    this.away = { since: performance.now(), error };
    this.log?.error({ err: error }, 'the database is not reachable: requests that need it are answered with 503');
    for (const listener of this.listeners) listener(notReachable(error));
  }

  private end(): void {
    this.answered();
    if (!this.away) return;
    this.log?.info({ seconds: Math.round(this.awayMs / 1_000) }, 'the database is reachable again');
    this.away = null;
  }
}

/** PostgreSQL's `too_many_connections`. */
export const NO_CONNECTION_LEFT = '53300';

/** The error for callers. */
export function notReachable(cause: unknown): ServiceError {
  const isFull = cause instanceof Error && 'code' in cause && cause.code === NO_CONNECTION_LEFT;
  const message = isFull ? 'The database accepts no more connections' : 'The database is not reachable';
  return new ServiceError('UNAVAILABLE', message, {}, { cause });
}

/** Opens a separate connection and runs a statement. Returns the error, or null. */
export async function connectOnce(connection: DatabaseConnection): Promise<Error | null> {
  const client = createClient(connection, PROBE_LIMIT_MS);
  try {
    await client.connect();
    await client.query('select 1');
    void client.end().catch(() => {});
    return null;
  } catch (error) {
    cutOff(client);
    return error instanceof Error ? error : new Error(String(error));
  }
}

/** Closes the socket, because the server may not answer a termination message. The running statement is rejected. */
export function cutOff(client: object): void {
  const { connection } = client as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
