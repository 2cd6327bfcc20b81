import { expect } from 'vitest';
import type { Database, ScopeTransaction } from '../../src/database/database.ts';

/** Resolves once another session waits for this transaction; answers the process ids of those that do. */
export async function untilBlocking(database: Database, tx: ScopeTransaction): Promise<number[]> {
  const [own] = await tx.rows<{ pid: number }>('select pg_backend_pid() as pid');
  return untilWaitingFor(database, own!.pid);
}

/** The same for another session by its process id, which may itself be waiting. */
export async function untilWaitingFor(database: Database, pid: number): Promise<number[]> {
  let blocked: { pid: number }[] = [];
  await expect
    .poll(
      async () => {
        // Outside the transaction, which sees the sessions of its first look only.
        blocked = await database.system.rows<{ pid: number }>(
          'select pid from pg_stat_activity where datname = current_database() and $1 = any (pg_blocking_pids(pid))',
          [pid],
        );
        return blocked.length;
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0);
  return blocked.map((session) => session.pid);
}
