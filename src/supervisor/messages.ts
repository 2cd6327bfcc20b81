import type { DatabaseConnection } from '../database/connection.ts';

/** What a worker says to its supervisor. */
export type WorkerMessage =
  /** Start the embedded PostgreSQL, or tell where it is. */
  | { type: 'database'; dataDir: string }
  /** It listens. */
  | { type: 'serving' }
  /** Why it is about to end. */
  | { type: 'failed'; reason: string };

export type SupervisorMessage =
  | { type: 'serve' }
  | { type: 'database'; address: DatabaseConnection }
  | { type: 'database failed'; message: string; isStartError: boolean };

/** Marks a process as a worker: an IPC channel alone may be that of some other process manager. */
export const WORKER_FLAG = '--supervised';
