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
 * Current chunks of the current embedding model, or without one, sorted by id.
 * @param condition for the chunk `c`; `$1` is the model, the values start with `$2`
 */
export async function storedChunks(
  rows: Rows,
  embedder: Embedder,
  condition: string,
  values: readonly unknown[],
  limit: number,
): Promise<StoredChunk[]> {
  const found = await rows.rows(
    stored.select(`where c.embedder in ($1, 'none') and ${condition} order by c.id limit ${limit}`),
    [embedder.model, ...values],
  );
  return found.map(({ siteId, id, section, text, ...row }) => {
    const source = { ...row, id: row.sourceId, revision: row.generation };
    return { siteId, chunk: indexed({ id, section, text, embedding: vectorOf(row, embedder) }, source, row.title) };
  });
}

/** A chunk that is only found by keywords has a zero vector, whatever the model of the others. */
function vectorOf(row: { embedder: string; embedding: Buffer }, embedder: Embedder): Float32Array {
  return row.embedder === 'none' ? new Float32Array(embedder.dimensions) : toVector(row.embedding);
}
