import type { Database } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { JobService } from '../job/job.service.ts';
import { requeueOtherEmbedders } from './chunk.rows.ts';

/** Queues the sources of a site again that another model has embedded. Returns their number. */
export function requeueForeign(
  database: Database,
  siteId: string,
  embedder: Embedder,
  jobs: JobService,
): Promise<number> {
  return database.forSite(siteId).write(async (tx) => {
    const sources = await requeueOtherEmbedders(tx, embedder.model);
    for (const source of sources) await jobs.enqueue(tx, { kind: 'index-source', key: source.id });
    return sources.length;
  });
}
