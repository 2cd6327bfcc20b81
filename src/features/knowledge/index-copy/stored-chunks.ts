import type { Rows } from '../../../database/database.ts';
import { expression, table } from '../../../database/table.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import type { IndexedChunk } from '../../../ports/vector-index.ts';
import { toVector } from '../chunk.rows.ts';
import { readOtherVectors } from '../embedding/embedding-state.rows.ts';
import { toIndexedChunk } from '../indexing/index-source.ts';
import { ChunkEntity, KnowledgeSourceEntity } from '../knowledge.entity.ts';

/** A chunk for the index, with its site. */
export interface StoredChunk {
  id: string;
  siteId: string;
  chunk: IndexedChunk;
  /** Tells whether it has no vector of the model, but should. */
  isLacking: boolean;
}

const { c: s } = table(KnowledgeSourceEntity, 's');
/** Chunks that searches find now, as `c`, with their sources, as `s`. */
const stored = table(ChunkEntity, 'c', {
  only: ['id', 'siteId', 'sourceId', 'generation', 'section', 'text', 'embedder', 'embedding'],
  add: {
    kind: s.kind,
    title: s.title,
    keywords: s.keywords,
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
  const chunkRows = await rows.rows(stored.select(`where ${condition} order by c.id limit ${limit}`), values);
  const others = chunkRows
    .filter((row) => row.embedder !== embedder.model && row.embedder !== 'none')
    .map(({ id }) => id);
  const further = await readOtherVectors(rows, embedder.model, others);
  return chunkRows.map(({ siteId, id, section, text, ...row }) => {
    const source = { ...row, id: row.sourceId, revision: row.generation };
    const bytes = row.embedder === embedder.model ? row.embedding : further.get(id);
    const embedding = bytes ? toVector(bytes) : new Float32Array(embedder.dimensions);
    const isLacking = !bytes && row.embedder !== 'none';
    return { id, siteId, isLacking, chunk: toIndexedChunk({ id, section, text, embedding }, source, row) };
  });
}

export function toIndexedChunks(stored: readonly StoredChunk[]): IndexedChunk[] {
  return stored.map(({ chunk }) => chunk);
}

const CURRENT_IDS = table(ChunkEntity, 'c', { only: ['id'] }).statement(
  (columns) => `select ${columns} from ${CURRENT_CHUNKS} where c.id = any($1::uuid[])`,
);

/** Returns the chunks that were not replaced or removed since they were read: an index need not have the others any more. */
export async function filterCurrent(rows: Rows, chunks: readonly IndexedChunk[]): Promise<IndexedChunk[]> {
  if (chunks.length === 0) return [];
  const current = await rows.rows(CURRENT_IDS, [chunks.map(({ id }) => id)]);
  const ids = new Set(current.map(({ id }) => id));
  return chunks.filter(({ id }) => ids.has(id));
}
