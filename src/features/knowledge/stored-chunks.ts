import { columns } from '../../database/columns.ts';
import type { Rows } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexedChunk } from '../../ports/vector-index.ts';
import { type ChunkRow, type SourceRow, toVector } from './chunk.rows.ts';
import { indexed } from './index-source.ts';

/** A chunk as the index takes it, and the site it belongs to. */
export interface StoredChunk {
  siteId: string;
  chunk: IndexedChunk;
}

/**
 * Current chunks that the present model embedded, or none, in the order of their ids.
 * @param condition of the chunk `c`; `$1` is the model, the values begin with `$2`
 */
export async function storedChunks(
  rows: Rows,
  embedder: Embedder,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<StoredChunk[]> {
  const found = await rows.rows<StoredRow>(
    `select ${columns('c', ['id', 'siteId', 'section', 'text', 'embedder', 'embedding'])},
       json_build_object('id', s.id, 'kind', s.kind, 'title', s.title, 'contentType', s.content_type,
         'accessLevel', s.access_level, 'requiredSubscriptions', s.required_subscriptions,
         'revision', c.generation) as source
     from ${CURRENT_CHUNKS} where c.embedder in ($1, 'none') and ${condition} order by c.id limit ${limit}`,
    [embedder.model, ...values],
  );
  return found.map(({ siteId, source, ...row }) => ({
    siteId,
    chunk: indexed({ ...row, embedding: vectorOf(row, embedder) }, source, source.title),
  }));
}

/** Chunks that searches find now. */
export const CURRENT_CHUNKS = 'chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation';

type StoredRow = Omit<ChunkRow, 'embedding'> & { siteId: string; embedding: Buffer; source: SourceRow };

/** A chunk found by its words only has the zero vector, whatever model made the others. */
function vectorOf(row: { embedder: string; embedding: Buffer }, embedder: Embedder): Float32Array {
  return row.embedder === 'none' ? new Float32Array(embedder.dimensions) : toVector(row.embedding);
}
