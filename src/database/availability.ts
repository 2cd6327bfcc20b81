import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/logger.ts';
import type { DatabaseConnection } from './connection.ts';

/** For a new connection and its first answer; a busy server needs a while for both. */
const PROBE_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const LONGEST_PAUSE_MS = 1_000;
/** Evidence that the database answers counts for so long. */
const EVIDENCE_MS = 2_000;

/**
 * Whether the database can be had. Whoever doubts it asks for a probe, a connection of its own; while probes fail everybody
 * is told at once instead of waiting, and the first that succeeds ends it.
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

  /** For how many milliseconds the database has been known not to answer; 0: it is not known to be away. */
  get awayMs(): number {
    return this.away ? performance.now() - this.away.since : 0;
  }

  /** @throws ServiceError UNAVAILABLE while the database is known to be away. */
  assertAvailable(): void {
    if (this.away) throw notReachable(this.away.error);
  }

  /** Called once each time that the database goes away. */
  onAway(listener: (error: ServiceError) => void): void {
    this.listeners.push(listener);
  }

  /** Some statement was answered, if only with an error. */
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

  /** Something has waited for long. It may just be slow: no probe as long as something else is answered. */
  doubtUnlessAnswering(): void {
    if (performance.now() - this.answeredAt > EVIDENCE_MS) this.doubt();
  }

  close(): void {
    this.closing.abort();
  }

  private async probe(): Promise<void> {
    const { signal } = this.closing;
    for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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
    this.log?.error({ err: error }, 'the database does not answer: requests that need it are answered with 503');
    for (const listener of this.listeners) listener(notReachable(error));
  }

  private end(): void {
    this.answered();
    if (!this.away) return;
    this.log?.info({ seconds: Math.round(this.awayMs / 1_000) }, 'the database answers again');
    this.away = null;
  }
}

/** What a caller is told. */
export function notReachable(cause: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The database is not reachable', {}, { cause });
}

/** Opens a connection of its own and asks something. Answers what went wrong, or null. */
export async function connectOnce(connection: DatabaseConnection): Promise<Error | null> {
  const client = new Client({
    ...connection,
    connectionTimeoutMillis: PROBE_LIMIT_MS,
    query_timeout: PROBE_LIMIT_MS,
  });
  client.on('error', () => {});
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

/** Closes the socket, as the server may never answer a goodbye. The statement that runs is rejected. */
export function cutOff(client: object): void {
  const { connection } = client as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
