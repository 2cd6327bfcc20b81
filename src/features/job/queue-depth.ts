import type { Rows } from '../../database/database.ts';

export interface QueueDepth {
  kind: string;
  /** Queued, those included that are not due yet. */
  waiting: number;
  /** How long the job has been due that waits longest, in seconds; 0: none is due. */
  oldestSeconds: number;
}

/** What waits, by kind of job, of all sites. One statement; kinds of which nothing waits are not in the answer. */
export function queueDepth(system: Rows): Promise<QueueDepth[]> {
  return system.rows<QueueDepth>(
    `select kind, count(*)::int as waiting, greatest(0, extract(epoch from now() - min(run_at)))::float8 as "oldestSeconds"
     from job where status = 'queued' group by kind`,
  );
}
