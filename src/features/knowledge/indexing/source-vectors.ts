import type { Scope } from '../../../database/database.ts';
import type { IndexedChunk, VectorIndex } from '../../../ports/vector-index.ts';
import type { Space } from '../../../ports/vector-space.ts';
import { ServiceError } from '../../../shared/errors.ts';
import type { ChunkRow, SourceState } from '../chunk.rows.ts';
import { type ReadText, SourceEmbedder, cutTexts } from './source-embedder.ts';
import type { Vectors } from '../vector-spaces.service.ts';

type EmbeddedSources = Awaited<ReturnType<SourceVectors['embed']>>;

/**
 * Vectors of sources, of the searched model and of one that is being prepared. A source must not wait for the latter: if
 * it fails, the job that prepares it adds the vectors later.
 */
export class SourceVectors {
  private readonly vectors: Vectors;
  private readonly embedder = new SourceEmbedder();

  constructor(vectors: Vectors) {
    this.vectors = vectors;
  }

  refresh(): Promise<unknown> {
    return this.vectors.refresh();
  }

  /** The chunks of each source, in the order of the sources, and the models as they were. */
  async embed(scope: Scope, texts: readonly ReadText[], signal: AbortSignal) {
    const { active, next, generation } = this.vectors;
    const cut = await cutTexts(texts, signal);
    const embedRows = async ({ isAvailable, embedder }: Space) =>
      isAvailable ? this.embedder.embed(embedder, scope, cut, signal) : null;
    const activeRows = await embedRows(active);
    const nextRows =
      next &&
      (await embedRows(next).catch((error: unknown) => {
        signal.throwIfAborted();
        if (!activeRows) throw error;
        return null;
      }));
    const rows = activeRows ?? nextRows;
    if (!rows) throw new ServiceError('UNAVAILABLE', 'The embedding model is not available');
    // An entry without its vector in the index of the next model would be taken for complete.
    const models = { active, next: nextRows && next, generation };
    return {
      rows: activeRows && nextRows ? activeRows.map((each, at) => withNext(each, nextRows[at] ?? [])) : rows,
      models,
    };
  }

  /**
   * Writes chunks to the indexes. Returns their rows for the database: without vectors that an index of the next model
   * does not have.
   * @param toChunks the rows with these vectors
   */
  async upsert(
    siteId: string,
    { rows, models: { active, next } }: EmbeddedSources,
    toChunks: (selectVector: (row: ChunkRow) => Float32Array) => IndexedChunk[],
  ): Promise<ChunkRow[][]> {
    await active.index.upsert(
      siteId,
      toChunks((row) => selectVector(row, active.embedder)),
    );
    if (!next) return rows;
    try {
      await next.index.upsert(
        siteId,
        toChunks((row) => selectVector(row, next.embedder)),
      );
      return rows;
    } catch (error) {
      if (!active.isAvailable) throw error;
      return rows.map((each) => each.map(({ next: _next, ...row }) => row));
    }
  }

  /** Forgets the vectors of a source that was published. */
  forget(source: SourceState): void {
    this.embedder.forget(source);
  }

  async deleteSource(...parameters: Parameters<VectorIndex['deleteSource']>): Promise<void> {
    const { active, next } = this.vectors;
    await active.index.deleteSource(...parameters);
    // What stays is not found, and removed later.
    await next?.index.deleteSource(...parameters).catch(() => undefined);
  }
}

function withNext(rows: readonly ChunkRow[], nextRows: readonly ChunkRow[]): ChunkRow[] {
  return rows.map((row, at) => {
    const next = nextRows[at];
    return next && next.embedder !== 'none' ? { ...row, next } : row;
  });
}

function selectVector({ embedder, embedding, next }: ChunkRow, { model, dimensions }: Space['embedder']): Float32Array {
  if (embedder === model) return embedding;
  return next?.embedder === model ? next.embedding : new Float32Array(dimensions);
}
