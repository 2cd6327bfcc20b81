import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexFilter, IndexedChunk, VectorIndex } from '../../ports/vector-index.ts';
import { NO_ID } from '../../shared/ids.ts';
import { KnowledgeSourceEntity } from './knowledge.entity.ts';
import { storedChunks } from './stored-chunks.ts';

const SOURCES_A_BATCH = 500;
/** Of a source; searches return no more. */
const MAX_CHUNKS = 10_000;

const SOURCES_AFTER = table(KnowledgeSourceEntity, 's', { only: ['id'] }).select(
  `where s.site_id = $1 and s.id > $2 order by s.id limit ${SOURCES_A_BATCH}`,
);

/**
 * Writes those chunks of a site again that the index stores without their vectors: a server that is killed can keep an object
 * and lose its vector, of the last call before it. Searches each source by itself, which finds all of its vectors. Returns
 * their number.
 */
export async function restoreVectors(
  scope: Scope,
  index: VectorIndex,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<number> {
  let restored = 0;
  for (let after = NO_ID; ;) {
    const sources = await scope.rows(SOURCES_AFTER, [scope.siteId, after]);
    const last = sources.at(-1);
    if (!last) return restored;
    for (const { id } of sources) {
      signal?.throwIfAborted();
      const lost = await lostOf(scope, index, embedder, id);
      await index.upsert(scope.siteId, lost);
      restored += lost.length;
    }
    after = last.id;
  }
}

async function lostOf(scope: Scope, index: VectorIndex, embedder: Embedder, sourceId: string): Promise<IndexedChunk[]> {
  const stored = await storedChunks(scope, embedder, 'c.source_id = $1', [sourceId], MAX_CHUNKS);
  const chunks = stored.filter(({ isLacking }) => !isLacking).map(({ chunk }) => chunk);
  const withVector = chunks.filter(({ vector }) => vector.some((value) => value !== 0));
  const [first] = withVector;
  if (!first) return [];
  const lost = new Set<IndexedChunk>();
  for (const access of accessesTo(first)) {
    const filter = { sources: [sourceId], ...(access && { access }) };
    const query = { mode: 'vector', vector: first.vector, filter, limit: MAX_CHUNKS } as const;
    const found = new Set((await index.search(scope.siteId, query)).map(({ chunkId }) => chunkId));
    for (const chunk of withVector) if (!found.has(chunk.id)) lost.add(chunk);
  }
  return [...lost];
}

/** An index may store a chunk once more for each of its subscriptions. Undefined: for the work of the service. */
function accessesTo({ accessLevel, requiredSubscriptions }: IndexedChunk): IndexFilter['access'][] {
  if (accessLevel !== 'subscription') return [undefined];
  return [
    undefined,
    ...requiredSubscriptions.map((each) => ({ levels: [], subscriptions: [each], unpublished: true })),
  ];
}
