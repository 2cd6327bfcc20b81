import { columns } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import type { Embedder } from '../../ports/embedder.ts';
import type { VectorIndex } from '../../ports/vector-index.ts';
import type { JobService } from '../job/job.service.ts';
import { type ChunkRow, SOURCE_COLUMNS, type SourceRow, toVector } from './chunk.rows.ts';
import { indexed } from './index-source.ts';

const CHUNKS_A_BATCH = 500;
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Feeds an empty index from PostgreSQL: what was embedded by the present model goes back as it is,
 * sources embedded by another one are indexed anew by jobs. Answers how many chunks and sources that were.
 */
export async function rebuildIndex(
  database: Database,
  index: VectorIndex,
  embedder: Embedder,
  jobs: JobService,
): Promise<{ chunks: number; sources: number }> {
  const sources = await requeueForeign(database, embedder, jobs);
  let chunks = 0;
  for (let after = NO_ID; ;) {
    const rows = await nextChunks(database, embedder, after);
    const last = rows.at(-1);
    if (!last) return { chunks, sources };
    for (const siteId of new Set(rows.map((row) => row.siteId))) {
      const ofSite = rows.filter((row) => row.siteId === siteId);
      await index.upsert(
        siteId,
        ofSite.map((row) => indexed({ ...row, embedding: vectorOf(row, embedder) }, row.source, row.source.title)),
      );
    }
    chunks += rows.length;
    after = last.id;
  }
}

type StoredChunk = Omit<ChunkRow, 'embedding'> & { siteId: string; embedding: Buffer; source: SourceRow };

/** A chunk found by its words only has the zero vector, whatever model made the others. */
function vectorOf(row: StoredChunk, embedder: Embedder): Float32Array {
  return row.embedder === 'none' ? new Float32Array(embedder.dimensions) : toVector(row.embedding);
}

async function nextChunks(database: Database, embedder: Embedder, after: string): Promise<StoredChunk[]> {
  return database.system.rows<StoredChunk>(
    `select ${columns('c', ['id', 'siteId', 'section', 'text', 'embedder', 'embedding'])},
       json_build_object('id', s.id, 'kind', s.kind, 'title', s.title, 'contentType', s.content_type,
         'accessLevel', s.access_level, 'requiredSubscriptions', s.required_subscriptions,
         'revision', c.generation) as source
     from chunk c join knowledge_source s on s.id = c.source_id and s.generation = c.generation
     where c.id > $1 and c.embedder in ($2, 'none') order by c.id limit ${CHUNKS_A_BATCH}`,
    [after, embedder.model],
  );
}

async function requeueForeign(database: Database, embedder: Embedder, jobs: JobService): Promise<number> {
  const sites = await database.system.rows<{ siteId: string }>(
    `select distinct site_id as "siteId" from chunk where embedder not in ($1, 'none')`,
    [embedder.model],
  );
  let count = 0;
  for (const { siteId } of sites) {
    await database.forSite(siteId).write(async (tx) => {
      const sources = await tx.rows<SourceRow>(
        `update knowledge_source s set status = 'queued', revision = revision + 1 where s.id in
           (select source_id from chunk where embedder not in ($1, 'none')) returning ${SOURCE_COLUMNS}`,
        [embedder.model],
      );
      for (const source of sources) await jobs.enqueue(tx, { kind: 'index-source', key: source.id });
      count += sources.length;
    });
  }
  return count;
}
