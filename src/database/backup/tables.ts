import { join } from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import type { DatabaseConnection } from '../connection.ts';
import { insertRows, tablesOf, writeRows } from './rows.ts';

export interface WrittenTables {
  /** Those that had run. */
  migrations: string[];
  /** Rows by table. */
  tables: Record<string, number>;
}

/** Writes a file per table into the folder, all as of one moment. As the owner of the tables. */
export function writeTables(connection: DatabaseConnection, folder: string): Promise<WrittenTables> {
  return withOwner(connection, (client) => write(client, folder));
}

/**
 * Inserts what `writeTables` wrote, all or nothing. As the owner of the tables.
 * @param tables the number of rows that each must have
 */
export function insertTables(
  connection: DatabaseConnection,
  tables: Readonly<Record<string, number>>,
  folder: string,
): Promise<void> {
  return withOwner(connection, (client) => fill(client, tables, folder));
}

async function write(client: Client, folder: string): Promise<WrittenTables> {
  await client.query('begin isolation level repeatable read read only');
  const { rows } = await client.query<{ name: string }>('select name from migration order by id');
  const tables: Record<string, number> = {};
  for (const table of await tablesOf(client)) {
    tables[table] = await writeRows(client, table, join(folder, `${table}.jsonl.gz`));
  }
  await client.query('commit');
  return { migrations: rows.map(({ name }) => name), tables };
}

async function fill(client: Client, tables: Readonly<Record<string, number>>, folder: string): Promise<void> {
  const own = await tablesOf(client);
  await client.query('begin');
  const { rows } = await client.query<{ used: boolean }>('select exists (select from site) as used');
  if (rows[0]?.used) throw new Error('The database has sites already: restore into an empty one');
  const quoted = own.map((table) => escapeIdentifier(table)).join(', ');
  await client.query(`truncate ${quoted}`);
  await eachForeignKey(
    client,
    (table, key) => `alter table ${table} alter constraint ${key} deferrable initially deferred`,
  );
  for (const [table, expected] of Object.entries(tables)) {
    const inserted = await insertRows(client, table, join(folder, `${table}.jsonl.gz`));
    if (inserted !== expected) throw new Error(`The backup is damaged: ${table} has ${inserted} of ${expected} rows`);
  }
  await client.query('set constraints all immediate');
  await eachForeignKey(client, (table, key) => `alter table ${table} alter constraint ${key} not deferrable`);
  await advanceSequences(client);
  await client.query('commit');
}

/** So that tables can be filled in any order: keys are checked when all rows are there. */
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

/** One connection for the whole of the work, which is the owner's: row-level security would leave rows out in silence. */
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
