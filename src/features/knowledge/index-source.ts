import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { v5 } from 'uuid';
import type { Database, Scope } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexedChunk, VectorIndex } from '../../ports/vector-index.ts';
import type { SourceKind } from './knowledge.entity.ts';
import { type Job, jobScope } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-runner.ts';
import {
  type ChunkRow,
  dropSource,
  isUnchanged,
  knownEmbeddings,
  markCompleted,
  markEmbedded,
  publish,
  readSource,
} from './chunk.rows.ts';
import type { SourceRow, SourceState } from './chunk.rows.ts';
import { chunkText } from './chunk-text.ts';
import { contextualText, titlePath } from '../../text/chunking/chunk-blocks.ts';
import type { Chunk } from '../../text/chunking/types.ts';
import type { SourceReader, SourceReaders, SourceText } from './source-text.ts';

/** Texts that are embedded at once, those of one request to Cohere: if a later part fails, they are not paid twice. */
const PART = 96;
/** For all sources whose last attempt failed. */
const MAX_PAID_BYTES = 64_000_000;

/**
 * Updates the index for one source from PostgreSQL: indexes it again, or removes it. First its vectors are written to
 * the index, where searches ignore them until PostgreSQL marks their generation as current; one statement does that and
 * replaces the chunks; then the previous vectors are removed. After a crash it starts again with the same result: the
 * chunks of a revision always have the same ids, which no other revision has, so orphans can be removed by id at any
 * time.
 */
export class IndexSource implements JobHandler {
  private readonly database: Database;
  private readonly index: VectorIndex;
  private readonly embedder: Embedder;
  private readonly readers: SourceReaders;
  /**
   * Vectors by digest of sources that are not published yet, for their next attempt. In memory: another process computes
   * them again.
   */
  private readonly paid = new LRUCache<string, Map<string, Float32Array>>({
    maxSize: MAX_PAID_BYTES,
    sizeCalculation: (vectors) => 100 + vectors.size * (200 + 4 * this.embedder.dimensions),
  });

  constructor(database: Database, index: VectorIndex, embedder: Embedder, readers: SourceReaders) {
    this.database = database;
    this.index = index;
    this.embedder = embedder;
    this.readers = readers;
  }

  readonly needs = ['vector index', 'embedder'];

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const scope = jobScope(this.database, job);
    const source = await readSource(scope, job.key);
    if (!source) return this.index.deleteSource(scope.siteId, job.key);
    // Published by an attempt that ended before its cleanup.
    if (source.generation === source.revision) return this.finish(scope, source);
    const text = await this.readerOf(source.kind)(scope, source.id);
    // If it was written in the meantime, the text may be newer than the access level. The job of that write is already
    // waiting.
    if (!(await isUnchanged(scope, source))) return;
    if (!text) {
      await dropSource(scope, source);
      return this.index.deleteSource(scope.siteId, source.id);
    }
    const rows = await this.embed(scope, source, text, signal);
    signal.throwIfAborted();
    await this.clearFormerVectors(scope, source);
    await this.index.upsert(
      scope.siteId,
      rows.map((row) => indexed(row, source, text.title)),
    );
    signal.throwIfAborted();
    const outcome = await publish(scope, job, source, rows);
    this.paid.delete(paidKey(source));
    if (outcome === 'deleted') return this.index.deleteSource(scope.siteId, source.id);
    if (outcome === 'published' && source.revision > 1) await this.finish(scope, source);
  }

  /** The previous text of the source stays searchable, and the source has the error. */
  async failed(job: Job, error: { code: string; message: string }): Promise<void> {
    await jobScope(this.database, job).rows(`update knowledge_source set status = 'failed', error = $2 where id = $1`, [
      job.key,
      JSON.stringify(error),
    ]);
  }

  async waiting(job: Job, reason: { code: string; message: string }): Promise<void> {
    await jobScope(this.database, job).rows(`update knowledge_source set status = 'queued', error = $2 where id = $1`, [
      job.key,
      JSON.stringify(reason),
    ]);
  }

  /**
   * An item that was removed and added again counts its revisions from 1: chunks of its previous revisions must not be
   * reused.
   */
  private async clearFormerVectors(scope: Scope, source: SourceState): Promise<void> {
    if (source.kind === 'document' || source.generation !== null) return;
    await this.index.deleteSource(scope.siteId, source.id);
  }

  /** Removes the vectors of all other revisions and marks the source as searchable, unless a newer write is waiting. */
  private async finish(scope: Scope, source: SourceState): Promise<void> {
    await this.index.deleteSource(scope.siteId, source.id, { keepGeneration: source.revision });
    if (source.generation === source.revision) await markCompleted(scope, source);
  }

  private readerOf(kind: SourceKind): SourceReader {
    const reader = this.readers[kind];
    if (!reader) throw new Error(`Unknown kind of source: ${kind}`);
    return reader;
  }

  /** Chunks with their vectors; unchanged text keeps its vector. */
  private async embed(scope: Scope, source: SourceState, text: SourceText, signal: AbortSignal): Promise<ChunkRow[]> {
    const cut = await chunkText(text, signal);
    const chunks = cut.map((chunk) => {
      const context = contextualText(text.title, chunk.section, chunk.text);
      return { chunk, context, digest: createHash('sha256').update(context).digest('hex') };
    });
    if (!text.embed) {
      const none = new Float32Array(this.embedder.dimensions);
      return chunks.map(({ chunk, digest }) => toRow(source, chunk, 'none', digest, none));
    }
    const { generation } = source;
    const known =
      generation === null
        ? new Map<string, Float32Array>()
        : await knownEmbeddings(scope, source.id, this.embedder.model);
    const fresh = chunks.filter(({ digest }) => !known.has(digest));
    for (const [digest, vector] of await this.vectorsOf(scope, source, fresh, signal)) known.set(digest, vector);
    return chunks.map(({ chunk, digest }) => {
      const vector = known.get(digest);
      if (!vector) throw new Error('The embedder returned fewer vectors than texts');
      return toRow(source, chunk, this.embedder.model, digest, vector);
    });
  }

  /** Vectors by digest. The job of a video shows how far this is, as a long one takes minutes. */
  private async vectorsOf(
    scope: Scope,
    source: SourceState,
    texts: readonly { context: string; digest: string }[],
    signal: AbortSignal,
  ): Promise<Map<string, Float32Array>> {
    const key = paidKey(source);
    const vectors = new Map(this.paid.get(key));
    const unpaid = texts.filter(({ digest }) => !vectors.has(digest));
    for (let from = 0; from < unpaid.length; from += PART) {
      const part = unpaid.slice(from, from + PART);
      const found = await this.embedder.embedPassages(
        part.map(({ context }) => context),
        { signal },
      );
      for (const [at, vector] of found.entries()) vectors.set(part[at]?.digest ?? '', vector);
      this.paid.set(key, new Map(vectors));
      if (source.kind === 'video') await markEmbedded(scope, source, (from + part.length) / unpaid.length);
    }
    if (source.kind === 'video') await markEmbedded(scope, source, 1);
    return vectors;
  }
}

/** A source that was removed and added again has another one. */
function paidKey({ id, createdEpoch }: SourceState): string {
  return `${id} ${createdEpoch}`;
}

function toRow(source: SourceState, chunk: Chunk, embedder: string, digest: string, embedding: Float32Array): ChunkRow {
  return {
    id: v5(`${source.createdEpoch}/${source.revision}/${chunk.position}`, source.id),
    position: chunk.position,
    section: chunk.section,
    text: chunk.text,
    page: chunk.page ?? null,
    startTime: chunk.startTime ?? null,
    endTime: chunk.endTime ?? null,
    embedder,
    digest,
    embedding,
  };
}

export function indexed(
  row: Pick<ChunkRow, 'id' | 'section' | 'text' | 'embedding'>,
  source: SourceRow,
  title: string,
): IndexedChunk {
  return {
    id: row.id,
    sourceId: source.id,
    generation: source.revision,
    contentType: source.contentType,
    accessLevel: source.accessLevel,
    requiredSubscriptions: source.requiredSubscriptions,
    published: source.published,
    title: titlePath(title, row.section),
    text: row.text,
    vector: row.embedding,
  };
}
