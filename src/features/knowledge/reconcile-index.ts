import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Space } from '../../ports/vector-space.ts';
import type { Logger } from '../../shared/log/logger.ts';
import type { JobHandler } from '../job/job-handler.ts';
import { JobEntity } from '../job/job.entity.ts';
import type { Job, JobService } from '../job/job.service.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ACCESS_LEVELS } from '../../access/access-level.ts';
import { SiteEntity } from '../site/site.entity.ts';
import { feedAgain, unreachableLevels } from './index-copy/vector-reach.ts';
import { type ReconcileJobOptions, enqueueReconciliation } from './reconcile-jobs.ts';
import { reconcileSite } from './index-copy/reconcile-site.ts';
import { requeueFailedSources, requeueForeign } from './embedding/requeue.ts';
import { latestSources, restoreVectors } from './index-copy/restore-lost-vectors.ts';

interface ReconcilingDependencies {
  database: Database;
  /** The index that is searched, whichever it is at the moment. */
  vectors: { active: Space };
  jobs: JobService;
  log: Logger;
}

/** The delay before a new index is checked again: by then no instance of the previous version writes to the previous index. */
const AGAIN_SECONDS = 15 * 60;
/** The number of times, and the interval, at which a job for another version's index is passed on before it is dropped. */
const MAX_PASSES = 60;
const PASS_SECONDS = 60;
/** Jobs after whose failure the index, or the data of a site, is not up to date with the database. */
const REPEATABLE_KINDS = [
  'index-source',
  'reconcile-index',
  'change-embedder',
  'remove-vectors',
  'remove-site',
  'remove-site-rows',
  'sync-content-type',
  'change-fields',
  'index-fields',
  'clear-field-index',
  'clear-asset',
] as const;
/** Error codes caused by a dependency. */
export const OUTAGE_CODES = ['UNAVAILABLE', 'BAD_GATEWAY', 'RATE_LIMITED'];
/** Error codes after which an attempt is repeated: outages, and unexpected errors, which a new version of the service may have fixed. */
export const REPEATABLE_CODES = [...OUTAGE_CODES, 'INTERNAL'];

/**
 * Reconciles the vector index with PostgreSQL. Searches stay correct without it because every hit is re-checked in SQL.
 * It removes orphaned chunks, adds missing ones, and indexes sources of another embedding model again.
 */
export class ReconcileIndex implements JobHandler {
  readonly requirements = ['vector index'];
  private readonly deps: ReconcilingDependencies;
  /** Sites in which vector search does not find stored chunks, until that is repaired. */
  private readonly unreachable = new Set<string>();

  constructor(deps: ReconcilingDependencies) {
    this.deps = deps;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    if (job.payload['index'] !== this.space.index.name) return this.requeue(job);
    if (job.siteId === null) return void (await this.removeDeletedSites());
    if (job.payload['reach'] === true) {
      // A run that was killed may have removed chunks and not written them again.
      await (job.attempts > 1 ? this.reconcile(job.siteId, signal) : this.restoreReach(job.siteId, signal));
      return this.restoreLatest(job.siteId, signal);
    }
    await this.reconcile(job.siteId, signal);
    const { asked } = job.payload;
    if (asked === 'all') await this.feedAll(job.siteId);
    if (asked !== undefined) await this.requeueFailed(REPEATABLE_CODES, job.siteId);
    if (job.payload['again'] === true) await this.enqueue(job.siteId, { delaySeconds: AGAIN_SECONDS });
  }

  /**
   * Reconciles a site's part of the index with PostgreSQL. Safe to run concurrently. Returns also how many sources of another
   * model were queued, and how many chunks were written again because vector search did not find them.
   */
  async reconcile(siteId: string, signal?: AbortSignal) {
    const { space } = this;
    const { database, jobs, log } = this.deps;
    const scope = database.forSite(siteId, 'background');
    // While its model is not there, another one is being prepared.
    const requeuedCount = space.isAvailable ? await requeueForeign(scope, jobs, space.embedder) : 0;
    const compared = await reconcileSite(scope, space, signal);
    const reconciled = { ...compared, requeued: requeuedCount, restored: await this.restoreReach(siteId, signal) };
    const isNothing = Object.values(reconciled).every((count) => count === 0);
    log[isNothing ? 'debug' : 'info']({ siteId, ...reconciled }, 'the vector index was reconciled');
    return reconciled;
  }

  /** Writes all chunks of a site again, even if the index has them. Returns their number. */
  async feedAll(siteId: string): Promise<number> {
    return feedAgain(this.deps.database.forSite(siteId, 'background'), this.space, ACCESS_LEVELS);
  }

  /** Rejects while there are sites in which vector search does not find stored chunks. */
  async checkReach(): Promise<void> {
    if (this.unreachable.size > 0) throw new Error(`Stored vectors of ${this.unreachable.size} sites are not found`);
  }

  get unreachableSites(): number {
    return this.unreachable.size;
  }

  /**
   * Searches stored vectors in all sites, because the server may have lost some in an outage, or its whole graph of them.
   * @param which `indexing`: only those in which something was indexed in the last minutes
   */
  async enqueueReachChecks(which: 'all' | 'indexing' = 'all'): Promise<void> {
    try {
      await this.enqueueSites(which === 'all' ? SITES : INDEXING_SITES, { reach: true });
    } catch (error) {
      this.deps.log.warn(
        { err: error },
        'the vector index could not be checked after an outage; the daily check will do it',
      );
    }
  }

  private async restoreLatest(siteId: string, signal: AbortSignal): Promise<void> {
    const { database, log } = this.deps;
    const scope = database.forSite(siteId, 'background');
    const restoredCount = await restoreVectors(scope, this.space, await latestSources(scope), signal);
    if (restoredCount > 0)
      log.info({ siteId, restored: restoredCount }, 'chunks whose vectors the index had lost were written again');
  }

  /** Returns the number of chunks written again. Fails if that did not help. */
  private async restoreReach(siteId: string, signal?: AbortSignal): Promise<number> {
    const { space } = this;
    const { database, log } = this.deps;
    const scope = database.forSite(siteId, 'background');
    const levels = await unreachableLevels(scope, space);
    if (levels.length === 0) {
      this.unreachable.delete(siteId);
      return 0;
    }
    this.unreachable.add(siteId);
    log.warn({ siteId, levels }, 'the vector index does not find vectors that it stores; they are indexed again');
    const fedCount = await feedAgain(scope, space, levels, signal);
    if ((await unreachableLevels(scope, space)).length > 0) {
      throw new ServiceError('UNAVAILABLE', 'The vector index does not find vectors that it stores');
    }
    this.unreachable.delete(siteId);
    return fedCount;
  }

  /**
   * Removes data of deleted sites from the index, which a concurrent write may have left. Data of unknown sites is
   * kept: it may belong to another installation. Returns the number of sites.
   */
  async removeDeletedSites(): Promise<number> {
    const { index } = this.space;
    const { database, log } = this.deps;
    const deleted = await database.system.rows(DELETED_SITES);
    const keys = new Set(deleted.map(({ key }) => key));
    const stale = (await index.sites()).filter((siteId) => keys.has(siteId));
    for (const siteId of stale) await index.deleteSite(siteId);
    if (stale.length > 0) log.info({ sites: stale.length }, 'deleted sites were removed from the vector index');
    return stale.length;
  }

  /** Writes a job for every site: for an index that starts empty, and is then checked a second time. */
  async enqueueAll(): Promise<void> {
    await this.enqueueSites(SITES, { again: true });
  }

  /**
   * Queues jobs again that failed although their input was valid, of one site or of all. Returns their number.
   * @param codes of their errors
   */
  async requeueFailed(codes: readonly string[], siteId?: string): Promise<number> {
    const { database, jobs } = this.deps;
    const requeuedCount =
      (await jobs.requeueFailed(REPEATABLE_KINDS, codes, siteId)) +
      (await requeueFailedSources(database, jobs, codes, siteId));
    if (requeuedCount > 0)
      this.deps.log.info({ jobs: requeuedCount, siteId }, 'failed indexing jobs were queued again');
    return requeuedCount;
  }

  /** Writes jobs for the sites whose hour of the day it is, once a day each, and for deleted sites. */
  async enqueueDue(): Promise<void> {
    if ((await this.enqueueSites(DUE_SITES)) > 0) await this.enqueue(null);
  }

  private get space(): Space {
    return this.deps.vectors.active;
  }

  /** Returns the number of sites. */
  private async enqueueSites(which: typeof SITES, options?: ReconcileJobOptions): Promise<number> {
    const rows = await this.deps.database.system.rows(which);
    for (const { id } of rows) await this.enqueue(id, options);
    return rows.length;
  }

  private enqueue(siteId: string | null, options?: ReconcileJobOptions): Promise<void> {
    return enqueueReconciliation({ ...this.deps, index: this.space.index }, siteId, options);
  }

  /** An instance of the version with that index runs it; if there is none any more, it is not needed. */
  private async requeue({ siteId, key, payload }: Job): Promise<void> {
    const { database, jobs } = this.deps;
    const passes = Number(payload['passes'] ?? 0) + 1;
    if (passes > MAX_PASSES) return;
    const scope = siteId === null ? database.system : database.forSite(siteId, 'background');
    const again = { key, payload: { ...payload, passes }, delaySeconds: PASS_SECONDS };
    await scope.write((tx) => jobs.enqueue(tx, { kind: 'reconcile-index', ...again }));
  }
}

const sites = table(SiteEntity, 's', { only: ['id'] });
const SITES = sites.select('order by s.id');
const INDEXING_SITES = sites.select(`where exists (select from knowledge_source k
  where k.site_id = s.id and k.processed_at > now() - interval '15 minutes') order by s.id`);

/** Sites are distributed over the day. A site created today cannot have diverged yet. */
const DUE_SITES = sites.select(`where s.created_at < now() - interval '1 day'
  and (hashtext(s.id::text) & 2147483647) % 24 = extract(hour from now() at time zone 'UTC')
  and not exists (select from job where job.site_id = s.id and job.kind = 'reconcile-index'
    and job.key not like '%/reach' and job.created_at > now() - interval '12 hours')`);

const DELETED_SITES = table(JobEntity, 'j', { only: ['key'] }).select(
  `where j.kind = 'remove-site' and not exists (select from site where site.id::text = j.key) group by j.key`,
);
