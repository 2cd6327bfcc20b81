import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexEntry, VectorIndex } from '../../ports/vector-index.ts';
import { isId, NO_ID } from '../../shared/ids.ts';
import { ChunkEntity } from './knowledge.entity.ts';
import { CURRENT_CHUNKS, storedChunks } from './stored-chunks.ts';

export interface Reconciled {
  /** Number of removed chunks that no search would return any more. */
  orphans: number;
  /** Number of added chunks. */
  fed: number;
}

interface FeedOptions {
  /** Leaves out chunks without a vector of the model, instead of adding them for searches by words. */
  skipsLacking?: boolean;
}

/**
 * Compares the index with PostgreSQL chunk by chunk and updates it, while sources are being indexed and searched. Takes
 * about 100 bytes of memory per chunk of the site.
 */
export async function reconcileSite(
  scope: Scope,
  index: VectorIndex,
  embedder: Embedder,
  signal?: AbortSignal,
  options: FeedOptions = {},
): Promise<Reconciled> {
  const { held, orphans } = await sweep(scope, index, signal);
  return { orphans, fed: await feed(scope, index, embedder, held, signal, options) };
}

const IDS_A_BATCH = 5_000;
const CHUNKS_A_BATCH = 500;

const IDS_AFTER = table(ChunkEntity, 'c', { only: ['id'] }).statement(
  (columns) => `select ${columns} from ${CURRENT_CHUNKS}
    where c.id > $1 order by c.id limit ${IDS_A_BATCH}`,
);

/**
 * Removes orphans. Concurrent jobs lose nothing: the index is read first, PostgreSQL after it. A chunk that was in the
 * index before was written by a job that is still waiting or running, and is then kept; or by one that has finished,
 * and then PostgreSQL has whether it was published. Any other chunk is never published: a later job uses other ids.
 */
async function sweep(scope: Scope, index: VectorIndex, signal?: AbortSignal) {
  const held = new Set<string>();
  let orphans = 0;
  for await (const entries of index.list(scope.siteId)) {
    signal?.throwIfAborted();
    const spared = await sparedOf(scope, entries);
    const orphaned = entries.filter(({ chunkId }) => !spared.has(chunkId));
    await index.remove(
      scope.siteId,
      orphaned.map(({ chunkId }) => chunkId),
    );
    orphans += orphaned.length;
    for (const chunkId of spared) held.add(chunkId);
  }
  return { held, orphans };
}

/**
 * Current chunks, and those of sources that a job may be about to publish. One statement, so that both are from the
 * same snapshot.
 */
async function sparedOf(scope: Scope, entries: readonly IndexEntry[]): Promise<Set<string>> {
  const sound = entries.filter(({ chunkId, sourceId }) => isId(chunkId) && isId(sourceId));
  const rows = await scope.rows<{ chunkId: string }>(
    `select e.chunk_id as "chunkId" from unnest($1::uuid[], $2::uuid[], $3::int[]) as e(chunk_id, source_id, generation)
     where exists (select from ${CURRENT_CHUNKS}
         where c.id = e.chunk_id and c.source_id = e.source_id and c.generation = e.generation)
       or exists (select from job where job.kind = 'index-source' and job.key = e.source_id::text
         and job.status in ('queued', 'running'))`,
    [
      sound.map(({ chunkId }) => chunkId),
      sound.map(({ sourceId }) => sourceId),
      sound.map(({ generation }) => generation),
    ],
  );
  return new Set(rows.map(({ chunkId }) => chunkId));
}

/**
 * Adds missing chunks to the index. A source that is replaced or removed in the meantime leaves orphans for the next
 * run; they do not affect the new chunks, which have other ids.
 */
async function feed(
  scope: Scope,
  index: VectorIndex,
  embedder: Embedder,
  held: ReadonlySet<string>,
  signal: AbortSignal | undefined,
  { skipsLacking = false }: FeedOptions,
): Promise<number> {
  let fed = 0;
  for (let after = NO_ID; ;) {
    const rows = await scope.rows(IDS_AFTER, [after]);
    const missing = rows.map(({ id }) => id).filter((id) => !held.has(id));
    for (let from = 0; from < missing.length; from += CHUNKS_A_BATCH) {
      signal?.throwIfAborted();
      const ids = missing.slice(from, from + CHUNKS_A_BATCH);
      const all = await storedChunks(scope, embedder, 'c.id = any($1::uuid[])', [ids], CHUNKS_A_BATCH);
      const stored = all.filter(({ isLacking }) => !(skipsLacking && isLacking));
      await index.upsert(
        scope.siteId,
        stored.map(({ chunk }) => chunk),
      );
      fed += stored.length;
    }
    const last = rows.at(-1);
    if (!last) return fed;
    after = last.id;
  }
}
