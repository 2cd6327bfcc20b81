import { batchesById } from '../../database/batches.ts';
import type { Database } from '../../database/database.ts';
import type { Space } from '../../ports/vector-space.ts';
import type { JobService } from '../job/job.service.ts';
import { requeueAll } from './embedding/requeue.ts';
import { toIndexedChunks, storedChunks } from './index-copy/stored-chunks.ts';

const CHUNKS_A_BATCH = 500;

/**
 * Fills an empty index from PostgreSQL. Chunks of another embedding model are found by their words until jobs have indexed
 * their sources again. Returns the number of chunks and of these sources.
 */
export async function rebuildIndex(
  database: Database,
  jobs: JobService,
  { index, embedder }: Space,
): Promise<{ chunks: number; sources: number }> {
  const sources = await requeueAll(database, jobs, embedder);
  const read = (after: string) => storedChunks(database.system, embedder, 'c.id > $1', [after], CHUNKS_A_BATCH);
  let chunks = 0;
  for await (const stored of batchesById(read)) {
    for (const [siteId, ofSite] of Map.groupBy(stored, (each) => each.siteId)) {
      await index.upsert(siteId, toIndexedChunks(ofSite));
    }
    chunks += stored.length;
  }
  return { chunks, sources };
}
