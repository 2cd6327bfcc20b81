import { setTimeout as delay } from 'node:timers/promises';
import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { JobHandler } from '../job/job-handler.ts';
import type { Job, JobRequest, JobService } from '../job/job.service.ts';
import { FRESH_MS } from './key-directory.ts';

const PORTION_ROWS = 1_000;
/** A run that takes longer queues the job again, so that it does not keep its slot from others. */
const MAX_RUN_MS = 20_000;
/** Statements within the request that closes the site: enough for a site with some thousand rows. */
const MAX_REQUEST_PORTIONS = 200;
/** The time by which every instance has forgotten the keys of the site and has ended its requests. */
const DELAY_SECONDS = FRESH_MS / 1_000 + 1;

type RemovalOptions = Pick<JobRequest, 'delaySeconds'>;

/**
 * Removes the rows of closed sites, some at a time, and the site itself in the end. A run that is killed is continued by
 * the next one. What a site has stored elsewhere is then removed by the job `remove-site`.
 * See decision 202.
 */
export class RemoveSiteRows implements JobHandler {
  private readonly system: Scope;
  private readonly jobs: JobService;
  private readonly log: Pick<Logger, 'warn'>;

  constructor({ database, jobs, log }: { database: Database; jobs: JobService; log: Pick<Logger, 'warn'> }) {
    this.system = database.system;
    this.jobs = jobs;
    this.log = log;
  }

  /** Enqueues the removal in the transaction that closes a site. */
  async enqueue(tx: ScopeTransaction, siteId: string, { delaySeconds = DELAY_SECONDS }: RemovalOptions = {}) {
    await this.jobs.enqueue(tx, { kind: 'remove-site-rows', key: siteId, delaySeconds });
  }

  async run({ key: siteId }: Job, signal: AbortSignal): Promise<void> {
    const deadline = performance.now() + MAX_RUN_MS;
    if (await this.remove(siteId, () => signal.aborted || performance.now() > deadline)) return;
    await this.system.write((tx) => this.enqueue(tx, siteId, { delaySeconds: 0 }));
  }

  /** Removes a closed site now if it has few rows. Never rejects, because the job does the rest. */
  async removeSmall(siteId: string): Promise<void> {
    let portions = 0;
    await this.remove(siteId, () => ++portions > MAX_REQUEST_PORTIONS).catch((error: unknown) => {
      this.log.warn({ err: error, siteId }, 'a deleted site was not removed at once; its job will do it');
    });
  }

  /** Queues the removal of every closed site, because a job that failed for long is forgotten. */
  async enqueueAll(): Promise<void> {
    const closed = await this.system.rows<{ id: string }>('select id from closed_sites() as id');
    for (const { id } of closed) await this.system.write((tx) => this.enqueue(tx, id));
  }

  /**
   * Returns whether nothing is left.
   * @param isTimeUp asked before each portion
   */
  private async remove(siteId: string, isTimeUp: () => boolean): Promise<boolean> {
    if (await this.isOpen(siteId)) return true;
    const tables = await tablesOfSites(this.system);
    // Triggers may write rows of one table while another one is emptied.
    while ((await this.removeRows(siteId, tables, isTimeUp)) > 0);
    while (!isTimeUp()) if (await this.removeSite(siteId)) return true;
    return false;
  }

  private async isOpen(siteId: string): Promise<boolean> {
    return (await this.system.row('select id from site where id = $1', [siteId])) !== null;
  }

  /** Returns the number of removed rows. */
  private async removeRows(siteId: string, tables: readonly string[], isTimeUp: () => boolean): Promise<number> {
    let total = 0;
    for (const table of tables) {
      for (let removedCount = PORTION_ROWS; removedCount === PORTION_ROWS && !isTimeUp(); total += removedCount) {
        removedCount = await this.removePortion(siteId, table);
      }
    }
    return total;
  }

  /** Pauses after a full one as long as it took, so that at most half of a processor of the database is busy with it. */
  private async removePortion(siteId: string, table: string): Promise<number> {
    const startedAt = performance.now();
    const { length } = await this.system.change(
      `delete from ${table} where ctid = any(array(select ctid from ${table} where site_id = $1 limit $2))
       returning 1 as removed`,
      [siteId, PORTION_ROWS],
    );
    if (length === PORTION_ROWS) await delay(performance.now() - startedAt);
    return length;
  }

  /** Removes the site with its log, of which it may take several portions. Returns whether it was removed. */
  private removeSite(siteId: string): Promise<boolean> {
    return this.system.write(async (tx) => {
      const row = await tx.row<{ isRemoved: boolean }>('select remove_closed_site($1, $2) as "isRemoved"', [
        siteId,
        PORTION_ROWS,
      ]);
      if (!row?.isRemoved) return false;
      await this.jobs.withdraw(tx, { kind: 'remove-site-rows', key: siteId });
      await this.jobs.enqueue(tx, { kind: 'remove-site', key: siteId });
      return true;
    });
  }
}

/** Selects the tables of a site except the log, which only `remove_closed_site` may delete. */
const TABLES = `select t.table_name as name, array(
    select k.conrelid::regclass::text from pg_constraint k
    where k.contype = 'f' and k.confrelid = quote_ident(t.table_name)::regclass and k.conrelid <> k.confrelid
  ) as referrers
  from information_schema.tables t join information_schema.columns c using (table_schema, table_name)
  where t.table_schema = 'public' and t.table_type = 'BASE TABLE' and c.column_name = 'site_id'
    and has_table_privilege(quote_ident(t.table_name), 'delete')
  order by 1`;

/** Returns the tables of sites. A table that refers to another one is before it, so that a portion does not remove further rows. */
async function tablesOfSites(system: Scope): Promise<string[]> {
  const rows = await system.rows<{ name: string; referrers: string[] }>(TABLES);
  const referrersByTable = new Map(rows.map(({ name, referrers }) => [name, referrers]));
  const visited = new Set<string>();
  const ordered: string[] = [];
  const visit = (name: string): void => {
    const referrers = referrersByTable.get(name);
    if (!referrers || visited.has(name)) return;
    visited.add(name);
    for (const referrer of referrers) visit(referrer);
    ordered.push(name);
  };
  for (const { name } of rows) visit(name);
  return ordered;
}
