import { batchesById } from '../../../database/batches.ts';
import type { Scope } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { IndexFilter, IndexedChunk } from '../../../ports/vector-index.ts';
import type { Space } from '../../../ports/vector-space.ts';
import { KnowledgeSourceEntity } from '../knowledge.entity.ts';
import { filterCurrent, storedChunks } from './stored-chunks.ts';

const SOURCES_A_BATCH = 500;
/** More than are written to an index in the seconds before a server is killed whose log is not on the disk yet. */
const LATEST = 200;
/** The maximum number of chunks of a source that a search returns. */
const MAX_CHUNKS = 10_000;

const sources = table(KnowledgeSourceEntity, 's', { only: ['id'] });
const SELECT_SOURCES = sources.select(`where s.site_id = $1 and s.id > $2 order by s.id limit ${SOURCES_A_BATCH}`);
const LATEST_SOURCES = sources.select(
  `where s.site_id = $1 and s.processed_at is not null order by s.processed_at desc limit ${LATEST}`,
);

/** Reads the ids of all sources in batches. */
export function allSources(scope: Scope): AsyncIterable<{ id: string }[]> {
  return batchesById((after) => scope.rows(SELECT_SOURCES, [scope.siteId, after]));
}

/** Reads the ids of the sources that were indexed last. */
export function latestSources(scope: Scope): Promise<{ id: string }[]> {
  return scope.rows(LATEST_SOURCES, [scope.siteId]);
}

/**
 * Writes those chunks of sources again that the index stores without their vectors: a server that is killed can keep an object
 * and lose its vector, of the last calls before it. Searches each source by itself, which finds all of its vectors. Returns
 * their number.
 */
export async function restoreVectors(
  scope: Scope,
  space: Space,
  sources: readonly { id: string }[],
  signal?: AbortSignal,
): Promise<number> {
  let restoredCount = 0;
  for (const { id } of sources) {
    signal?.throwIfAborted();
    const lost = await filterCurrent(scope, await findLost(scope, space, id));
    await space.index.upsert(scope.siteId, lost);
    restoredCount += lost.length;
  }
  return restoredCount;
}

async function findLost(scope: Scope, { index, embedder }: Space, sourceId: string): Promise<IndexedChunk[]> {
  const stored = await storedChunks(scope, embedder, 'c.source_id = $1', [sourceId], MAX_CHUNKS);
  const chunks = stored.filter(({ isLacking }) => !isLacking).map(({ chunk }) => chunk);
  const withVector = chunks.filter(({ vector }) => vector.some((value) => value !== 0));
  const [first] = withVector;
  if (!first) return [];
  const lost = new Set<IndexedChunk>();
  for (const access of listAccesses(first)) {
    const filter = { sources: [sourceId], ...(access && { access }) };
    const query = { mode: 'vector', vector: first.vector, filter, limit: MAX_CHUNKS } as const;
    const indexedIds = new Set((await index.search(scope.siteId, query)).map(({ chunkId }) => chunkId));
    for (const chunk of withVector) if (!indexedIds.has(chunk.id)) lost.add(chunk);
  }
  return [...lost];
}

/** An index may store a chunk once more for each of its subscriptions. Undefined: for the work of the service. */
function listAccesses({ accessLevel, requiredSubscriptions }: IndexedChunk): IndexFilter['access'][] {
  if (accessLevel !== 'subscription') return [undefined];
  return [
    undefined,
    ...requiredSubscriptions.map((each) => ({ levels: [], subscriptions: [each], unpublished: true })),
  ];
}
