import type { Scope, ScopeTransaction } from '../../database/database.ts';
import { type RowOf, expression, table } from '../../database/table.ts';
import { UNSYNCED } from '../job/job.rows.ts';
import type { Job } from '../job/job.service.ts';
import { ChunkEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';

const INDEXED_PROPERTIES = [
  'id',
  'kind',
  'title',
  'contentType',
  'accessLevel',
  'requiredSubscriptions',
  'published',
  'revision',
] as const;

const sources = table(KnowledgeSourceEntity, 's', { only: INDEXED_PROPERTIES });
/** The properties of a source that indexing needs. `revision` is the generation of its new chunks. */
export type SourceRow = RowOf<typeof sources>;

const sourceStates = table(KnowledgeSourceEntity, 's', {
  only: [...INDEXED_PROPERTIES, 'generation'],
  add: {
    /** Tells the source from a former one of the same id, whose revisions were counted from 1 too. */
    createdEpoch: expression<string>('extract(epoch from s.created_at)::text'),
  },
});
export type SourceState = RowOf<typeof sourceStates>;

const BEGIN = sourceStates.statement(
  (columns) =>
    `update knowledge_source s set status = 'processing' where s.id = $1 and ${UNSYNCED} returning ${columns}`,
);
const REQUEUE_OTHER_EMBEDDERS = sources.statement(
  (columns) => `update knowledge_source s set status = 'queued', revision = s.revision + 1
    where s.id in (select source_id from chunk where embedder not in ($1, 'none')) returning ${columns}`,
);

const chunks = table(ChunkEntity, 'c', { omit: ['siteId', 'sourceId', 'generation'] });
/** A chunk as it is written. */
export type ChunkRow = Omit<RowOf<typeof chunks>, 'section' | 'embedding'> & {
  section: readonly string[];
  embedding: Float32Array;
};

const embeddings = table(ChunkEntity, 'c', { only: ['digest', 'embedding'] });
const EMBEDDINGS = embeddings.select(`where ${chunks.c.sourceId} = $1 and ${chunks.c.embedder} = $2`);

/** Marks the source as being indexed; null if it was deleted. */
export async function readSource(scope: Scope, id: string): Promise<SourceState | null> {
  return scope.row(BEGIN, [id]);
}

/** Queues sources that another model embedded for indexing. */
export async function requeueOtherEmbedders(tx: ScopeTransaction, embedder: string): Promise<SourceRow[]> {
  return tx.rows(REQUEUE_OTHER_EMBEDDERS, [embedder]);
}

/** Marks a source that was already published as searchable, unless it was written again in the meantime. */
export async function markCompleted(scope: Scope, source: SourceRow): Promise<void> {
  await scope.rows(`update knowledge_source set status = 'completed' where id = $1 and revision = $2 and ${UNSYNCED}`, [
    source.id,
    source.revision,
  ]);
}

/** Records the share of the chunks of this revision that have their vectors. */
export async function markEmbedded(scope: Scope, source: SourceRow, share: number): Promise<void> {
  await scope.rows('update knowledge_source set embedded = greatest(embedded, $3) where id = $1 and revision = $2', [
    source.id,
    source.revision,
    share,
  ]);
}

/** Whether the source exists and has not been written since it was read. */
export async function isUnchanged(scope: Scope, source: SourceRow): Promise<boolean> {
  const found = await scope.rows('select s.id from knowledge_source s where s.id = $1 and s.revision = $2', [
    source.id,
    source.revision,
  ]);
  return found.length > 0;
}

/** Removes a source without text, unless it was written again in the meantime. */
export async function dropSource(scope: Scope, source: SourceRow): Promise<void> {
  await scope.rows('delete from knowledge_source where id = $1 and revision = $2', [source.id, source.revision]);
}

/** Vectors of the source's current chunks by digest. */
export async function knownEmbeddings(
  scope: Scope,
  sourceId: string,
  embedder: string,
): Promise<Map<string, Float32Array>> {
  const rows = await scope.rows(EMBEDDINGS, [sourceId, embedder]);
  return new Map(rows.map((row) => [row.digest, toVector(row.embedding)]));
}

/**
 * Replaces the chunks of a source by those of a revision in one statement: searches find the previous ones before it
 * and the new ones after it. If a newer write is waiting, the source stays queued. `deleted`: the source was deleted.
 * `lost`: another worker has the job.
 */
export async function publish(
  scope: Scope,
  job: Pick<Job, 'id' | 'lease'>,
  source: SourceRow,
  rows: readonly ChunkRow[],
): Promise<'published' | 'deleted' | 'lost'> {
  const outcome = await scope.row<{ published: boolean; present: boolean }>(PUBLISH, [
    source.id,
    source.revision,
    rows.length,
    job.id,
    job.lease,
    JSON.stringify(rows.map(withText)),
    source.accessLevel,
    source.requiredSubscriptions,
    source.published,
  ]);
  if (outcome?.published) return 'published';
  return outcome?.present ? 'lost' : 'deleted';
}

/** Chunks can be derived again: if a crash reverts the statement, it also reverts the later end of the job. */
const PUBLISH = `
  with published as (
    update knowledge_source set generation = $2, chunks = $3, processed_at = now(), error = null,
      text_access_level = $7, text_required_subscriptions = $8::text[], text_published = $9,
      status = case when revision = $2 then 'completed' else 'queued' end
    where id = $1 and (generation is null or generation < $2) and ${UNSYNCED}
      and exists (select 1 from job where job.id = $4 and job.lease = $5)
    returning id, site_id
  ),
  former as (
    delete from chunk using published where chunk.source_id = published.id and chunk.generation < $2
  ),
  present as (
    insert into chunk (id, site_id, source_id, generation, position, section, text, page, start_time, end_time,
      embedder, digest, embedding)
    select c.id, published.site_id, published.id, $2, c.position, array(select jsonb_array_elements_text(c.section)),
      c.text, c.page, c."startTime", c."endTime", c.embedder, c.digest, decode(c.embedding, 'base64')
    from published, jsonb_to_recordset($6) as c(id uuid, position int, section jsonb, text text, page int,
      "startTime" float8, "endTime" float8, embedder text, digest text, embedding text)
  )
  select exists (select from published) as published, exists (select from knowledge_source where id = $1) as present`;

export function toVector(bytes: Buffer): Float32Array {
  // Copied, because a Float32Array needs aligned bytes.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function withText(row: ChunkRow): object {
  const { embedding } = row;
  const bytes = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength);
  return { ...row, embedding: bytes.toString('base64') };
}
