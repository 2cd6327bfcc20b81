import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Rows } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Space, VectorSpace } from '../../../ports/vector-space.ts';
import { NO_ID } from '../../../shared/ids.ts';
import type { Logger } from '../../../shared/log/logger.ts';
import { contextualText } from '../../../text/chunking/chunk-blocks.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import type { Job, JobService } from '../../job/job.service.ts';
import { SiteEntity } from '../../site/site.entity.ts';
import {
  ANY_CHUNK_WITHOUT_VECTOR,
  COUNT_EMBEDDED,
  CHUNKS_WITHOUT_VECTOR,
  REMOVE_FORMER_VECTORS,
  SETTLE_VECTORS,
  storeVectors,
} from './embedding-state.rows.ts';
import { embedTexts } from '../indexing/embed-texts.ts';
import { reconcileSite } from '../index-copy/reconcile-site.ts';
import { requeueAll } from './requeue.ts';
import { allSources, restoreVectors } from '../index-copy/restore-lost-vectors.ts';
import type { VectorSpaces } from '../vector-spaces.service.ts';

interface ChangeDependencies {
  database: Database;
  jobs: JobService;
  vectors: VectorSpaces;
  log: Logger;
}

/** Texts of one request to Cohere. */
const BATCH = 96;
/** The time after which the job is queued again, so that others of its runner get their turn. */
const SLICE_MS = 20_000;
/** The delay before another instance is tried that may have the model. */
const ELSEWHERE_SECONDS = 5;

const SITES = table(SiteEntity, 's', { only: ['id'] }).select('where s.id > $1 order by s.id');

/**
 * Prepares the vectors of the next embedding model, beside those that are searched: first of all chunks in PostgreSQL,
 * then the index of each site. Then one transaction changes the searched model, if no chunk lacks its vector. What is
 * stored is not embedded again, so it can be stopped at any time and goes on where it was.
 * See decision 110.
 */
export class ChangeEmbedder implements JobHandler {
  readonly requirements = ['vector index'];
  private readonly deps: ChangeDependencies;
  private tenth = 0;

  constructor(deps: ChangeDependencies) {
    this.deps = deps;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { database, vectors } = this.deps;
    const { generation } = await vectors.refresh();
    const { next } = vectors;
    if (!next) return this.addLacking();
    if (!next.isAvailable) return this.enqueueNext({}, ELSEWHERE_SECONDS);
    const deadline = performance.now() + SLICE_MS;
    const { after, site } = job.payload;
    if (typeof site !== 'string') {
      if (typeof after !== 'string') await database.system.rows(COUNT_EMBEDDED, [next.model]);
      const reached = await this.embed(next, generation, typeof after === 'string' ? after : NO_ID, deadline, signal);
      if (reached) return this.enqueueNext('after' in reached ? reached : {});
    }
    await next.prepareIndex();
    const last = await this.fill(next, typeof site === 'string' ? site : NO_ID, deadline, signal);
    if (last !== null) return this.enqueueNext({ site: last });
    await this.complete(next, generation);
  }

  /** Adds vectors to sources that were indexed without the searched model, after a cancelled change. */
  private async addLacking(): Promise<void> {
    const { database, jobs, vectors } = this.deps;
    if (vectors.active.isAvailable) await requeueAll(database, jobs, vectors.active.embedder);
  }

  /**
   * Embeds chunks from an id on. Returns the last id at the end of the time, null if all are embedded, and `isStopped` if
   * the models have changed.
   */
  private async embed(
    { model, embedder }: VectorSpace,
    generation: number,
    from: string,
    deadline: number,
    signal: AbortSignal,
  ): Promise<{ after: string } | { isStopped: true } | null> {
    const { system } = this.deps.database;
    for (let after = from; ;) {
      if (performance.now() > deadline) return { after };
      signal.throwIfAborted();
      const chunks = await system.rows(CHUNKS_WITHOUT_VECTOR, [model, after, BATCH]);
      const last = chunks.at(-1);
      if (!last) return null;
      const texts = chunks.map(({ title, section, text }) => contextualText(title, section, text));
      const vectors = await embedTexts(embedder, texts, signal);
      const ids = chunks.map(({ id }) => id);
      if (!(await storeVectors(system, generation, model, ids, vectors))) return { isStopped: true };
      after = last.id;
      await this.logProgress();
      await nextTurn();
    }
  }

  /** Each further tenth. */
  private async logProgress(): Promise<void> {
    const tenth = Math.floor(10 * (await this.deps.vectors.progress()));
    if (tenth > this.tenth)
      this.deps.log.info(`${tenth * 10} % of the chunks have vectors of the next embedding model`);
    this.tenth = tenth;
  }

  /** Returns the last site at the end of the time, and null if the index has the chunks of all sites. */
  private async fill(space: Space, from: string, deadline: number, signal: AbortSignal): Promise<string | null> {
    const { database } = this.deps;
    for (const { id } of await database.system.rows(SITES, [from])) {
      const scope = database.forSite(id, 'background');
      await reconcileSite(scope, space, signal, { skipsLacking: true });
      // What was written before a crash may be there without its vector.
      for await (const sources of allSources(scope)) await restoreVectors(scope, space, sources, signal);
      if (performance.now() > deadline) return id;
    }
    return null;
  }

  private async complete(next: VectorSpace, generation: number): Promise<void> {
    const { database, vectors } = this.deps;
    const isComplete = async (rows: Rows) => (await rows.rows(ANY_CHUNK_WITHOUT_VECTOR, [next.model])).length === 0;
    // Without the lock first, because every publication waits for it.
    if (!(await isComplete(database.system))) return this.enqueueNext({});
    const { confirmRebuilt } = await next.openIndex();
    await confirmRebuilt();
    const isDone = await vectors.complete(generation, isComplete);
    if (!isDone) await this.enqueueNext({});
  }

  private async enqueueNext(payload: { after?: string; site?: string }, delaySeconds = 0): Promise<void> {
    const { database, jobs } = this.deps;
    const request = { kind: 'change-embedder', key: 'installation', payload, delaySeconds } as const;
    await database.system.write((tx) => jobs.enqueue(tx, request));
  }
}

/** Removes the vectors of models that are neither searched nor prepared, and their indexes. */
export function removeVectors({ database: { system }, vectors, log }: Omit<ChangeDependencies, 'jobs'>): JobHandler {
  return {
    requirements: ['vector index'],
    async run(_job, signal) {
      await vectors.refresh();
      for (const sql of [SETTLE_VECTORS, REMOVE_FORMER_VECTORS]) {
        while ((await system.rows(sql)).length > 0) signal.throwIfAborted();
      }
      const indexes = await vectors.removeFormer();
      if (indexes > 0) log.info({ indexes }, 'the vectors of former embedding models were removed');
    },
  };
}
