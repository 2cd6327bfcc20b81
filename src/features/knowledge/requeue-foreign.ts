import type { Database } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { JobService } from '../job/job.service.ts';
import { SOURCE_COLUMNS, type SourceRow } from './chunk.rows.ts';

/** Has the sources of a site indexed anew that another model embedded. Answers how many. */
export function requeueForeign(
  database: Database,
  siteId: string,
  embedder: Embedder,
  jobs: JobService,
): Promise<number> {
  return database.forSite(siteId).write(async (tx) => {
    const sources = await tx.rows<SourceRow>(
      `update knowledge_source s set status = 'queued', revision = revision + 1 where s.id in
         (select source_id from chunk where embedder not in ($1, 'none')) returning ${SOURCE_COLUMNS}`,
      [embedder.model],
    );
    for (const source of sources) await jobs.enqueue(tx, { kind: 'index-source', key: source.id });
    return sources.length;
  });
}
