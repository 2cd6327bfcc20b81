import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseConnection } from '../connection.ts';
import { insertRows, listTables, writeRows } from './rows.ts';

export interface WrittenTables {
  /** The names of the applied migrations. */
  migrations: string[];
  /** Number of rows by table. */
  tables: Record<string, number>;
}

/** Writes one file per table into the folder, from one snapshot. Connects as the owner of the tables. */
export function writeTables(connection: DatabaseConnection, folder: string): Promise<WrittenTables> {
  return withOwner(connection, async (client) => {
    await client.query('begin isolation level repeatable read read only');
    const { rows } = await client.query<{ name: string }>('select name from migration order by id');
    const tables: Record<string, number> = {};
    for (const table of await listTables(client)) {
      tables[table] = await writeRows(client, table, join(folder, `${table}.jsonl.gz`));
    }
    await client.query('commit');
    return { migrations: rows.map(({ name }) => name), tables };
  });
}

/**
 * Inserts the rows that `writeTables` wrote, in one transaction. Connects as the owner of the tables.
 * @param tables the expected number of rows per table
 */
export function insertTables(
  connection: DatabaseConnection,
  tables: Readonly<Record<string, number>>,
  folder: string,
): Promise<void> {
  return withOwner(connection, async (client) => {
    const own = await listTables(client);
    await client.query('begin');
    const { rows } = await client.query<{ used: boolean }>('select exists (select from site) as used');
    if (rows[0]?.used) throw new Error('The database is not empty: restore into an empty database');
    const quoted = own.map((table) => escapeIdentifier(table));
    await client.query(`truncate ${quoted.join(', ')}`);
    await eachForeignKey(
      client,
      (table, key) => `alter table ${table} alter constraint ${key} deferrable initially deferred`,
    );
    // What triggers keep is in the backup as well.
    for (const table of quoted) await client.query(`alter table ${table} disable trigger user`);
    for (const [table, expected] of Object.entries(tables)) {
      const inserted = await insertRows(client, table, join(folder, `${table}.jsonl.gz`));
      if (inserted !== expected) throw new Error(`The backup is damaged: ${table} has ${inserted} of ${expected} rows`);
    }
    await client.query('set constraints all immediate');
    for (const table of quoted) await client.query(`alter table ${table} enable trigger user`);
    await eachForeignKey(client, (table, key) => `alter table ${table} alter constraint ${key} not deferrable`);
    await advanceSequences(client);
    await client.query('commit');
  });
}

/** Foreign keys are checked at the end, so that tables can be filled in any order. */
async function eachForeignKey(client: Client, statement: (table: string, key: string) => string): Promise<void> {
  const { rows } = await client.query<{ table: string; key: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as key from pg_constraint
     where contype = 'f' and connamespace = current_schema()::regnamespace`,
  );
  for (const { table, key } of rows) await client.query(statement(table, key));
}

async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(
    `select c.relname as table, a.attname as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
     from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attnum > 0
       and case when not a.attisdropped then pg_get_serial_sequence(quote_ident(c.relname), a.attname) end is not null`,
  );
  for (const { table, column, sequence } of rows) {
    const [name, from] = [escapeIdentifier(column), escapeIdentifier(table)];
    await client.query(`select setval($1, coalesce((select max(${name}) from ${from}), 1), true)`, [sequence]);
  }
}

/** One connection as the owner, because row-level security would silently omit rows. */
async function withOwner<T>(connection: DatabaseConnection, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(connection);
  await client.connect();
  try {
    await client.query('set row_security = off');
    await client.query('set timezone = UTC');
    return await work(client);
  } finally {
    await client.end();
  }
}
