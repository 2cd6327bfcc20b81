import { valuesByProperty } from '../../database/columns.ts';
import type { Rows, Scope } from '../../database/database.ts';
import { type TableRow, expression, table } from '../../database/table.ts';
import type { JobError } from '../job/job.entity.ts';
import { ASYNC_COMMIT } from '../job/job.rows.ts';
import { ChunkEntity, KnowledgeSourceEntity } from './knowledge.entity.ts';

/** @see SourceState.createdEpoch */
export const CREATED_EPOCH = 'extract(epoch from s.created_at)::text';

const sourceStates = table(KnowledgeSourceEntity, 's', {
  only: [
    'id',
    'kind',
    'title',
    'contentType',
    'accessLevel',
    'requiredSubscriptions',
    'published',
    'revision',
    'generation',
  ],
  add: {
    /** Tells the source from a former one of the same id, whose revisions were counted from 1 too. */
    createdEpoch: expression<string>(CREATED_EPOCH),
  },
});
/** The properties of a source that indexing needs. `revision` is the generation of its new chunks. */
export type SourceState = TableRow<typeof sourceStates>;

/** Marks the source $1 as being indexed. */
export const BEGIN_ONE = sourceStates.statement(
  (columns) =>
    `update knowledge_source s set status = 'processing' where s.id = $1 and ${ASYNC_COMMIT} returning ${columns}`,
);
/** Marks several sources as being indexed, except locked ones: two of these statements could wait for each other. */
export const BEGIN_SEVERAL = sourceStates.statement(
  (columns) => `update knowledge_source s set status = 'processing' where ${ASYNC_COMMIT} and s.id in (
      select id from knowledge_source where id = any($1::uuid[]) for no key update skip locked)
    returning ${columns}`,
);

const chunks = table(ChunkEntity, 'c', { omit: ['siteId', 'sourceId', 'generation'] });
/** A chunk in the form in which it is written. */
export type ChunkRow = Omit<TableRow<typeof chunks>, 'section' | 'embedding'> & {
  section: readonly string[];
  embedding: Float32Array;
  /** The vector of a model that is being prepared. */
  next?: { embedder: string; embedding: Float32Array };
};

const embeddings = table(ChunkEntity, 'c', { only: ['digest', 'embedding'] });
const EMBEDDINGS = embeddings.statement(
  (columns) => `select ${columns} from chunk c where c.source_id = any($1::uuid[]) and c.embedder = $2
    union all
    select c.digest, v.embedding from chunk c join chunk_vector v on v.chunk_id = c.id and v.embedder = $2
    where c.source_id = any($1::uuid[])`,
);

/** Returns the ids that no source has. */
export async function deletedSources(scope: Scope, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await scope.rows<{ id: string }>(
    `select given.id from unnest($1::uuid[]) as given(id)
     where not exists (select from knowledge_source s where s.id = given.id)`,
    [ids],
  );
  return rows.map(({ id }) => id);
}

/** Records why a source is not indexed. Its previous text, if any, stays searchable. */
export async function recordError(rows: Rows, id: string, status: 'failed' | 'queued', error: JobError): Promise<void> {
  const values = [id, status, JSON.stringify(error)];
  await rows.rows(`update knowledge_source set status = $2, error = $3 where id = $1`, values);
}

/** Marks a source that was already published as searchable, unless it was written again in the meantime. */
export const MARK_COMPLETED = `update knowledge_source set status = 'completed'
  where id = $1 and revision = $2 and ${ASYNC_COMMIT}`;

/** Records the share of the chunks of this revision that have their vectors. */
export async function markEmbedded(scope: Scope, source: SourceState, share: number): Promise<void> {
  await scope.change('update knowledge_source set embedded = greatest(embedded, $3) where id = $1 and revision = $2', [
    source.id,
    source.revision,
    share,
  ]);
}

/** Returns the sources that exist and have not been written since they were read. */
export async function unchangedSources<S extends SourceState>(scope: Scope, sources: readonly S[]): Promise<S[]> {
  const rows = await scope.rows<{ id: string }>(
    `select s.id from knowledge_source s
     join unnest($1::uuid[], $2::int[], $3::text[]) as read(id, revision, created)
       on read.id = s.id and read.revision = s.revision and read.created = ${CREATED_EPOCH}`,
    valuesByProperty<SourceState>(sources, 'id', 'revision', 'createdEpoch'),
  );
  const ids = new Set(rows.map(({ id }) => id));
  return sources.filter(({ id }) => ids.has(id));
}

/** Removes a source without text, unless it was written again in the meantime. */
export const DROP_SOURCE = `delete from knowledge_source s
  where s.id = $1 and s.revision = $2 and ${CREATED_EPOCH} = $3`;

/** Reads the vectors of the current chunks of these sources by digest. */
export async function readEmbeddings(
  scope: Scope,
  sourceIds: readonly string[],
  embedder: string,
): Promise<Map<string, Float32Array>> {
  const rows = sourceIds.length === 0 ? [] : await scope.rows(EMBEDDINGS, [sourceIds, embedder]);
  return new Map(rows.map((row) => [row.digest, toVector(row.embedding)]));
}

/** Concatenates vectors as they are stored. */
export function toBytes(vectors: readonly Float32Array[]): Buffer {
  return Buffer.concat(
    vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
  );
}

export function toVector(bytes: Buffer): Float32Array {
  // Copied, because a Float32Array needs aligned bytes.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}
