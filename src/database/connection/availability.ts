import { CircuitBreaker } from '../../shared/circuit-breaker.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { type DatabaseConnection, createClient } from '../connection.ts';

/** Timeout for opening a connection and its first response; a busy server needs some time for both. */
const PROBE_LIMIT_MS = 5_000;
const FIRST_PAUSE_MS = 50;
const MAX_PAUSE_MS = 1_000;

/** Opens while the database is not reachable. Probes it by a connection of its own. */
export function createDatabaseBreaker(
  connection: DatabaseConnection,
  log?: Pick<Logger, 'error' | 'info'>,
): CircuitBreaker {
  const breaker = new CircuitBreaker({
    probe: () => probeDatabase(connection),
    firstPauseMs: FIRST_PAUSE_MS,
    maxPauseMs: MAX_PAUSE_MS,
  });
  breaker.onOpen((err) =>
    log?.error({ err }, 'the database is not reachable: requests that need it are answered with 503'),
  );
  breaker.onClose(({ since }) => {
    const seconds = Math.round((performance.now() - since) / 1_000);
    log?.info({ seconds }, 'the database is reachable again');
  });
  return breaker;
}

/** PostgreSQL's `too_many_connections`. */
export const NO_CONNECTION_LEFT = '53300';

/** The error for callers. */
export function notReachable(cause: unknown): ServiceError {
  const isFull = cause instanceof Error && 'code' in cause && cause.code === NO_CONNECTION_LEFT;
  const message = isFull ? 'The database accepts no more connections' : 'The database is not reachable';
  return new ServiceError('UNAVAILABLE', message, {}, { cause });
}

/** Opens a separate connection and runs a statement. */
export async function probeDatabase(connection: DatabaseConnection): Promise<void> {
  const client = createClient(connection, PROBE_LIMIT_MS);
  try {
    await client.connect();
    await client.query('select 1');
    void client.end().catch(() => {});
  } catch (error) {
    destroySocket(client);
    throw error;
  }
}

/** Closes the socket, because the server may not answer a termination message. The running statement is rejected. */
export function destroySocket(client: object): void {
  const { connection } = client as { connection?: { stream?: { destroy(): void } } };
  connection?.stream?.destroy();
}
