import type { Rows } from '../../database/database.ts';

export interface QueueDepth {
  kind: string;
  /** Number of queued jobs, including those that are not due yet. */
  waiting: number;
  /** Seconds for which the oldest due job has been due; 0 if none is due. */
  oldestSeconds: number;
}

/** Queue depth by kind of job, of all sites. One statement; kinds without queued jobs are not included. */
export function queueDepth(system: Rows): Promise<QueueDepth[]> {
  return system.rows<QueueDepth>(
    `select kind, count(*)::int as waiting, greatest(0, extract(epoch from now() - min(run_at)))::float8 as "oldestSeconds"
     from job where status = 'queued' group by kind`,
  );
}
