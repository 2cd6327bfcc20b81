import { Client } from 'pg';
import { expect, test } from 'vitest';
import { type TestDatabase, createTestDatabase } from '../../../support/postgres.ts';

test('test databases made at the same time do not see each other', async () => {
  const databases = await Promise.all(Array.from({ length: 6 }, () => createTestDatabase()));
  const counts = await Promise.all(
    databases.map(async (database, index) => {
      await query(database, `create table mine as select generate_series(1, ${index})`);
      return query(database, 'select count(*)::int as value from mine');
    }),
  );
  expect(counts).toEqual([0, 1, 2, 3, 4, 5]);
  await Promise.all(databases.map((database) => database.drop()));
});

test('a test database is dropped even with a connection open', async () => {
  const database = await createTestDatabase();
  const client = connectTo(database);
  client.on('error', () => {});
  await client.connect();
  await database.drop();
  await expect(query(database, 'select 1 as value')).rejects.toThrow('does not exist');
});

async function query(database: TestDatabase, sql: string): Promise<unknown> {
  const client = connectTo(database);
  await client.connect();
  const result = await client.query<{ value: unknown }>(sql).finally(() => client.end());
  return result.rows[0]?.value;
}

function connectTo({ host, port, user, name }: TestDatabase): Client {
  return new Client({ host, port, user, database: name, ssl: false });
}
