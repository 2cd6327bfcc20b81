import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { type Client, escapeIdentifier } from 'pg';

/** Rows per fetch: one row may contain a document of 10 MB. */
const FETCHED_AT_ONCE = 20;
const BATCH_ROWS = 1_000;
const BATCH_CHARACTERS = 4_000_000;

/** Tables with data; the table `migration` is written by the migrations. */
export async function listTables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = current_schema() and c.relkind = 'r' and c.relname <> 'migration' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/**
 * Writes a compressed line of JSON per row, within the caller's transaction, so that all tables have the same snapshot.
 * Returns the number of rows.
 */
export async function writeRows(client: Client, table: string, file: string): Promise<number> {
  const columns = await storedColumns(client, table);
  await client.query(
    `declare backup no scroll cursor for
     select row_to_json(r)::text as line from (select ${columns.join(', ')} from ${escapeIdentifier(table)}) r`,
  );
  let count = 0;
  const lines = async function* (): AsyncGenerator<string> {
    for (;;) {
      const { rows } = await client.query<{ line: string }>(`fetch ${FETCHED_AT_ONCE} from backup`);
      if (rows.length === 0) return;
      count += rows.length;
      yield rows.map(({ line }) => `${line}\n`).join('');
    }
  };
  await pipeline(Readable.from(lines()), createGzip({ level: 1 }), createWriteStream(file, { mode: 0o600 }));
  await client.query('close backup');
  return count;
}

/** Inserts the rows that `writeRows` wrote. Returns their number. */
export async function insertRows(client: Client, table: string, file: string): Promise<number> {
  const columns = (await storedColumns(client, table)).join(', ');
  const insert = `insert into ${escapeIdentifier(table)} (${columns}) overriding system value
    select ${columns} from json_populate_recordset(null::${escapeIdentifier(table)}, $1::json)`;
  let count = 0;
  for await (const batch of batches(file)) {
    await client.query(insert, [`[${batch.join(',')}]`]);
    count += batch.length;
  }
  return count;
}

async function* batches(file: string): AsyncGenerator<string[]> {
  const input = createReadStream(file).pipe(createGunzip());
  let batch: string[] = [];
  let characters = 0;
  for await (const line of createInterface({ input, crlfDelay: Infinity })) {
    batch.push(line);
    characters += line.length;
    if (batch.length < BATCH_ROWS && characters < BATCH_CHARACTERS) continue;
    yield batch;
    batch = [];
    characters = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The quoted names of the columns, without computed ones. */
async function storedColumns(client: Client, table: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [escapeIdentifier(table)],
  );
  return rows.map(({ name }) => escapeIdentifier(name));
}
