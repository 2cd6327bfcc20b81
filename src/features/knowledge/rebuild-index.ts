import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import { NO_ID } from '../../shared/ids.ts';
import type { JobService } from '../job/job.service.ts';
import { ChunkEntity } from './knowledge.entity.ts';
import { requeueForeign } from './requeue-foreign.ts';
import { storedChunks } from './stored-chunks.ts';

const CHUNKS_A_BATCH = 500;

const SITES_OF_OTHER_EMBEDDERS = table(ChunkEntity, 'c', { only: ['siteId'] }).select(
  `where c.embedder not in ($1, 'none')
     and not exists (select from chunk_vector v where v.chunk_id = c.id and v.embedder = $1) group by c.site_id`,
);

/**
 * Fills an empty index from PostgreSQL. Chunks of another embedding model are found by their words until jobs have indexed
 * their sources again. Returns the number of chunks and of these sources.
 */
export async function rebuildIndex(
  database: Database,
  index: VectorIndex,
  embedder: Embedder,
  jobs: JobService,
): Promise<{ chunks: number; sources: number }> {
  const sources = await requeueAll(database, embedder, jobs);
  let chunks = 0;
  for (let after = NO_ID; ;) {
    const stored = await storedChunks(database.system, embedder, 'c.id > $1', [after], CHUNKS_A_BATCH);
    const last = stored.at(-1);
    if (!last) return { chunks, sources };
    for (const [siteId, ofSite] of Map.groupBy(stored, (each) => each.siteId)) {
      await index.upsert(
        siteId,
        ofSite.map(({ chunk }) => chunk),
      );
    }
    chunks += stored.length;
    after = last.chunk.id;
  }
}

/** Queues the sources of all sites that have no vectors of the model. Returns their number. */
export async function requeueAll(database: Database, embedder: Embedder, jobs: JobService): Promise<number> {
  const sites = await database.system.rows(SITES_OF_OTHER_EMBEDDERS, [embedder.model]);
  let count = 0;
  for (const { siteId } of sites) count += await requeueForeign(database, siteId, embedder, jobs);
  return count;
}
