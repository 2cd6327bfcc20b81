import { describe, expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { LIST_VIEWS, type ListedTable, listView } from '../../src/database/schema/sql/list-view.ts';
import { entities } from '../../src/features/features.ts';
import { useDatabaseServer, useOwner } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
const database = use(() => Database.connect(connection(), entities));
const owner = useOwner(connection);

describe('the tables', () => {
  const tables = async (sql: string) => (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  // `embedding_state` has the models of the installation and `plan_limit` the limits of its plans, nothing of a site.
  const ALL = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('migration', 'embedding_state', 'plan_limit')`;

  test('all have row-level security, with a policy that reads the setting and holds for reading and writing', async () => {
    expect((await tables(ALL)).length).toBeGreaterThan(5);
    expect(await tables(`${ALL} and not c.relrowsecurity`)).toEqual([]);
    const without = `${ALL} and not exists (select 1 from pg_policies p where p.schemaname = 'public' and p.tablename = c.relname
      and p.permissive = 'PERMISSIVE' and p.cmd = 'ALL' and p.qual like '%lectern.site_id%' and p.with_check is null)`;
    expect(await tables(without)).toEqual([]);
    expect(
      await tables(
        `select tablename as name from pg_policies where permissive = 'PERMISSIVE' group by 1 having count(*) > 1`,
      ),
    ).toEqual([]);
  });

  const LISTED = Object.entries(LIST_VIEWS) as [ListedTable, string][];

  test.each(LISTED)('the view of lists of %s has its columns, and its policies as conditions', async (table, view) => {
    const definition = `select pg_get_viewdef('${view}') as name`;
    const [stored] = await tables(definition);
    await owner.query('begin');
    await owner.query(listView(table));
    expect(await tables(definition)).toEqual([stored]);
    await owner.query('rollback');
    expect(stored).toContain('lectern.site_id');
    expect(stored).toContain('lectern.levels');
  });

  test.each(LISTED)('the view of lists of %s cannot be written through', async (_table, view) => {
    await expect(database.system.rows(`update ${view} set site_id = null`)).rejects.toThrow('permission denied');
  });

  test('have policies that read a setting once for a statement, not for every row', async () => {
    const { rows } = await owner.query<{ table: string; condition: string }>(
      `select polrelid::regclass::text as table, pg_get_expr(polqual, polrelid) as condition from pg_policy`,
    );
    const readsPerRow = ({ condition }: { condition: string }) =>
      condition.replaceAll(/\( SELECT \(?(NULLIF\()*current_setting/g, '').includes('current_setting');
    expect(rows.length).toBeGreaterThan(20);
    expect(rows.filter(readsPerRow).map(({ table }) => table)).toEqual([]);
  });

  test('all belong to a site and are deleted with it', async () => {
    // Users, who may be members of several sites; no scope of a site has their rows.
    const installation = `'app_user', 'user_session', 'user_account', 'user_passkey', 'user_verification'`;
    const orphaned = `${ALL} and c.relname not in ('site', ${installation}) and not exists (
      select 1 from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and k.confdeltype = 'c' and k.confrelid = 'site'::regclass)`;
    expect(await tables(orphaned)).toEqual([]);
  });

  test('are not owned by the role of the service, which may not pass by the policies', async () => {
    expect(await tables(`select tablename as name from pg_tables where tableowner = 'lectern_service'`)).toEqual([]);
    const { rows } = await owner.query(
      `select rolsuper, rolbypassrls, rolcreaterole, rolcreatedb from pg_roles where rolname = 'lectern_service'`,
    );
    expect(rows).toEqual([{ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false }]);
    expect(await database.system.row('select current_user as name')).toEqual({ name: 'lectern_service' });
  });

  test('have an index for every foreign key, so that deleting a site or a parent reads no whole table', async () => {
    const bare = `select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
      where c.contype = 'f' and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`;
    expect(await tables(bare)).toEqual([]);
  });

  test('every entity is filtered by its site', () => {
    const unfiltered = entities.filter(
      ({ meta }) => !Object.values(meta.filters ?? {}).some(({ name, default: on }) => name === 'site' && on),
    );
    expect(unfiltered.map(({ meta }) => meta.className)).toEqual([]);
  });
});
