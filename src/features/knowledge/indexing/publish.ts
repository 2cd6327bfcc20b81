import type { Scope } from '../../../database/database.ts';
import { ASYNC_COMMIT } from '../../job/job.rows.ts';
import type { Job } from '../../job/job.service.ts';
import type { FrontMatter } from '../../../text/chunking/front-matter.ts';
import { type ChunkRow, CREATED_EPOCH, type SourceState, toBytes } from '../chunk.rows.ts';

/** The chunks of a revision of a source, and the job that made them. */
export interface Publication {
  job: Pick<Job, 'id' | 'lease'>;
  source: SourceState;
  rows: readonly ChunkRow[];
  frontMatter: FrontMatter | null;
  keywords: readonly string[];
}

/**
 * `deleted`: the source was deleted. `outdated`: the embedding models have changed. `skipped`: another worker has the job,
 * a newer revision is published, or, if there are several publications, another transaction has the source.
 */
export type PublicationResult = 'published' | 'deleted' | 'outdated' | 'skipped';

/**
 * Replaces the chunks of sources by those of a revision in one statement: searches find the previous ones before it and
 * the new ones after it. A source for which a newer write is waiting stays queued. Results by the id of the source.
 * @param embedding the generation of the embedding models that the vectors are of; null: any
 */
export async function publish(
  scope: Scope,
  publications: readonly Publication[],
  embedding: number | null,
): Promise<ReadonlyMap<string, PublicationResult>> {
  const rows = publications.flatMap((each) => each.rows);
  const results = await scope.change<{ id: string; isPublished: boolean; isPresent: boolean; isCurrent: boolean }>(
    publications.length > 1 ? PUBLISH_SEVERAL : PUBLISH,
    [
      JSON.stringify(publications.map(toRecord)),
      JSON.stringify(toChunks(publications)),
      toBytes(listVectors(rows)),
      embedding,
    ],
  );
  const outcome = (row: (typeof results)[number]): PublicationResult =>
    row.isPublished ? 'published' : !row.isPresent ? 'deleted' : row.isCurrent ? 'skipped' : 'outdated';
  return new Map(results.map((row) => [row.id, outcome(row)]));
}

/** The text of a draft that a change of its item has hidden was read before that change, unless it is of the last revision. */
const IS_CURRENT_DRAFT = '(s.draft_of is null or s.generation is not null or s.revision = g.revision)';

/**
 * Chunks can be derived again: if a crash reverts the statement, it also reverts the later end of the job.
 * $1 the publications, $2 their chunks, $3 the vectors of the chunks one behind the other, $4 the generation of the models.
 * The lock on it lets a change of the searched model wait, which checks that all chunks have their vectors.
 * @param locking of sources; one that waits is for a single source, as two that wait for several could deadlock
 */
const publishing = (locking: '' | 'skip locked'): string => `
  with given as materialized (
    select * from jsonb_to_recordset($1) as g(id uuid, revision int, chunks int, "jobId" uuid, lease uuid,
      "accessLevel" text, "requiredSubscriptions" jsonb, published boolean, created text,
      "frontMatter" jsonb, keywords jsonb)
  ),
  models as materialized (select from embedding_state where generation = $4::int for share),
  held as materialized (
    select s.id from knowledge_source s where s.id in (select id from given) for no key update ${locking}
  ),
  published as (
    update knowledge_source s set generation = g.revision, chunks = g.chunks, processed_at = now(), error = null,
      text_access_level = g."accessLevel", text_published = g.published, front_matter = nullif(g."frontMatter", 'null'),
      keywords = array(select jsonb_array_elements_text(g.keywords)),
      text_required_subscriptions = array(select jsonb_array_elements_text(g."requiredSubscriptions")),
      status = case when s.revision = g.revision then 'completed' else 'queued' end
    from given g join held on held.id = g.id
    where s.id = g.id and ${CREATED_EPOCH} = g.created and ($4::int is null or exists (select from models)) and (s.generation is null or s.generation < g.revision)
      and ${IS_CURRENT_DRAFT} and ${ASYNC_COMMIT}
      and exists (select 1 from job where job.id = g."jobId" and job.lease = g.lease)
    returning s.id, s.site_id, g.revision
  ),
  former as (
    delete from chunk using published where chunk.source_id = published.id and chunk.generation < published.revision
  ),
  present as (
    insert into chunk (id, site_id, source_id, generation, position, section, text, page, start_time, end_time,
      embedder, digest, embedding)
    select c.id, published.site_id, published.id, published.revision, c.position,
      array(select jsonb_array_elements_text(c.section)), c.text, c.page, c."startTime", c."endTime", c.embedder,
      c.digest, substring($3::bytea from c."from" for c.bytes)
    from jsonb_to_recordset($2) as c("sourceId" uuid, id uuid, position int, section jsonb, text text, page int,
      "startTime" float8, "endTime" float8, embedder text, digest text, "from" int, bytes int)
    join published on published.id = c."sourceId"
  ),
  further as (
    insert into chunk_vector (chunk_id, site_id, embedder, embedding)
    select c.id, published.site_id, c."nextEmbedder", substring($3::bytea from c."nextFrom" for c."nextBytes")
    from jsonb_to_recordset($2) as c("sourceId" uuid, id uuid, "nextEmbedder" text, "nextFrom" int, "nextBytes" int)
    join published on published.id = c."sourceId"
    where c."nextEmbedder" is not null
  )
  select g.id, published.id is not null as "isPublished",
    exists (select from knowledge_source where id = g.id) as "isPresent",
    $4::int is null or exists (select from models) as "isCurrent"
  from given g left join published on published.id = g.id`;

const PUBLISH = publishing('');
const PUBLISH_SEVERAL = publishing('skip locked');

function toRecord({ job, source, rows, frontMatter, keywords }: Publication): object {
  const { id, revision, accessLevel, requiredSubscriptions, published, createdEpoch: created } = source;
  const { id: jobId, lease } = job;
  const access = { accessLevel, requiredSubscriptions, published };
  return { id, revision, chunks: rows.length, jobId, lease, ...access, created, frontMatter, keywords };
}

/** Each with the places of its vectors, counted from 1. */
function toChunks(publications: readonly Publication[]): object[] {
  let from = 1;
  return publications.flatMap(({ source, rows }) =>
    rows.map(({ embedding: { byteLength: bytes }, next, ...row }) => {
      const chunk = { ...row, sourceId: source.id, from, bytes };
      from += bytes;
      if (!next) return chunk;
      const further = { nextEmbedder: next.embedder, nextFrom: from, nextBytes: next.embedding.byteLength };
      from += further.nextBytes;
      return { ...chunk, ...further };
    }),
  );
}

function listVectors(rows: readonly ChunkRow[]): Float32Array[] {
  return rows.flatMap(({ embedding, next }) => (next ? [embedding, next.embedding] : [embedding]));
}
