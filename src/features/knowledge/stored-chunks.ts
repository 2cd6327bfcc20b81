import type { Rows } from '../../database/database.ts';
import { expression, table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexedChunk } from '../../ports/vector-index.ts';
import { toVector } from './chunk.rows.ts';
import { indexed } from './index-source.ts';
import { ChunkEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';

/** A chunk for the index, with its site. */
export interface StoredChunk {
  siteId: string;
  chunk: IndexedChunk;
}

const { c: s } = table(KnowledgeSourceEntity, 's');
/** Chunks that searches find now, as `c`, with their sources, as `s`. */
const stored = table(ChunkEntity, 'c', {
  only: ['id', 'siteId', 'sourceId', 'generation', 'section', 'text', 'embedder', 'embedding'],
  add: {
    kind: s.kind,
    title: s.title,
    contentType: s.contentType,
    accessLevel: s.accessLevel,
    requiredSubscriptions: s.requiredSubscriptions,
    // Either being false hides the text.
    published: expression<boolean>('(s.published and s.text_published)'),
  },
  join: `join knowledge_source s on s.id = c.source_id and s.generation = c.generation`,
});

export const CURRENT_CHUNKS = stored.from;

/**
 * Current chunks, sorted by id; those without a vector of the current embedding model have a zero vector, so that words
 * find them.
 * @param condition for the chunk `c`, with `$1` for the first of the values
 */
export async function storedChunks(
  rows: Rows,
  embedder: Embedder,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<StoredChunk[]> {
  const found = await rows.rows(stored.select(`where ${condition} order by c.id limit ${limit}`), values);
  return found.map(({ siteId, id, section, text, ...row }) => {
    const source = { ...row, id: row.sourceId, revision: row.generation };
    return { siteId, chunk: indexed({ id, section, text, embedding: vectorOf(row, embedder) }, source, row.title) };
  });
}

/** Vectors of different models are never compared. */
function vectorOf(row: { embedder: string; embedding: Buffer }, embedder: Embedder): Float32Array {
  return row.embedder === embedder.model ? toVector(row.embedding) : new Float32Array(embedder.dimensions);
}
