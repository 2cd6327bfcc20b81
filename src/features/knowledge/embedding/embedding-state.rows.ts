import type { Rows } from '../../../database/database.ts';
import type { Statement } from '../../../database/table.ts';
import type { EmbeddingModel } from '../../../ports/vector-space.ts';
import { toBytes } from '../chunk.rows.ts';

/** The embedding model that is searched, and the one that is to replace it. The installation has one row. */
export interface EmbeddingState {
  /** The generation is increased by every change of the models. */
  generation: number;
  active: EmbeddingModel;
  next: EmbeddingModel | null;
  /** The model whose change was cancelled: it does not start again by itself. */
  cancelled: string | null;
  /** Models whose vectors are to be removed. */
  former: EmbeddingModel[];
  /** Chunks that have a vector of the next model, of `chunks`, when they were last counted. */
  embedded: number;
  chunks: number;
  startedAt: string | null;
}

const COLUMNS = `generation, active, next, cancelled, former, embedded, chunks,
  to_char(started_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "startedAt"`;

/** Reads the state. Null before the first start. */
export async function readState(rows: Rows, lock: '' | 'for update' = ''): Promise<EmbeddingState | null> {
  const stateRows = await rows.rows<EmbeddingState>(`select ${COLUMNS} from embedding_state ${lock}`);
  return stateRows[0] ?? null;
}

export const CREATE_STATE = 'insert into embedding_state (active) values ($1) on conflict do nothing';

/** Writes a change of the models; the caller has locked the row. */
export async function writeModels(
  rows: Rows,
  { active, next, cancelled, former }: Pick<EmbeddingState, 'active' | 'next' | 'cancelled' | 'former'>,
): Promise<void> {
  await rows.rows(
    `update embedding_state set generation = generation + 1, active = $1, next = $2, cancelled = $3, former = $4,
       embedded = 0, chunks = 0, started_at = case when $2::jsonb is not null then now() end`,
    [JSON.stringify(active), next && JSON.stringify(next), cancelled, JSON.stringify(former)],
  );
}

/** Removes the models $1 from the former ones, after their indexes were removed. */
export const FORGET_FORMER = `update embedding_state set former = coalesce(
  (select jsonb_agg(model) from jsonb_array_elements(former) model where model->>'model' <> all($1)), '[]')`;

/** The model of most of the stored vectors, for an installation that did not keep its model. */
export async function modelOfChunks(rows: Rows): Promise<EmbeddingModel | null> {
  const modelRows = await rows.rows<{ model: string; dimensions: number }>(
    `select embedder as model, octet_length(embedding) / 4 as dimensions from chunk where embedder <> 'none'
     group by 1, 2 order by count(*) desc limit 1`,
  );
  return modelRows[0] ? { ...modelRows[0], folder: null } : null;
}

/** Chunks `c` without a vector of the model `$1`. */
export const LACKS_VECTOR = `c.embedder not in ($1, 'none')
  and not exists (select from chunk_vector v where v.chunk_id = c.id and v.embedder = $1)`;

/** The next $3 chunks after $2 that have no vector of the model, sorted by id. */
export const CHUNKS_WITHOUT_VECTOR = `select c.id, s.title, c.section, c.text
  from chunk c join knowledge_source s on s.id = c.source_id
  where c.id > $2 and ${LACKS_VECTOR} order by c.id limit $3` as Statement<
  Record<'id' | 'title' | 'text', string> & { section: string[] }
>;

/** Selects a row if any chunk lacks its vector. */
export const ANY_CHUNK_WITHOUT_VECTOR = `select from chunk c where ${LACKS_VECTOR} limit 1`;

/** Counts how far the next model, $1, is. */
export const COUNT_EMBEDDED = `update embedding_state
  set chunks = counted.chunks, embedded = counted.chunks - counted.lacking
  from (select count(*) filter (where c.embedder <> 'none') as chunks, count(*) filter (where ${LACKS_VECTOR}) as lacking
    from chunk c) as counted`;

/** Stores vectors unless the models have changed since; false if they have. Chunks that were deleted are left out. */
export async function storeVectors(
  rows: Rows,
  generation: number,
  model: string,
  ids: readonly string[],
  vectors: readonly Float32Array[],
): Promise<boolean> {
  const stored = await rows.rows(
    `with current as materialized (select from embedding_state where generation = $1 for share),
     kept as materialized (
       select c.id, c.site_id, g.at from unnest($3::uuid[]) with ordinality as g(id, at)
       join chunk c on c.id = g.id for key share of c
     ),
     added as (
       insert into chunk_vector (chunk_id, site_id, embedder, embedding)
       select kept.id, kept.site_id, $2, substring($4::bytea from ((kept.at - 1) * $5::int + 1)::int for $5::int)
       from kept, current on conflict do nothing returning 1
     )
     select (select count(*) from added) from current`,
    [generation, model, ids, toBytes(vectors), vectors[0]?.byteLength ?? 0],
  );
  // A statement of its own: while it locks the state, it must not hold chunks that a publication replaces.
  await rows.rows('update embedding_state set embedded = embedded + $2 where generation = $1', [
    generation,
    ids.length,
  ]);
  return stored.length > 0;
}

/** Moves up to 500 vectors of the searched model to their chunks, in place of those of a former one. A row for each. */
export const SETTLE_VECTORS = `with part as materialized (
    select c.id, v.embedder, v.embedding from embedding_state s
    join chunk_vector v on v.embedder = s.active->>'model'
    join chunk c on c.id = v.chunk_id and c.embedder <> v.embedder
      and c.embedder is distinct from s.next->>'model'
    limit 500 for update of c skip locked
  ),
  moved as (
    update chunk c set embedder = part.embedder, embedding = part.embedding from part where c.id = part.id
    returning c.id, c.embedder
  )
  delete from chunk_vector v using moved where v.chunk_id = moved.id and v.embedder = moved.embedder returning 1`;

/** Removes up to 1,000 vectors of models that are neither searched nor prepared. A row for each. */
export const REMOVE_FORMER_VECTORS = `delete from chunk_vector where (chunk_id, embedder) in (
    select v.chunk_id, v.embedder from chunk_vector v, embedding_state s
    where v.embedder <> s.active->>'model' and v.embedder is distinct from s.next->>'model'
    limit 1000 for update of v skip locked) returning 1`;

/** Reads vectors by chunk of a model that is not the one of the chunks' own vectors. */
export async function readOtherVectors(
  rows: Rows,
  model: string,
  chunkIds: readonly string[],
): Promise<Map<string, Buffer>> {
  if (chunkIds.length === 0) return new Map();
  const vectorRows = await rows.rows<{ id: string; embedding: Buffer }>(
    'select chunk_id as id, embedding from chunk_vector where chunk_id = any($1::uuid[]) and embedder = $2',
    [chunkIds, model],
  );
  return new Map(vectorRows.map(({ id, embedding }) => [id, embedding]));
}
