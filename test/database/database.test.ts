import { once } from 'node:events';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { LIST_VIEWS, type ListedTable, listView } from '../../src/database/migrations/list-view.ts';
import { CollectionEntity } from '../../src/features/collection/collection.entity.ts';
import { entities } from '../../src/features/features.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabaseServer } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
const database = use(() => Database.connect(connection(), entities));
/** Connected as the owner, to which no policy applies. */
const owner = use(
  async () => {
    const client = new pg.Client({ ...connection(), ssl: false });
    await client.connect();
    return client;
  },
  (client) => client.end(),
);
let mine: string;
let other: string;

beforeEach(async () => {
  [mine, other] = [await newSite(), await newSite()];
});

async function newSite(): Promise<string> {
  const id = newId();
  await owner.query(
    `insert into site (id, name, owner_email, plan, trust_caller_user, forms, subscriptions, link_hosts, created_at, updated_at)
     values ($1, 'Site', 'a@b.example', 'free', false, '{}', '[]', '{}', now(), now())`,
    [id],
  );
  return id;
}

const collection = (siteId: string, slug = 'c') => ({
  id: newId(),
  siteId,
  name: 'C',
  slug,
  description: null,
  order: 1,
});

async function slugsOf(siteId: string): Promise<string[]> {
  const { rows } = await owner.query<{ slug: string }>('select slug from collection where site_id = $1 order by slug', [
    siteId,
  ]);
  return rows.map(({ slug }) => slug);
}

describe('write', () => {
  test('commits entities and SQL together, then runs what waits for it', async () => {
    const order: string[] = [];
    await database.forSite(mine).write(async (tx) => {
      tx.afterCommit(() => order.push('committed'));
      tx.em.create(CollectionEntity, collection(mine, 'entity'));
      await tx.em.flush();
      await tx.rows(`update collection set name = 'Renamed'`);
      order.push('worked');
    });
    expect(order).toEqual(['worked', 'committed']);
    expect(await slugsOf(mine)).toEqual(['entity']);
  });

  test('rolls everything back when the work throws, and runs nothing after it', async () => {
    const ran: string[] = [];
    const failing = database.forSite(mine).write(async (tx) => {
      tx.afterCommit(() => ran.push('afterCommit'));
      tx.em.create(CollectionEntity, collection(mine));
      await tx.em.flush();
      throw new Error('on purpose');
    });
    await expect(failing).rejects.toThrow('on purpose');
    expect([await slugsOf(mine), ran]).toEqual([[], []]);
  });

  test('runs nothing after a commit that fails', async () => {
    const ran: string[] = [];
    const failing = database.forSite(mine).write(async (tx) => {
      tx.afterCommit(() => ran.push('afterCommit'));
      tx.em.create(CollectionEntity, collection(mine, 'twice'));
      tx.em.create(CollectionEntity, collection(mine, 'twice'));
    });
    await expect(failing).rejects.toThrow(/collection_slug/);
    expect([await slugsOf(mine), ran]).toEqual([[], []]);
  });

  test('cannot run statements after it has ended', async () => {
    const held = await database.forSite(mine).write(async (tx) => tx);
    await expect(held.rows('select 1')).rejects.toThrow(/ended|committed/);
  });
});

describe('a scope', () => {
  beforeEach(() =>
    database.forSite(other).write(async (tx) => void tx.em.create(CollectionEntity, collection(other, 'theirs'))),
  );

  test('sees nothing of another site, by SQL that forgets the site and by entities', async () => {
    const forgetful = 'select slug from collection';
    expect(await database.forSite(mine).rows(forgetful)).toEqual([]);
    expect(await database.forSite(other).rows(forgetful)).toEqual([{ slug: 'theirs' }]);
    await database.forSite(mine).write(async (tx) => {
      expect(await tx.rows(forgetful)).toEqual([]);
      expect(await tx.em.findAll(CollectionEntity)).toEqual([]);
    });
  });

  test('changes and deletes nothing of another site', async () => {
    await database.forSite(mine).write(async (tx) => {
      await tx.rows(`update collection set name = 'Stolen'`);
      await tx.rows('delete from collection');
      await tx.em.nativeDelete(CollectionEntity, {});
    });
    expect(await slugsOf(other)).toEqual(['theirs']);
  });

  test('cannot write a row into another site, by entity or by SQL', async () => {
    const byEntity = database
      .forSite(mine)
      .write(async (tx) => void tx.em.create(CollectionEntity, collection(other, 'planted')));
    await expect(byEntity).rejects.toThrow(/row-level security/);
    const bySql = database.forSite(mine).write((tx) => tx.rows('update site set id = $1', [newId()]));
    await expect(bySql).rejects.toThrow(/row-level security/);
    expect(await slugsOf(other)).toEqual(['theirs']);
  });

  test('does not keep the site of the one before on the connection', async () => {
    const sites = await Promise.all(Array.from({ length: 40 }, newSite));
    const seen = await Promise.all(
      sites.map(async (site) =>
        (await database.forSite(site).rows<{ id: string }>('select id from site')).map(({ id }) => id),
      ),
    );
    expect(seen).toEqual(sites.map((site) => [site]));
  });
});

describe('outside any scope', () => {
  test('the service role sees nothing and writes nothing', async () => {
    await asService(async (client) => {
      expect((await client.query('select * from site')).rows).toEqual([]);
      expect((await client.query('select * from collection')).rows).toEqual([]);
      await expect(client.query('insert into collection select * from collection')).resolves.toMatchObject({
        rowCount: 0,
      });
    });
  });

  test('an entity manager without the site parameter fails loudly', async () => {
    const orm = (database as unknown as { orm: { em: { fork(): { findAll(entity: unknown): Promise<unknown> } } } })
      .orm;
    await expect(orm.em.fork().findAll(CollectionEntity)).rejects.toThrow(/site/);
  });
});

describe('the tables', () => {
  const tables = async (sql: string) => (await owner.query<{ name: string }>(sql)).rows.map(({ name }) => name);
  // `embedding_state` has the models of the installation, and nothing of a site.
  const ALL = `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p') and c.relname not in ('migration', 'embedding_state')`;

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
    const installation = `'app_user', 'user_session', 'user_account', 'user_verification'`;
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

describe('a text that PostgreSQL cannot hold is an error of the caller', () => {
  test('in a read and in a write', async () => {
    const refused = { code: 'BAD_REQUEST', message: 'Text must not contain the character U+0000' };
    await expect(database.forSite(mine).rows('select $1::text', ['a\0b'])).rejects.toMatchObject(refused);
    await expect(database.forSite(mine).write((tx) => tx.rows('select $1::text', ['a\0b']))).rejects.toMatchObject(
      refused,
    );
    await expect(database.forSite(mine).rows('select $1::jsonb', ['{"a": "\\u0000"}'])).rejects.toMatchObject(refused);
    // MikroORM has no parameters in its statements: the values stand in them.
    const looking = database.forSite(mine).write((tx) => tx.em.findOne(CollectionEntity, { slug: 'a\0b' }));
    await expect(looking).rejects.toMatchObject(refused);
  });

  test('while any other error stays one of the service', async () => {
    await expect(database.forSite(mine).rows('select nothing')).rejects.toMatchObject({ code: '42703' });
  });
});

describe('a lock that another transaction holds', () => {
  test('is waited for 15 seconds at most, and then the database is busy', async () => {
    expect(await database.forSite(mine).rows('show lock_timeout')).toEqual([{ lock_timeout: '15s' }]);
    await owner.query('begin');
    await owner.query('lock table persona in access exclusive mode');
    const waiting = database.forSite(mine).write(async (tx) => {
      await tx.rows(`set local lock_timeout = '50ms'`);
      await tx.rows('select id from persona');
    });
    await expect(waiting).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: 'The database is busy with other writes of the same kind',
    });
    await owner.query('rollback');
  });
});

describe('connections that PostgreSQL ends', () => {
  const end = (condition: string) =>
    owner.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and ${condition}`,
    );

  test('that are lost while idle are replaced: reads and writes succeed, and the process does not end', async () => {
    const site = database.forSite(mine);
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
    const site = database.forSite(mine);
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
    const site = small.forSite(mine);
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

async function asService(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ ...connection(), ssl: false, options: '-c role=lectern_service' });
  await client.connect();
  try {
    await work(client);
  } finally {
    const ended = once(client, 'end');
    await client.end();
    await ended;
  }
}
