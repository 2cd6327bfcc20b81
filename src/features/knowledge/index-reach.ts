import { randomUUID } from 'node:crypto';
import type { Scope } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexedChunk, VectorIndex } from '../../ports/vector-index.ts';
import { NO_ID } from '../../shared/ids.ts';
import { ACCESS_LEVELS } from '../access/access-level.ts';
import { stillCurrent, storedChunks } from './stored-chunks.ts';

const SAMPLE = 20;
const NEIGHBOURS = 10;
/** Above this cosine, a neighbour has the same vector, except for rounding and quantization. */
const SAME = 0.99;
const CHUNKS_A_BATCH = 500;
const ASKED_AT_ONCE = 5;

/**
 * An index may store chunks that vector search does not find, because its vector graph is stored separately. Searches
 * the nearest neighbours of some stored vectors of each access level, which must be these vectors themselves. Returns
 * the levels at which one was not found.
 */
export async function unreachableLevels(scope: Scope, index: VectorIndex, embedder: Embedder): Promise<string[]> {
  const levels: string[] = [];
  for (const level of ACCESS_LEVELS) {
    const sample = await sampleOf(scope, embedder, level);
    for (let from = 0; from < sample.length; from += ASKED_AT_ONCE) {
      const asked = sample.slice(from, from + ASKED_AT_ONCE);
      const reached = await Promise.all(asked.map((chunk) => isReached(scope, index, chunk)));
      const missed = asked.filter((_, at) => !reached[at]);
      if ((await stillCurrent(scope, missed)).length === 0) continue;
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
  index: VectorIndex,
  embedder: Embedder,
  levels: readonly string[],
  signal?: AbortSignal,
): Promise<number> {
  let fed = 0;
  for (let after = NO_ID; ;) {
    signal?.throwIfAborted();
    const condition = 'c.id > $1 and s.access_level = any($2::text[]) and c.site_id = $3';
    const values = [after, levels, scope.siteId];
    const chunks = (await storedChunks(scope, embedder, condition, values, CHUNKS_A_BATCH)).map(({ chunk }) => chunk);
    const last = chunks.at(-1);
    if (!last) return fed;
    await index.remove(
      scope.siteId,
      chunks.map(({ id }) => id),
    );
    await index.upsert(scope.siteId, chunks);
    fed += chunks.length;
    after = last.id;
  }
}

/** From a random id on; ids are evenly distributed. */
async function sampleOf(scope: Scope, embedder: Embedder, level: string): Promise<IndexedChunk[]> {
  const from = async (id: string) =>
    storedChunks(
      scope,
      embedder,
      `c.id > $1 and s.access_level = $2 and c.site_id = $3 and c.embedder = $4`,
      [id, level, scope.siteId, embedder.model],
      SAMPLE,
    );
  const found = await from(randomUUID());
  const sample = found.length === SAMPLE ? found : await from(NO_ID);
  return sample.map(({ chunk }) => chunk).filter(({ vector }) => vector.some((value) => value !== 0));
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
