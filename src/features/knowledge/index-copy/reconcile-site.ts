import { valuesByProperty } from '../../../database/columns.ts';
import type { Scope } from '../../../database/database.ts';
import { batchesById } from '../../../database/batches.ts';
import { table } from '../../../database/table.ts';
import type { IndexEntry, VectorIndex } from '../../../ports/vector-index.ts';
import type { Space } from '../../../ports/vector-space.ts';
import { isId } from '../../../shared/ids.ts';
import { toBatches } from '../../../shared/to-batches.ts';
import { ChunkEntity } from '../knowledge.entity.ts';
import { CURRENT_CHUNKS, toIndexedChunks, storedChunks } from './stored-chunks.ts';

/**
 * Compares the index with PostgreSQL chunk by chunk and updates it, while sources are being indexed and searched. Takes
 * about 100 bytes of memory per chunk of the site. Returns the numbers of removed chunks, which no search would return any
 * more, and of added ones.
 * @param options `skipsLacking`: chunks without a vector of the model are left out, not added for searches by words
 */
export async function reconcileSite(
  scope: Scope,
  space: Space,
  signal?: AbortSignal,
  { skipsLacking = false } = {},
): Promise<{ orphans: number; fed: number }> {
  const { held, orphans } = await sweep(scope, space.index, signal);
  return { orphans, fed: await feed(scope, space, held, signal, skipsLacking) };
}

const IDS_A_BATCH = 5_000;
const CHUNKS_A_BATCH = 500;

const SELECT_IDS = table(ChunkEntity, 'c', { only: ['id'] }).statement(
  (columns) => `select ${columns} from ${CURRENT_CHUNKS}
    where c.id > $1 order by c.id limit ${IDS_A_BATCH}`,
);

/**
 * Removes orphans. Concurrent jobs lose nothing: the index is read first, PostgreSQL after it. A chunk that was in the
 * index before was written by a job that is still waiting or running, and is then kept; or by one that has finished,
 * and then PostgreSQL has whether it was published. Any other chunk is never published: a later job uses other ids.
 */
async function sweep(scope: Scope, index: VectorIndex, signal?: AbortSignal) {
  const presentIds = new Set<string>();
  let orphans = 0;
  for await (const entries of index.list(scope.siteId)) {
    signal?.throwIfAborted();
    const spared = await findReferenced(scope, entries);
    const orphaned = entries.map(({ chunkId }) => chunkId).filter((chunkId) => !spared.has(chunkId));
    await index.remove(scope.siteId, orphaned);
    orphans += orphaned.length;
    for (const chunkId of spared) presentIds.add(chunkId);
  }
  return { held: presentIds, orphans };
}

/**
 * Current chunks, and those of sources that a job may be about to publish. One statement, so that both are from the
 * same snapshot.
 */
async function findReferenced(scope: Scope, entries: readonly IndexEntry[]): Promise<Set<string>> {
  const sound = entries.filter(({ chunkId, sourceId }) => isId(chunkId) && isId(sourceId));
  const rows = await scope.rows<{ chunkId: string }>(
    `select e.chunk_id as "chunkId" from unnest($1::uuid[], $2::uuid[], $3::int[]) as e(chunk_id, source_id, generation)
     where exists (select from ${CURRENT_CHUNKS}
         where c.id = e.chunk_id and c.source_id = e.source_id and c.generation = e.generation)
       or exists (select from job where job.kind = 'index-source' and job.key = e.source_id::text
         and job.status in ('queued', 'running'))`,
    valuesByProperty(sound, 'chunkId', 'sourceId', 'generation'),
  );
  return new Set(rows.map(({ chunkId }) => chunkId));
}

/**
 * Adds missing chunks to the index. A source that is replaced or removed in the meantime leaves orphans for the next
 * run; they do not affect the new chunks, which have other ids.
 */
async function feed(
  scope: Scope,
  { index, embedder }: Space,
  presentIds: ReadonlySet<string>,
  signal: AbortSignal | undefined,
  skipsLacking: boolean,
): Promise<number> {
  let fedCount = 0;
  for await (const rows of batchesById((after) => scope.rows(SELECT_IDS, [after]))) {
    const missingIds = rows.map(({ id }) => id).filter((id) => !presentIds.has(id));
    for (const ids of toBatches(missingIds, CHUNKS_A_BATCH)) {
      signal?.throwIfAborted();
      const all = await storedChunks(scope, embedder, 'c.id = any($1::uuid[])', [ids], CHUNKS_A_BATCH);
      const stored = all.filter(({ isLacking }) => !(skipsLacking && isLacking));
      await index.upsert(scope.siteId, toIndexedChunks(stored));
      fedCount += stored.length;
    }
  }
  return fedCount;
}
