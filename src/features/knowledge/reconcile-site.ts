import type { Scope } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { IndexEntry, VectorIndex } from '../../ports/vector-index.ts';
import { isId, NO_ID } from '../../shared/ids.ts';
import { ChunkEntity } from './knowledge.entity.ts';
import { CURRENT_CHUNKS, storedChunks } from './stored-chunks.ts';

export interface Reconciled {
  /** Chunks of the index that no search would show any more, removed. */
  orphans: number;
  /** Chunks that the index lacked. */
  fed: number;
}

/**
 * Compares the index with PostgreSQL chunk by chunk, and brings it in line, while sources are being indexed and searched.
 * Takes about 100 bytes of memory per chunk of the site.
 */
export async function reconcileSite(
  scope: Scope,
  index: VectorIndex,
  embedder: Embedder,
  signal?: AbortSignal,
): Promise<Reconciled> {
  const { held, orphans } = await sweep(scope, index, signal);
  return { orphans, fed: await feed(scope, index, embedder, held, signal) };
}

const IDS_A_BATCH = 5_000;
const CHUNKS_A_BATCH = 500;

const IDS_AFTER = table(ChunkEntity, 'c', { only: ['id'] }).statement(
  (columns) => `select ${columns} from ${CURRENT_CHUNKS}
    where c.embedder in ($1, 'none') and c.id > $2 order by c.id limit ${IDS_A_BATCH}`,
);

/**
 * Removes orphans. Nothing is lost to a job that works meanwhile: the index is read first, PostgreSQL after it. A chunk that
 * stood in the index before was put there by a job that still waits or runs, and then it stays; or by one that has ended, and then
 * PostgreSQL says whether it was published. What is neither will never be: a later job gives its chunks other ids.
 */
async function sweep(scope: Scope, index: VectorIndex, signal?: AbortSignal) {
  const held = new Set<string>();
  let orphans = 0;
  for await (const entries of index.list(scope.siteId)) {
    signal?.throwIfAborted();
    const spared = await sparedOf(scope, entries);
    const gone = entries.filter(({ chunkId }) => !spared.has(chunkId));
    await index.remove(
      scope.siteId,
      gone.map(({ chunkId }) => chunkId),
    );
    orphans += gone.length;
    for (const chunkId of spared) held.add(chunkId);
  }
  return { held, orphans };
}

/** Chunks that are current, and those of sources that a job may be about to publish. One statement: both as of one moment. */
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
 * Gives the index what it lacks. A source that is replaced or removed meanwhile leaves orphans for the next time: they don't
 * stand in the way of the new ones, which have other ids.
 */
async function feed(
  scope: Scope,
  index: VectorIndex,
  embedder: Embedder,
  held: ReadonlySet<string>,
  signal?: AbortSignal,
): Promise<number> {
  let fed = 0;
  for (let after = NO_ID; ;) {
    const rows = await scope.rows(IDS_AFTER, [embedder.model, after]);
    const missing = rows.map(({ id }) => id).filter((id) => !held.has(id));
    for (let from = 0; from < missing.length; from += CHUNKS_A_BATCH) {
      signal?.throwIfAborted();
      const ids = missing.slice(from, from + CHUNKS_A_BATCH);
      const stored = await storedChunks(scope, embedder, 'c.id = any($2::uuid[])', [ids], CHUNKS_A_BATCH);
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
