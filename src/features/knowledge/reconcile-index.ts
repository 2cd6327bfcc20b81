import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { Logger } from '../../shared/logger.ts';
import type { JobHandler } from '../job/job-runner.ts';
import { JobEntity } from '../job/job.entity.ts';
import type { Job, JobService } from '../job/job.service.ts';
import { ServiceError } from '../../shared/errors.ts';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { SiteEntity } from '../site/site.entity.ts';
import { feedAgain, unreachableLevels } from './index-reach.ts';
import { enqueueReconciliation } from './reconcile-jobs.ts';
import { type Reconciled, reconcileSite } from './reconcile-site.ts';
import { requeueFailedSources } from './requeue-failed.ts';
import { requeueForeign } from './requeue-foreign.ts';

export interface ReconcilingDependencies {
  database: Database;
  index: VectorIndex;
  embedder: Embedder;
  jobs: JobService;
  log: Logger;
}

export interface SiteReconciled extends Reconciled {
  /** Sources of another model, queued to be indexed. */
  requeued: number;
  /** Chunks fed anew because searches by meaning did not find what the index holds. */
  restored: number;
}

/** When a new index is looked at again: by then no instance of the former version writes to the former index any more. */
const AGAIN_SECONDS = 15 * 60;
/** How often, and how far apart, a job for another version's index is passed on before it is taken for nobody's. */
const MAX_PASSES = 60;
const PASS_SECONDS = 60;
/** Jobs whose failure leaves the index, or what is stored of a site, behind the database. */
const REPEATABLE_KINDS = [
  'index-source',
  'reconcile-index',
  'remove-site',
  'sync-content-type',
  'clear-asset',
] as const;
/** Codes of errors that a dependency causes. */
export const OUTAGE_CODES = ['UNAVAILABLE', 'BAD_GATEWAY', 'RATE_LIMITED'];
/** Those, and what nobody expected, which another version of the service may have mended. */
export const REPEATABLE_CODES = [...OUTAGE_CODES, 'INTERNAL'];

/**
 * The broom of the index: searches don't depend on it, as PostgreSQL has the last word on every hit. It clears away what is left
 * over, feeds what is lacking, and has sources indexed anew that another model embedded.
 */
export class ReconcileIndex implements JobHandler {
  readonly needs = ['vector index'];
  private readonly deps: ReconcilingDependencies;
  /** Sites in which searches by meaning did not find what the index holds, until that is mended. */
  private readonly unreachable = new Set<string>();

  constructor(deps: ReconcilingDependencies) {
    this.deps = deps;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    if (job.payload['index'] !== this.deps.index.name) return this.passOn(job);
    if (job.siteId === null) return void (await this.clearGoneSites());
    if (job.payload['reach'] === true) return void (await this.restoreReach(job.siteId, signal));
    await this.reconcile(job.siteId, signal);
    const { asked } = job.payload;
    if (asked === 'all') await this.feedAll(job.siteId);
    if (asked !== undefined) await this.requeueFailed(REPEATABLE_CODES, job.siteId);
    if (job.payload['again'] === true)
      await enqueueReconciliation(this.deps, job.siteId, { delaySeconds: AGAIN_SECONDS });
  }

  /** Brings a site's part of the index in line with PostgreSQL. Any number may work on it at a time. */
  async reconcile(siteId: string, signal?: AbortSignal): Promise<SiteReconciled> {
    const { database, index, embedder, jobs, log } = this.deps;
    const requeued = await requeueForeign(database, siteId, embedder, jobs);
    const compared = await reconcileSite(database.forSite(siteId), index, embedder, signal);
    const reconciled = { ...compared, requeued, restored: await this.restoreReach(siteId, signal) };
    const isNothing = Object.values(reconciled).every((count) => count === 0);
    log[isNothing ? 'debug' : 'info']({ siteId, ...reconciled }, 'the vector index was reconciled');
    return reconciled;
  }

  /** Feeds a site's chunks again, whatever the index holds. Answers how many. */
  async feedAll(siteId: string): Promise<number> {
    const { database, index, embedder } = this.deps;
    return feedAgain(database.forSite(siteId), index, embedder, ACCESS_LEVELS);
  }

  /** Rejects while there are sites in which searches by meaning don't find what the index holds. */
  async checkReach(): Promise<void> {
    if (this.unreachable.size > 0) throw new Error(`Stored vectors of ${this.unreachable.size} sites are not found`);
  }

  get unreachableSites(): number {
    return this.unreachable.size;
  }

  /** Has stored vectors looked for in all sites, as after the server was away its graph of them may be gone. */
  async enqueueReachChecks(): Promise<void> {
    const { database, log } = this.deps;
    try {
      const sites = await database.system.rows(SITES);
      for (const { id } of sites) await enqueueReconciliation(this.deps, id, { reach: true });
    } catch (error) {
      log.warn({ err: error }, 'the vector index could not be checked after an outage; the daily check will do it');
    }
  }

  /** Answers how many chunks were fed again. Fails when that did not help. */
  private async restoreReach(siteId: string, signal?: AbortSignal): Promise<number> {
    const { database, index, embedder, log } = this.deps;
    const scope = database.forSite(siteId);
    const levels = await unreachableLevels(scope, index, embedder);
    if (levels.length === 0) {
      this.unreachable.delete(siteId);
      return 0;
    }
    this.unreachable.add(siteId);
    log.warn({ siteId, levels }, 'the vector index does not find vectors that it stores; they are indexed again');
    const fed = await feedAgain(scope, index, embedder, levels, signal);
    if ((await unreachableLevels(scope, index, embedder)).length > 0) {
      throw new ServiceError('UNAVAILABLE', 'The vector index does not find vectors that it stores');
    }
    this.unreachable.delete(siteId);
    return fed;
  }

  /**
   * Removes what the index holds of sites that were deleted, as a write that was under way may have left. What it holds of
   * sites that were never here stays: it may be another installation's. Answers how many sites there were.
   */
  async clearGoneSites(): Promise<number> {
    const { database, index, log } = this.deps;
    const deleted = await database.system.rows(DELETED_SITES);
    const keys = new Set(deleted.map(({ key }) => key));
    const gone = (await index.sites()).filter((siteId) => keys.has(siteId));
    for (const siteId of gone) await index.deleteSite(siteId);
    if (gone.length > 0) log.info({ sites: gone.length }, 'deleted sites were removed from the vector index');
    return gone.length;
  }

  /** Writes a job for every site: for an index that starts empty, and is then looked at a second time. */
  async enqueueAll(): Promise<void> {
    const sites = await this.deps.database.system.rows(SITES);
    for (const { id } of sites) await enqueueReconciliation(this.deps, id, { again: true });
  }

  /**
   * Queues again what failed although its input was sound, of one site or of all. Answers how many jobs.
   * @param codes of their errors
   */
  async requeueFailed(codes: readonly string[], siteId?: string): Promise<number> {
    const { database, jobs } = this.deps;
    const requeued =
      (await jobs.requeueFailed(REPEATABLE_KINDS, codes, siteId)) +
      (await requeueFailedSources(database, jobs, codes, siteId));
    if (requeued > 0) this.deps.log.info({ jobs: requeued, siteId }, 'failed indexing jobs were queued again');
    return requeued;
  }

  /** Writes jobs for the sites whose hour of the day it is, once a day each, and for sites that are gone. */
  async enqueueDue(): Promise<void> {
    const due = await this.deps.database.system.rows(DUE_SITES);
    for (const { id } of due) await enqueueReconciliation(this.deps, id);
    if (due.length > 0) await enqueueReconciliation(this.deps, null);
  }

  /** An instance of the version that has that index takes it; when there is none any more, nobody needs it. */
  private async passOn({ siteId, key, payload }: Job): Promise<void> {
    const { database, jobs } = this.deps;
    const passes = Number(payload['passes'] ?? 0) + 1;
    if (passes > MAX_PASSES) return;
    const scope = siteId === null ? database.system : database.forSite(siteId);
    const request = {
      kind: 'reconcile-index',
      key,
      payload: { ...payload, passes },
      delaySeconds: PASS_SECONDS,
    } as const;
    await scope.write((tx) => jobs.enqueue(tx, request, siteId !== null));
  }
}

const sites = table(SiteEntity, 's', { only: ['id'] });
const SITES = sites.select('order by s.id');

/** Sites are spread over the day. One that was made today has had no time to diverge. */
const DUE_SITES = sites.select(`where s.created_at < now() - interval '1 day'
  and (hashtext(s.id::text) & 2147483647) % 24 = extract(hour from now() at time zone 'UTC')
  and not exists (select from job where job.site_id = s.id and job.kind = 'reconcile-index'
    and job.key not like '%/reach' and job.created_at > now() - interval '12 hours')`);

const DELETED_SITES = table(JobEntity, 'j', { only: ['key'] }).select(
  `where j.kind = 'remove-site' and not exists (select from site where site.id::text = j.key) group by j.key`,
);
