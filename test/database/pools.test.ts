import { describe, expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { entities } from '../../src/features/features.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabaseServer, useOwner } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
const database = use(() => Database.connect(connection(), entities));
const owner = useOwner(connection);

describe('connections that PostgreSQL ends', () => {
  const end = (condition: string) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );

  test('that are lost while idle are replaced: reads and writes succeed, and the process does not end', async () => {
    const site = database.forSite(newId(), 'background');
    await Promise.all(Array.from({ length: 20 }, () => site.rows('select pg_sleep(0.01)')));
    await Promise.all(Array.from({ length: 5 }, () => site.write((tx) => tx.rows('select pg_sleep(0.01)'))));
    const ended = await end(`state = 'idle'`);
    expect(ended.rowCount).toBeGreaterThan(5);
    await expect.poll(() => site.rows('select 1 as one').catch(() => 'unavailable')).toEqual([{ one: 1 }]);
    await expect
      .poll(() => site.write((tx) => tx.rows('select 1 as one')).catch(() => 'unavailable'))
      .toEqual([{ one: 1 }]);
    await database.check();
  });

  test('that are lost during a call fail that call and no other, also repeatedly', async () => {
    const site = database.forSite(newId(), 'background');
    const SLEEP = 'select pg_sleep(30)';
    const calls = Array.from({ length: 10 }, () => [site.rows(SLEEP), site.write((tx) => tx.rows(SLEEP))]).flat();
    const failed = Promise.allSettled(calls);
    const sleeping = `state = 'active' and query = '${SLEEP}'`;
    await expect.poll(() => countOf(sleeping), { interval: 20 }).toBe(calls.length);
    await end(sleeping);
    expect(new Set((await failed).map(({ status }) => status))).toEqual(new Set(['rejected']));
    const again = Array.from({ length: 20 }, () => site.write((tx) => tx.rows('select 1 as one')));
    expect(await Promise.all(again)).toHaveLength(20);
    expect(await site.rows('select 1 as one')).toEqual([{ one: 1 }]);
  });

  test('are as many as the pools may have, and further calls wait their turn', async () => {
    const before = await countOf('true');
    const small = await Database.connect(connection(), entities, { poolSize: 2 });
    const site = small.forSite(newId(), 'background');
    const PAUSE = 'select pg_sleep(0.05)';
    const calls = Array.from({ length: 6 }, () => [site.rows(PAUSE), site.write((tx) => tx.rows(PAUSE))]).flat();
    expect(await Promise.all(calls)).toHaveLength(12);
    const opened = (await countOf('true')) - before;
    await small.close();
    expect(opened).toBe(4);
  });

  async function countOf(condition: string): Promise<number> {
    const { rows } = await owner.query<{ count: number }>(
      `select count(*)::int as count from pg_stat_activity where datname = current_database() and ${condition}`,
    );
    return rows[0]?.count ?? 0;
  }
});
