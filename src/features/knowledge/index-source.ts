import { createHash } from 'node:crypto';
import type { Database, Scope } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexedChunk, SourceKind, VectorIndex } from '../../ports/vector-index.ts';
import { newId } from '../../shared/ids.ts';
import type { Job } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-runner.ts';
import { type ChunkRow, knownEmbeddings, publish, readSource, stage } from './chunk.rows.ts';
import type { SourceRow } from './chunk.rows.ts';
import { type Chunk, chunkBlocks, contextualText } from './chunking.ts';
import type { SourceReaders, SourceText } from './source-text.ts';

/** Large enough to carry a thought, small enough that its vector is about one thing. */
const CHUNK_TOKENS = { maxTokens: 400, overlapTokens: 40 };

/**
 * Indexes one source: read, chunk, embed, stage, publish. What is staged carries the source's revision as its generation
 * and is invisible until one transaction makes that generation the current one; then the former one is cleared away.
 * Killed anywhere, it starts over and ends the same.
 */
export class IndexSource implements JobHandler {
  private readonly database: Database;
  private readonly index: VectorIndex;
  private readonly embedder: Embedder;
  private readonly readers: SourceReaders;

  constructor(database: Database, index: VectorIndex, embedder: Embedder, readers: SourceReaders) {
    this.database = database;
    this.index = index;
    this.embedder = embedder;
    this.readers = readers;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const scope = this.scopeOf(job);
    const source = await readSource(scope, job.key);
    const text = source && (await this.readers[source.kind]?.(scope, source.id));
    if (!source || !text) return this.index.deleteSource(scope.siteId, job.key);
    const rows = await this.embed(scope, source, text, signal);
    signal.throwIfAborted();
    if (!(await stage(scope, source, rows))) return this.index.deleteSource(scope.siteId, source.id);
    await this.index.upsert(
      scope.siteId,
      rows.map((row) => indexed(row, source, text.title)),
    );
    signal.throwIfAborted();
    const published = await publish(scope, source, rows.length);
    await this.index.deleteSource(scope.siteId, source.id, published ? { keepGeneration: source.revision } : {});
  }

  /** The source keeps its former text, if it had one, and says what went wrong. */
  async failed(job: Job, error: { code: string; message: string }): Promise<void> {
    await this.scopeOf(job).rows(`update knowledge_source set status = 'failed', error = $2 where id = $1`, [
      job.key,
      JSON.stringify(error),
    ]);
  }

  private scopeOf(job: Job): Scope {
    if (job.siteId === null) throw new Error('A source belongs to a site');
    return this.database.forSite(job.siteId);
  }

  /** Chunks with their vectors; what did not change since the last time keeps its vector. */
  private async embed(scope: Scope, source: SourceRow, text: SourceText, signal: AbortSignal): Promise<ChunkRow[]> {
    const chunks = chunkBlocks(text.blocks, CHUNK_TOKENS).map((chunk) => {
      const context = contextualText(text.title, chunk.section, chunk.text);
      return { chunk, context, digest: createHash('sha256').update(context).digest('hex') };
    });
    if (!text.embed) {
      const none = new Float32Array(this.embedder.dimensions);
      return chunks.map(({ chunk, digest }) => toRow(chunk, 'none', digest, none));
    }
    const known = await knownEmbeddings(scope, source.id, this.embedder.model);
    const fresh = chunks.filter(({ digest }) => !known.has(digest));
    const vectors = await this.embedder.embedPassages(
      fresh.map(({ context }) => context),
      { signal },
    );
    fresh.forEach(({ digest }, index) => {
      const vector = vectors[index];
      if (vector) known.set(digest, vector);
    });
    return chunks.map(({ chunk, digest }) => {
      const vector = known.get(digest);
      if (!vector) throw new Error('The embedder gave fewer vectors than texts');
      return toRow(chunk, this.embedder.model, digest, vector);
    });
  }
}

function toRow(chunk: Chunk, embedder: string, digest: string, embedding: Float32Array): ChunkRow {
  return {
    id: newId(),
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
    kind: source.kind as SourceKind,
    contentType: source.contentType,
    accessLevel: source.accessLevel,
    requiredSubscriptions: source.requiredSubscriptions,
    title: [title, ...row.section].join(' '),
    text: row.text,
    vector: row.embedding,
  };
}
