import type { DatabaseConnection } from '../database/connection.ts';

/** Messages from a worker to the supervisor. */
export type WorkerMessage =
  /** Requests the connection of the embedded PostgreSQL, which the supervisor starts if needed. */
  | { type: 'database'; dataDir: string }
  /** The sign of life, sent at an interval as long as the event loop of the worker runs. */
  | { type: 'heartbeat' }
  /** The worker is listening. */
  | { type: 'serving' }
  /** Why the worker is about to exit. */
  | { type: 'failed'; reason: string };

export type SupervisorMessage =
  | { type: 'serve' }
  | { type: 'database'; address: DatabaseConnection }
  | { type: 'database failed'; message: string; isStartError: boolean };

/** Marks a process as a worker; an IPC channel alone may belong to another process manager. */
export const WORKER_FLAG = '--supervised';
