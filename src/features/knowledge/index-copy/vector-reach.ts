import { randomUUID } from 'node:crypto';
import type { Scope } from '../../../database/database.ts';
import { batchesById } from '../../../database/batches.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import type { IndexedChunk, VectorIndex } from '../../../ports/vector-index.ts';
import type { Space } from '../../../ports/vector-space.ts';
import { NO_ID } from '../../../shared/ids.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { ACCESS_LEVELS } from '../../../access/access-level.ts';
import { toIndexedChunks, filterCurrent, storedChunks } from './stored-chunks.ts';

const SAMPLE = 20;
const NEIGHBOURS = 10;
/** The cosine above which a neighbour has the same vector, except for rounding and quantization. */
const SAME = 0.99;
const CHUNKS_A_BATCH = 500;
const QUERY_CONCURRENCY = 5;

/**
 * An index may store chunks that vector search does not find, because its vector graph is stored separately. Searches
 * the nearest neighbours of some stored vectors of each access level, which must be these vectors themselves. Returns
 * the levels at which one was not found.
 */
export async function unreachableLevels(scope: Scope, { index, embedder }: Space): Promise<string[]> {
  const levels: string[] = [];
  for (const level of ACCESS_LEVELS) {
    for (const batch of toBatches(await takeSample(scope, embedder, level), QUERY_CONCURRENCY)) {
      const reached = await Promise.all(batch.map((chunk) => isReached(scope, index, chunk)));
      const missed = batch.filter((_, at) => !reached[at]);
      if ((await filterCurrent(scope, missed)).length === 0) continue;
      levels.push(level);
      break;
    }
  }
  return levels;
}

/**
 * Removes and writes again all chunks of these access levels, because an index skips chunks that it already has.
 * Returns their number.
 */
export async function feedAgain(
  scope: Scope,
  { index, embedder }: Space,
  levels: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  const { siteId } = scope;
  const condition = 'c.id > $1 and s.access_level = any($2::text[]) and c.site_id = $3';
  const read = (after: string) => storedChunks(scope, embedder, condition, [after, levels, siteId], CHUNKS_A_BATCH);
  let fedCount = 0;
  for await (const stored of batchesById(read)) {
    signal?.throwIfAborted();
    const ids = stored.map(({ id }) => id);
    await index.remove(siteId, ids);
    await index.upsert(siteId, toIndexedChunks(stored));
    fedCount += ids.length;
  }
  return fedCount;
}

/** Samples chunks from a random id on; ids are evenly distributed. */
async function takeSample(scope: Scope, embedder: Embedder, level: string): Promise<IndexedChunk[]> {
  const condition = 'c.id > $1 and s.access_level = $2 and c.site_id = $3 and c.embedder = $4';
  const from = (id: string) =>
    storedChunks(scope, embedder, condition, [id, level, scope.siteId, embedder.model], SAMPLE);
  const chunks = await from(randomUUID());
  const sample = chunks.length === SAMPLE ? chunks : await from(NO_ID);
  return toIndexedChunks(sample).filter(({ vector }) => vector.some((value) => value !== 0));
}

/** Other chunks with the same text may be found instead: their score shows it. */
async function isReached({ siteId }: Scope, index: VectorIndex, chunk: IndexedChunk): Promise<boolean> {
  const hits = await index.search(siteId, {
    mode: 'vector',
    vector: chunk.vector,
    filter: { access: { levels: [chunk.accessLevel], subscriptions: [], unpublished: true } },
    limit: NEIGHBOURS,
  });
  return hits.some(({ chunkId, score }) => chunkId === chunk.id || score >= SAME);
}
