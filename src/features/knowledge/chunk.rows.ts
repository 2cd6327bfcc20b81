import { columns } from '../../database/columns.ts';
import type { Scope } from '../../database/database.ts';
import type { SourceKind } from '../../ports/vector-index.ts';

/** What indexing needs to know of a source. `revision` is the generation that its chunks get. */
export interface SourceRow {
  id: string;
  kind: SourceKind;
  title: string;
  contentType: string;
  accessLevel: string;
  requiredSubscriptions: string[];
  revision: number;
}

export interface ChunkRow {
  id: string;
  position: number;
  section: readonly string[];
  text: string;
  page: number | null;
  startTime: number | null;
  endTime: number | null;
  /** Model of the vector; `none` where the text is found by its words only. */
  embedder: string;
  /** Of the text that was embedded: the same digest means the same vector. */
  digest: string;
  embedding: Float32Array;
}

/** Bounds one insert statement. */
const ROWS_A_STATEMENT = 500;

export const SOURCE_COLUMNS = columns('s', [
  ...['id', 'kind', 'title', 'contentType', 'accessLevel', 'requiredSubscriptions', 'revision'],
]);

/** Marks the source as being indexed; null when it is gone. */
export async function readSource(scope: Scope, id: string): Promise<SourceRow | null> {
  return scope.row<SourceRow>(
    `update knowledge_source s set status = 'processing' where s.id = $1 returning ${SOURCE_COLUMNS}`,
    [id],
  );
}

/** Vectors of the source's present chunks by digest. */
export async function knownEmbeddings(
  scope: Scope,
  sourceId: string,
  embedder: string,
): Promise<Map<string, Float32Array>> {
  const rows = await scope.rows<{ digest: string; embedding: Buffer }>(
    'select digest, embedding from chunk where source_id = $1 and embedder = $2',
    [sourceId, embedder],
  );
  return new Map(rows.map((row) => [row.digest, toVector(row.embedding)]));
}

/** Writes the chunks of a revision, in place of those an attempt before may have left. False: the source is gone. */
export async function stage(scope: Scope, source: SourceRow, rows: readonly ChunkRow[]): Promise<boolean> {
  return scope.write(async (tx) => {
    // Held against a deletion until the chunks are there.
    const present = await tx.rows('select 1 from knowledge_source where id = $1 for share', [source.id]);
    if (present.length === 0) return false;
    await tx.rows('delete from chunk where source_id = $1 and generation = $2', [source.id, source.revision]);
    for (let start = 0; start < rows.length; start += ROWS_A_STATEMENT) {
      const part = rows.slice(start, start + ROWS_A_STATEMENT);
      await tx.rows(
        `insert into chunk (id, site_id, source_id, generation, position, section, text, page, start_time, end_time,
           embedder, digest, embedding)
         select c.id, $1, $2, $3, c.position, array(select jsonb_array_elements_text(c.section)), c.text, c.page,
           c."startTime", c."endTime", c.embedder, c.digest, decode(c.embedding, 'base64')
         from jsonb_to_recordset($4) as c(id uuid, position int, section jsonb, text text, page int,
           "startTime" float8, "endTime" float8, embedder text, digest text, embedding text)`,
        [scope.siteId, source.id, source.revision, JSON.stringify(part.map(withText))],
      );
    }
    return true;
  });
}

/**
 * Makes a revision the one that searches find, and clears the former ones away. False: the source is gone.
 * A newer write may wait already: then the source stays queued for it.
 */
export async function publish(scope: Scope, source: SourceRow, chunks: number): Promise<boolean> {
  return scope.write(async (tx) => {
    const updated = await tx.rows(
      `update knowledge_source set generation = $2, chunks = $3, processed_at = now(),
         status = case when revision = $2 then 'completed' else 'queued' end, error = null
       where id = $1 and (generation is null or generation <= $2) returning id`,
      [source.id, source.revision, chunks],
    );
    if (updated.length === 0) return false;
    await tx.rows('delete from chunk where source_id = $1 and generation < $2', [source.id, source.revision]);
    return true;
  });
}

export function toVector(bytes: Buffer): Float32Array {
  // Copied, as a Float32Array needs its bytes aligned.
  return new Float32Array(Uint8Array.from(bytes).buffer);
}

function withText(row: ChunkRow): object {
  const { embedding } = row;
  const bytes = Buffer.from(embedding.buffer, embedding.byteOffset, embedding.byteLength);
  return { ...row, embedding: bytes.toString('base64') };
}
