import { expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { VARIED } from '../../src/database/table.ts';
import { entities } from '../../src/features/features.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabaseServer } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
/** One connection for writing, so that it is known which one has prepared a statement. */
const database = use(() => Database.connect(connection(), entities, { poolSize: 1 }));

const PREPARED = `select generic_plans::int as "generic", custom_plans::int as "custom" from pg_prepared_statements
  where statement = $1`;

test('a statement of several transactions is planned once per connection, whatever its values', async () => {
  const site = database.forSite(newId());
  // Planned for its values, PostgreSQL would expect one row, not ten.
  const sql = 'select n from unnest($1::int[]) as given(n) where n > 1';
  for (const values of [[1], [2], [3, 4]]) await site.write((tx) => tx.rows(sql, [values]));
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([{ generic: 3, custom: 0 }]);
  expect(await site.write((tx) => tx.rows(sql, [[1, 5]]))).toEqual([{ n: 5 }]);
});

test('one that writes without a transaction of its own shares what the connection has prepared', async () => {
  const site = database.forSite(newId());
  const sql = 'select $1::text as "same"';
  await site.write((tx) => tx.rows(sql, ['in a transaction']));
  await site.change(sql, ['alone']);
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([{ generic: 2, custom: 0 }]);
});

test('one that failed to be prepared fails the same way again, and the connection is used on', async () => {
  const site = database.forSite(newId());
  const sql = 'select missing from missing_table where id = $1';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(site.write((tx) => tx.rows(sql, [1]))).rejects.toThrow('"missing_table" does not exist');
  }
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([]);
});

test('one that its caller composes is not prepared: there may be as many as there are requests', async () => {
  const site = database.forSite(newId());
  const sql = `${VARIED}select $1::int as n`;
  expect(await site.write((tx) => tx.rows(sql, [1]))).toEqual([{ n: 1 }]);
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([]);
});
