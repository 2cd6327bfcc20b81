import { once } from 'node:events';
import pg from 'pg';
import { beforeEach, describe, expect, test } from 'vitest';
import { Database } from '../../src/database/database.ts';
import { CollectionEntity } from '../../src/features/collection/collection.entity.ts';
import { entities } from '../../src/features/features.ts';
import { newId } from '../../src/shared/ids.ts';
import { useDatabaseServer, useOwner } from '../support/use-database.ts';
import { use } from '../support/use.ts';

const { connection } = useDatabaseServer();
const database = use(() => Database.connect(connection(), entities));
const owner = useOwner(connection);
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
    await database.forSite(mine, 'background').write(async (tx) => {
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
    const failing = database.forSite(mine, 'background').write(async (tx) => {
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
    const failing = database.forSite(mine, 'background').write(async (tx) => {
      tx.afterCommit(() => ran.push('afterCommit'));
      tx.em.create(CollectionEntity, collection(mine, 'twice'));
      tx.em.create(CollectionEntity, collection(mine, 'twice'));
    });
    await expect(failing).rejects.toThrow(/collection_slug/);
    expect([await slugsOf(mine), ran]).toEqual([[], []]);
  });

  test('cannot run statements after it has ended', async () => {
    const held = await database.forSite(mine, 'background').write(async (tx) => tx);
    await expect(held.rows('select 1')).rejects.toThrow(/ended|committed/);
  });
});

describe('a scope', () => {
  beforeEach(() =>
    database
      .forSite(other, 'background')
      .write(async (tx) => void tx.em.create(CollectionEntity, collection(other, 'theirs'))),
  );

  test('sees nothing of another site, by SQL that forgets the site and by entities', async () => {
    const forgetful = 'select slug from collection';
    expect(await database.forSite(mine, 'background').rows(forgetful)).toEqual([]);
    expect(await database.forSite(other, 'background').rows(forgetful)).toEqual([{ slug: 'theirs' }]);
    await database.forSite(mine, 'background').write(async (tx) => {
      expect(await tx.rows(forgetful)).toEqual([]);
      expect(await tx.em.findAll(CollectionEntity)).toEqual([]);
    });
  });

  test('changes and deletes nothing of another site', async () => {
    await database.forSite(mine, 'background').write(async (tx) => {
      await tx.rows(`update collection set name = 'Stolen'`);
      await tx.rows('delete from collection');
      await tx.em.nativeDelete(CollectionEntity, {});
    });
    expect(await slugsOf(other)).toEqual(['theirs']);
  });

  test('cannot write a row into another site, by entity or by SQL', async () => {
    const byEntity = database
      .forSite(mine, 'background')
      .write(async (tx) => void tx.em.create(CollectionEntity, collection(other, 'planted')));
    await expect(byEntity).rejects.toThrow(/row-level security/);
    const bySql = database.forSite(mine, 'background').write((tx) => tx.rows('update site set id = $1', [newId()]));
    await expect(bySql).rejects.toThrow(/row-level security/);
    expect(await slugsOf(other)).toEqual(['theirs']);
  });

  test('does not keep the site of the one before on the connection', async () => {
    const sites = await Promise.all(Array.from({ length: 40 }, newSite));
    const seen = await Promise.all(
      sites.map(async (site) =>
        (await database.forSite(site, 'background').rows<{ id: string }>('select id from site')).map(({ id }) => id),
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

describe('a text that PostgreSQL cannot hold is an error of the caller', () => {
  test('in a read and in a write', async () => {
    const refused = { code: 'BAD_REQUEST', message: 'Text must not contain the character U+0000' };
    await expect(database.forSite(mine, 'background').rows('select $1::text', ['a\0b'])).rejects.toMatchObject(refused);
    await expect(
      database.forSite(mine, 'background').write((tx) => tx.rows('select $1::text', ['a\0b'])),
    ).rejects.toMatchObject(refused);
    await expect(
      database.forSite(mine, 'background').rows('select $1::jsonb', ['{"a": "\\u0000"}']),
    ).rejects.toMatchObject(refused);
    // MikroORM has no parameters in its statements: the values stand in them.
    const looking = database
      .forSite(mine, 'background')
      .write((tx) => tx.em.findOne(CollectionEntity, { slug: 'a\0b' }));
    await expect(looking).rejects.toMatchObject(refused);
  });

  test('while any other error stays one of the service', async () => {
    await expect(database.forSite(mine, 'background').rows('select nothing')).rejects.toMatchObject({ code: '42703' });
  });
});

describe('a lock that another transaction holds', () => {
  test('is waited for 15 seconds at most, and then the database is busy', async () => {
    expect(await database.forSite(mine, 'background').rows('show lock_timeout')).toEqual([{ lock_timeout: '15s' }]);
    await owner.query('begin');
    await owner.query('lock table persona in access exclusive mode');
    const waiting = database.forSite(mine, 'background').write(async (tx) => {
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
