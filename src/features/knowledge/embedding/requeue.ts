import type { Database, Scope } from '../../../database/database.ts';
import { table } from '../../../database/table.ts';
import type { Embedder } from '../../../ports/embedder.ts';
import type { JobService } from '../../job/job.service.ts';
import { LACKS_VECTOR } from './embedding-state.rows.ts';
import { ChunkEntity, KnowledgeSourceEntity } from '../knowledge.entity.ts';

const MAX_FAILED = 1_000;

const LACKING_SITES = table(ChunkEntity, 'c', { only: ['siteId'] }).select(`where ${LACKS_VECTOR} group by c.site_id`);
const REQUEUE_LACKING = table(KnowledgeSourceEntity, 's', { only: ['id'] }).statement(
  (columns) => `update knowledge_source s set status = 'queued', revision = s.revision + 1
    where s.id in (select c.source_id from chunk c where ${LACKS_VECTOR}) returning ${columns}`,
);
const SELECT_FAILED = table(KnowledgeSourceEntity, 's', { only: ['id', 'siteId'] }).select(
  `where s.status = 'failed' and s.revision > 0 and s.error->>'code' = any($1::text[])
     and ($2::uuid is null or s.site_id = $2) and not exists (select from job
       where job.kind = 'index-source' and job.key = s.id::text and job.status in ('queued', 'running'))
   limit ${MAX_FAILED}`,
);

/** Queues the sources of a site again that another model has embedded. Returns their number. */
export function requeueForeign(scope: Scope, jobs: JobService, { model }: Embedder): Promise<number> {
  return scope.write(async (tx) => {
    const sources = await tx.rows(REQUEUE_LACKING, [model]);
    for (const { id } of sources) await jobs.enqueue(tx, { kind: 'index-source', key: id });
    return sources.length;
  });
}

/** Queues the sources of all sites again that another model has embedded. Returns their number. */
export async function requeueAll(database: Database, jobs: JobService, embedder: Embedder): Promise<number> {
  let count = 0;
  for (const { siteId } of await database.system.rows(LACKING_SITES, [embedder.model])) {
    count += await requeueForeign(database.forSite(siteId, 'background'), jobs, embedder);
  }
  return count;
}

/** Queues sources again that failed with one of these codes and whose job was deleted. Returns their number. */
export async function requeueFailedSources(
  database: Database,
  jobs: JobService,
  codes: readonly string[],
  siteId: string | null = null,
): Promise<number> {
  const sources = await database.system.rows(SELECT_FAILED, [codes, siteId]);
  for (const [site, ofSite] of Map.groupBy(sources, (source) => source.siteId)) {
    const ids = ofSite.map(({ id }) => id);
    await database.forSite(site, 'background').write(async (tx) => {
      await tx.rows(`update knowledge_source set status = 'queued' where id = any($1::uuid[])`, [ids]);
      for (const id of ids) await jobs.enqueue(tx, { kind: 'index-source', key: id });
    });
  }
  return sources.length;
}
