import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { Client } from 'pg';
import { describe, expect, test } from 'vitest';
import { describeDatabase } from '../../src/database/database-page.ts';
import { ACCESS_LEVELS } from '../../src/access/access-level.ts';
import { migrate, resolveMigrations, pendingMigrations, prepareDatabase } from '../../src/database/migrate.ts';
import { migrations } from '../../src/database/migrations/list.ts';
import { listSchema } from '../support/list-schema.ts';
import { useEmptyDatabase } from '../support/use-database.ts';

const NAMES = migrations.map(({ name }) => name);

/**
 * A database of the last version before the baseline, made at commit e4c222414376c6b7b477f70a59a8540c39f75518 with PostgreSQL 15:
 * `createdb former`, `DATABASE_URL=…/former npm run migrate`,
 * `pg_dump --no-owner --inserts former | grep -v '^\\\(un\)\?restrict\|^--\|^$' | gzip -9n`.
 */
const FORMER = gunzipSync(readFileSync(new URL('../fixtures/database/former.sql.gz', import.meta.url))).toString();

const PREPARED = { name: 'prepared', text: 'select * from content_item c join asset a using (access_level)' };

const fresh = useEmptyDatabase();
const former = useEmptyDatabase();
const older = useEmptyDatabase();

async function onOwn<T>(database: { connection(): object }, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ ...database.connection(), ssl: false });
  await client.connect();
  return work(client).finally(() => client.end());
}

const schemaOf = (database: { connection(): object }) => onOwn(database, listSchema);

describe('a database of the last version before the baseline', () => {
  test('has the schema of a new one after the migration', async () => {
    await onOwn(former, (client) => client.query(FORMER));
    const running = new Client({ ...former.connection(), ssl: false });
    await running.connect();
    await running.query(PREPARED);
    expect(await pendingMigrations(former.connection())).toEqual(NAMES);
    expect(await migrate(former.connection())).toEqual(NAMES);
    expect(await migrate(fresh.connection())).toEqual(NAMES);
    const schema = await schemaOf(fresh);
    expect(schema.length).toBeGreaterThan(2_000);
    expect(await schemaOf(former)).toEqual(schema);
    // The former version runs beside this one during a deployment, on connections that have prepared its statements.
    expect((await running.query(PREPARED)).rows).toEqual([]);
    await running.end();
    expect(await migrate(former.connection())).toEqual([]);
  });
});

test('an older database stops the start with the commit that migrates it', async () => {
  await onOwn(older, async (client) => {
    await client.query(FORMER);
    await client.query(`delete from public.migration where name = '20261127_field_changes'`);
  });
  const message =
    /last migration is 20261127_email_domains: migrate it with commit e4c222414376c6b7b477f70a59a8540c39f75518/;
  for (const mayMigrate of [true, false]) {
    await expect(prepareDatabase(older.connection(), { mayMigrate })).rejects.toThrow(message);
  }
});

test('rows of the former version are restored into the baseline, and older ones are not', () => {
  expect(resolveMigrations(['20261121_foundation', '20261127_field_changes'])).toEqual(['20261128_baseline']);
  expect(resolveMigrations(['20261127_field_changes', '20261128_baseline', 'later'])).toEqual([
    '20261128_baseline',
    'later',
  ]);
  expect(() => resolveMigrations(['20261121_foundation'])).toThrow(
    /restore it with commit e4c222414376c6b7b477f70a59a8540c39f75518/,
  );
});

test('docs/database.md describes the tables and triggers (`npm run schema`), each with its purpose', async () => {
  const page = readFileSync(new URL('../../docs/database.md', import.meta.url), 'utf8');
  expect(await describeDatabase(fresh.connection())).toBe(page);
  expect(page).not.toMatch(/\|\s+\|$|^## .*\n\n\n/m);
});

test('the access levels of the database are those of the access rule', async () => {
  const { rows } = await onOwn(fresh, (client) =>
    client.query<{ definition: string }>(
      `select pg_get_constraintdef(oid) as definition from pg_constraint where contypid = 'access_level'::regtype`,
    ),
  );
  expect([...(rows[0]?.definition ?? '').matchAll(/'(\w+)'/g)].map(([, level]) => level)).toEqual(ACCESS_LEVELS);
});
