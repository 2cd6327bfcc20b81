import type { Database } from '../../database/database.ts';
import { table } from '../../database/table.ts';
import type { JobService } from '../job/job.service.ts';
import { KnowledgeSourceEntity } from './knowledge.entity.ts';

const MAX_SOURCES = 1_000;

const FAILED = table(KnowledgeSourceEntity, 's', { only: ['id', 'siteId'] }).select(
  `where s.status = 'failed' and s.revision > 0 and s.error->>'code' = any($1::text[])
     and ($2::uuid is null or s.site_id = $2) and not exists (select from job
       where job.kind = 'index-source' and job.key = s.id::text and job.status in ('queued', 'running'))
   limit ${MAX_SOURCES}`,
);

/** Queues sources again that failed with one of these codes and whose job was deleted. Returns their number. */
export async function requeueFailedSources(
  database: Database,
  jobs: JobService,
  codes: readonly string[],
  siteId: string | null = null,
): Promise<number> {
  const sources = await database.system.rows(FAILED, [codes, siteId]);
  for (const [site, ofSite] of Map.groupBy(sources, (source) => source.siteId)) {
    const ids = ofSite.map(({ id }) => id);
    await database.forSite(site).write(async (tx) => {
      await tx.rows(`update knowledge_source set status = 'queued' where id = any($1::uuid[])`, [ids]);
      for (const id of ids) await jobs.enqueue(tx, { kind: 'index-source', key: id });
    });
  }
  return sources.length;
}
