import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database, Scope } from '../../../database/database.ts';
import type { IndexedChunk } from '../../../ports/vector-index.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { newerVersionError } from '../../../shared/outage.ts';
import { titlePath } from '../../../text/chunking/chunk-blocks.ts';
import { findKeywords } from '../../../text/keywords.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import type { JobError } from '../../job/job.entity.ts';
import { type Job, jobScope } from '../../job/job.service.ts';
import {
  BEGIN_ONE,
  BEGIN_SEVERAL,
  type ChunkRow,
  DROP_SOURCE,
  MARK_COMPLETED,
  type SourceState,
  deletedSources,
  recordError,
  unchangedSources,
} from '../chunk.rows.ts';
import type { SourceKind } from '../knowledge.entity.ts';
import { publish } from './publish.ts';
import type { ReadText } from './source-embedder.ts';
import { SourceVectors } from './source-vectors.ts';
import { type SourceReader, type SourceReaders, type SourceText, readFrontMatter } from '../source-text.ts';
import type { Vectors } from '../vector-spaces.service.ts';

interface IndexedWork extends ReadText {
  job: Job;
}

/**
 * Updates the index for one source from PostgreSQL: indexes it again, or removes it. First its vectors are written to
 * the index, where searches ignore them until PostgreSQL marks their generation as current; one statement does that and
 * replaces the chunks; then the previous vectors are removed. After a crash it starts again with the same result: the
 * chunks of a revision always have the same ids, which no other revision has, so orphans can be removed by id at any
 * time.
 * See decision 143.
 */
export class IndexSource implements JobHandler {
  private readonly database: Database;
  private readonly vectors: SourceVectors;
  private readonly readers: SourceReaders;

  constructor(database: Database, vectors: Vectors, readers: SourceReaders) {
    this.database = database;
    this.vectors = new SourceVectors(vectors);
    this.readers = readers;
  }

  readonly requirements = ['vector index', 'embedder'];

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const scope = jobScope(this.database, job);
    const [source] = await scope.change(BEGIN_ONE, [job.key]);
    if (!source) return this.vectors.deleteSource(scope.siteId, job.key);
    // Published by an attempt that ended before its cleanup.
    if (source.generation === source.revision) return this.finish(scope, source);
    const text = await this.findReader(source.kind).read(scope, source.id);
    // If it was written in the meantime, the text may be newer than the access level. The job of that write is already
    // waiting.
    if ((await unchangedSources(scope, [source])).length === 0) return;
    if (!text) {
      await scope.change(DROP_SOURCE, [source.id, source.revision, source.createdEpoch]);
      return this.vectors.deleteSource(scope.siteId, source.id);
    }
    await this.index(scope, [{ job, source, text }], signal);
  }

  /** Leaves out sources that are locked, and those that have no text or a long one. */
  async runBatch(jobs: readonly Job[], signal: AbortSignal): Promise<readonly Job[]> {
    const [first] = jobs;
    if (!first) return [];
    const scope = jobScope(this.database, first);
    const jobsByKey = new Map(jobs.map((job) => [job.key, job]));
    const read = await scope.change(BEGIN_SEVERAL, [[...jobsByKey.keys()]]);
    const sourceIds = new Set(read.map(({ id }) => id));
    const deleted = await this.clearDeleted(
      scope,
      [...jobsByKey.keys()].filter((id) => !sourceIds.has(id)),
    );
    const sources = read.filter((source) => source.generation !== source.revision);
    const texts = await this.shortTexts(scope, sources);
    const work = (await unchangedSources(scope, sources)).flatMap((source): IndexedWork[] => {
      const [job, text] = [jobsByKey.get(source.id), texts.get(source.id)];
      return job && text ? [{ job, source, text }] : [];
    });
    const indexedJobs = work.length === 0 ? [] : await this.index(scope, work, signal);
    return [...indexedJobs, ...deleted.flatMap((id) => jobsByKey.get(id) ?? [])];
  }

  /** The previous text of the source stays searchable, and the source has the error. */
  async onFailed(job: Job, error: JobError): Promise<void> {
    await recordError(jobScope(this.database, job), job.key, 'failed', error);
  }

  async onPostponed(job: Job, reason: JobError): Promise<void> {
    await recordError(jobScope(this.database, job), job.key, 'queued', reason);
  }

  /**
   * An item that was removed and added again counts its revisions from 1: chunks of its previous revisions must not be
   * reused.
   */
  private async clearFormerVectors(scope: Scope, source: SourceState): Promise<void> {
    if (source.kind === 'document' || source.generation !== null) return;
    await this.vectors.deleteSource(scope.siteId, source.id);
  }

  /** Removes the vectors of all other revisions and marks the source as searchable, unless a newer write is waiting. */
  private async finish(scope: Scope, { id, revision, generation }: SourceState): Promise<void> {
    await this.vectors.deleteSource(scope.siteId, id, { keepGeneration: revision });
    if (generation === revision) await scope.change(MARK_COMPLETED, [id, revision]);
  }

  /** Writes the vectors, then publishes their chunks. Returns the jobs that are done. */
  private async index(scope: Scope, work: readonly IndexedWork[], signal: AbortSignal): Promise<Job[]> {
    const embedded = await this.vectors.embed(scope, work, signal);
    signal.throwIfAborted();
    for (const { source } of work) await this.clearFormerVectors(scope, source);
    const sources = work.map((each, at) => withKeywords(each, embedded.rows[at] ?? []));
    const rows = await this.vectors.upsert(scope.siteId, embedded, (selectVector) =>
      sources.flatMap((each) =>
        each.rows.map((row) => toIndexedChunk({ ...row, embedding: selectVector(row) }, each.source, each)),
      ),
    );
    signal.throwIfAborted();
    const outcomes = await publish(
      scope,
      sources.map((each, at) => ({ ...each, rows: rows[at] ?? [] })),
      embedded.models.generation,
    );
    if ([...outcomes.values()].includes('outdated')) {
      await this.vectors.refresh();
      throw new ServiceError('UNAVAILABLE', 'The embedding model has changed');
    }
    const done: Job[] = [];
    for (const { job, source } of work) {
      const outcome = outcomes.get(source.id);
      if (outcome === 'skipped') continue;
      this.vectors.forget(source);
      if (outcome === 'deleted') await this.vectors.deleteSource(scope.siteId, source.id);
      else if (source.revision > 1) await this.finish(scope, source);
      done.push(job);
    }
    return done;
  }

  /** Removes the vectors of those of the ids that are of no source, and returns these ids. */
  private async clearDeleted(scope: Scope, ids: readonly string[]): Promise<string[]> {
    const deleted = await deletedSources(scope, ids);
    for (const id of deleted) {
      await this.vectors.deleteSource(scope.siteId, id);
      await nextTurn();
    }
    return deleted;
  }

  /** Reads texts in a constant number of statements. Texts of kinds that cannot be read together are left out. */
  private async shortTexts(scope: Scope, sources: readonly SourceState[]): Promise<Map<string, SourceText>> {
    const texts = new Map<string, SourceText>();
    for (const [kind, ofKind] of Map.groupBy(sources, (source) => source.kind)) {
      const shortText = await this.readers[kind]?.readShort?.(
        scope,
        ofKind.map(({ id }) => id),
      );
      for (const [id, text] of shortText ?? []) texts.set(id, text);
    }
    return texts;
  }

  private findReader(kind: SourceKind): SourceReader {
    const reader = this.readers[kind];
    if (!reader) throw newerVersionError(`The kind of source ${kind}`);
    return reader;
  }
}

function withKeywords({ job, source, text }: IndexedWork, rows: readonly ChunkRow[]) {
  const { title, extractKeywords } = text;
  const keywords = extractKeywords ? findKeywords(title, rows) : [];
  return { job, source, title, rows, keywords, frontMatter: readFrontMatter(text) };
}

export function toIndexedChunk(
  row: Pick<ChunkRow, 'id' | 'section' | 'text' | 'embedding'>,
  source: Omit<SourceState, 'kind' | 'generation' | 'createdEpoch'>,
  { title, keywords }: { title: string; keywords: readonly string[] },
): IndexedChunk {
  return {
    id: row.id,
    sourceId: source.id,
    generation: source.revision,
    contentType: source.contentType,
    accessLevel: source.accessLevel,
    requiredSubscriptions: source.requiredSubscriptions,
    published: source.published,
    title: [titlePath(title, row.section), ...keywords].join(' '),
    text: row.text,
    vector: row.embedding,
  };
}
