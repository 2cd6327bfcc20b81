import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { addColumns } from '../../src/database/migrations/add-columns.ts';
import { migrations } from '../../src/database/migrations/list.ts';
import { migrate, pendingMigrations } from '../../src/database/migrate.ts';
import { administer } from '../support/postgres.ts';

const NAMES = migrations.map(({ name }) => name);

const server = inject('testPostgres');
const database = `test_${randomBytes(8).toString('hex')}`;
const connection = { host: server.host, port: server.port, user: server.user, database };

beforeAll(() => administer(server, (client) => client.query(`create database ${database}`)));
afterAll(() => administer(server, (client) => client.query(`drop database ${database} with (force)`)));

test('two that migrate an empty database at once run each migration once between them, and a third finds nothing to do', async () => {
  expect(await pendingMigrations(connection)).toEqual(NAMES);
  const [one, other] = await Promise.all([migrate(connection), migrate(connection)]);
  expect([...one, ...other]).toEqual(NAMES);
  expect(Math.min(one.length, other.length)).toBe(0);
  expect(await migrate(connection)).toEqual([]);
  expect(await pendingMigrations(connection)).toEqual([]);
});

test('a user of the service that owns nothing sees which migrations have run', async () => {
  const user = `app_${randomBytes(8).toString('hex')}`;
  await administer(server, (client) => client.query(`create role ${user} login in role lectern_service`));
  try {
    expect(await pendingMigrations({ ...connection, user })).toEqual([]);
  } finally {
    await administer(server, (client) => client.query(`drop role ${user}`));
  }
});

test('no migration is listed twice', () => {
  expect(NAMES).toEqual([...new Set(NAMES)]);
});

test('after it no session keeps the lock', async () => {
  const client = new Client({ ...connection, ssl: false });
  await client.connect();
  const locks = await client.query(
    `select * from pg_locks where locktype = 'advisory'
     and database = (select oid from pg_database where datname = current_database())`,
  );
  await client.end();
  expect(locks.rows).toEqual([]);
});

test('a migration that only adds columns', () => {
  const migration = new (addColumns('persona', 'subtitle text', 'rating integer not null default 0'))(
    undefined as never,
    undefined as never,
  );
  migration.up();
  expect(migration.getQueries()).toEqual([
    'alter table persona add column subtitle text, add column rating integer not null default 0',
  ]);
});
