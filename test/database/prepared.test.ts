import { expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { VARIED_STATEMENT } from '../../src/database/table.ts';
import { entities } from '../../src/features/features.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabaseServer } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
/** One connection for writing, so that it is known which one has prepared a statement. */
const database = use(() => Database.connect(connection(), entities, { poolSize: 1 }));

const PREPARED = 'select from pg_prepared_statements where statement = $1';

test('a statement that failed to be prepared fails the same way again, and the connection is used on', async () => {
  const site = database.forSite(newId(), 'background');
  const sql = 'select missing from missing_table where id = $1';
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await expect(site.write((tx) => tx.rows(sql, [1]))).rejects.toThrow('"missing_table" does not exist');
  }
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([]);
});

test('one that its caller composes is not prepared: there may be as many as there are requests', async () => {
  const site = database.forSite(newId(), 'background');
  const sql = `${VARIED_STATEMENT}select $1::int as n`;
  expect(await site.write((tx) => tx.rows(sql, [1]))).toEqual([{ n: 1 }]);
  expect(await site.write((tx) => tx.rows(PREPARED, [sql]))).toEqual([]);
});
