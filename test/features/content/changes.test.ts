import { describe, expect, test } from 'vitest';
import { FEED_START, encodeCursor } from '../../../src/features/content/changes/change-cursor.ts';
import { beginFeed, removeOldDeletions } from '../../../src/features/content/changes/content-change.rows.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { Mirror, changesOf, listed } from './change-mirror.ts';
import { createItem, createItems, createType } from './items.ts';

const service = useService();
const site = useSite(service);

/** A key that sees published items only. */
async function deliveryOf(of: TestSite): Promise<TestSite> {
  const { data } = await new Admin(service).createApiKey(of.id, { name: 'delivery', scopes: ['read'] });
  return new TestSite(service, of.id, data?.createApiKey.secret ?? '');
}

/** A write that stays open until `commit`. */
function openWrite(of: TestSite, sql: string, values: unknown[]): Promise<{ commit: () => Promise<void> }> {
  return new Promise((resolve, reject) => {
    const done = service.app.database.forSite(of.id, 'background').write(async (tx) => {
      await tx.rows(sql, values);
      await new Promise<void>((end) => {
        resolve({ commit: () => (end(), done) });
      });
    });
    done.catch(reject);
  });
}

describe('the changes of content', () => {
  test('are created, updated and deleted items in order, each once, and the cursor goes on', async () => {
    const own = await service.site();
    await createType(own, 'note', []);
    const [one, two, three] = await createItems(own, [{ content: 'Text' }, {}, { type: 'note' }]);
    const mirror = new Mirror(own, { limit: 2 });
    await mirror.catchUp(own);
    expect(mirror.seen.slice(0, 3)).toMatchObject([
      { _id: one!._id, type: 'article', change: 'created', revision: 1, changedAt: expect.any(String) },
      { _id: two!._id, change: 'created' },
      { _id: three!._id, type: 'note', change: 'created' },
    ]);
    const since = mirror.cursor ?? '';
    expect(await mirror.read()).toEqual([]);
    await own.put(`/content/${two!._id}`, { title: 'Other' });
    await own.put(`/content/${two!._id}`, { title: 'Another' });
    await own.delete(`/content/${one!._id}`);
    await mirror.catchUp(own);
    const { data } = await changesOf(own, { since, items: true });
    expect(data.slice(0, 2)).toMatchObject([
      { _id: two!._id, change: 'updated', revision: 3, item: { title: 'Another', content: null } },
      { _id: one!._id, change: 'deleted', revision: null, item: null },
    ]);
    expect(data).toHaveLength(3);
    await own.post(`/content/trash/${one!._id}/restore`, {});
    await mirror.catchUp(own);
    expect(mirror.seen.at(-2)).toMatchObject({ _id: one!._id, change: 'updated', revision: 2 });
  });

  test('of a transaction that is open come after it, with all that was written meanwhile', async () => {
    const own = await service.site();
    const [one, two] = await createItems(own, [{}, {}]);
    const mirror = new Mirror(own);
    await mirror.catchUp(own);
    const open = await openWrite(own, "update content_item set title = 'Late' where id = $1", [one!._id]);
    await own.put(`/content/${two!._id}`, { title: 'Early' });
    expect(await mirror.read()).toEqual([]);
    await open.commit();
    await mirror.catchUp(own);
    expect(mirror.seen.slice(-3)).toMatchObject([
      { _id: one!._id, revision: 2 },
      { _id: two!._id, revision: 2 },
      { change: 'created' },
    ]);
  });

  test('tell a key without the scope preview of an item only while and after it is published', async () => {
    const own = await service.site();
    const delivery = await deliveryOf(own);
    const [draft, published, before] = await createItems(own, [{}, { status: 'published' }, { status: 'published' }]);
    await own.put(`/content/${before!._id}`, { status: 'archived' });
    // The feed says what was hidden after its beginning, which an open transaction of another test puts earlier.
    await new Mirror(delivery).catchUp(own);
    const mirror = new Mirror(delivery);
    await mirror.catchUp(own);
    expect(mirror.seen).toMatchObject([
      { _id: published!._id, change: 'created' },
      { change: 'created' },
      { change: 'created' },
    ]);
    expect(mirror.seen.map(({ _id }) => _id)).not.toContain(before!._id);
    const newChanges = async () => {
      const from = mirror.seen.length;
      await mirror.catchUp(own);
      return mirror.seen.slice(from, -1).map(({ _id, change }) => [_id, change]);
    };
    await own.put(`/content/${draft!._id}`, { title: 'Still a draft' });
    await own.put(`/content/${published!._id}`, { status: 'draft' });
    expect(await newChanges()).toEqual([[published!._id, 'deleted']]);
    await own.put(`/content/${published!._id}`, { title: 'Written while hidden' });
    await own.delete(`/content/${before!._id}`);
    expect(await newChanges()).toEqual([]);
    await own.put(`/content/${published!._id}`, { status: 'published' });
    await own.put(`/content/${draft!._id}`, { status: 'published' });
    expect(await newChanges()).toEqual([
      [published!._id, 'updated'],
      [draft!._id, 'created'],
    ]);
    await own.put(`/content/${published!._id}`, { accessLevel: 'premium' });
    await own.delete(`/content/${draft!._id}?permanently=true`);
    expect(await newChanges()).toEqual([
      [published!._id, 'deleted'],
      [draft!._id, 'deleted'],
    ]);
    const premium = await createItem(own, { status: 'published', accessLevel: 'premium' });
    await own.delete(`/content/${premium._id}`);
    expect(await newChanges()).toEqual([]);
  });

  test('of another site are not among them', async () => {
    const [one, other] = [await service.site(), await service.site()];
    const { _id } = await createItem(one, { status: 'published' });
    const mirror = new Mirror(other);
    await mirror.catchUp(other);
    expect(mirror.seen.map((change) => change._id)).not.toContain(_id);
    expect(mirror.seen).toHaveLength(1);
  });

  test('include items that are older than the feed, and begin again after a restore', async () => {
    const own = await service.site();
    const { _id } = await createItem(own, { status: 'published' });
    const { system } = service.app.database;
    await system.rows('delete from content_change where site_id = $1', [own.id]);
    const mirror = new Mirror(own);
    await mirror.read();
    expect([...mirror.items.keys()]).toEqual([_id]);
    // As rows of a database that has counted further, and of a feed of that database.
    await system.rows('update content_change set changed_in = changed_in + 1e15::bigint where site_id = $1', [own.id]);
    await system.rows("update content_feed set basis = 'another database' where site_id = $1", [own.id]);
    expect(await changesOf(own, { since: mirror.cursor ?? '' })).toMatchObject({ status: 400 });
    expect((await changesOf(own)).data.map((change) => change._id)).toEqual([_id]);
  });
});

test('a first reading of more items than a call has time for keeps what it has done', async () => {
  const own = await service.site();
  const items = await createItems(own, [{}, {}, {}, {}, {}]);
  const { database } = service.app;
  await database.system.rows('delete from content_change where site_id = $1', [own.id]);
  const rows = async () =>
    (await database.system.rows('select item_id from content_change where site_id = $1', [own.id])).length;
  const { commit } = await openWrite(own, 'update content_item set sort_order = 1 where id = $1', [items[4]!._id]);
  const begun = beginFeed(database.forSite(own.id, 'background'), 2);
  await expect.poll(rows).toBe(4);
  await commit();
  await begun;
  expect(await rows()).toBe(5);
  const mirror = new Mirror(own, { limit: 2 });
  await mirror.catchUp(own);
  expect(mirror.items).toEqual(await listed(own));
});

describe('a cursor is rejected with 400 that names since', () => {
  test.each(['', 'x', 'x.y', '.', 'a'.repeat(5_000), `${Buffer.from('["1"]').toString('base64url')}.x`])(
    'if it is none: %.20s',
    async (since) => {
      const { status, body } = await site.get(`/content/changes?since=${since}`);
      expect(status).toBe(400);
      expect(body.details).toMatchObject([{ field: 'since' }]);
    },
  );

  test('of another site, of other rights, changed, or too old', async () => {
    const { cursor } = await changesOf(site);
    const expectRejected = async (since: string, by = site) => {
      const { status, details } = await changesOf(by, { since });
      expect({ status, details }).toMatchObject({ status: 400, details: [{ field: 'since' }] });
    };
    expect((await changesOf(site, { since: cursor })).status).toBe(200);
    await expectRejected(cursor, await service.site());
    await expectRejected(cursor, await deliveryOf(site));
    const [text = '', signature = ''] = cursor.split('.');
    const values = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown[];
    await expectRejected(
      `${Buffer.from(JSON.stringify(['7', ...values.slice(1)])).toString('base64url')}.${signature}`,
    );
    await expectRejected(`${text}.${signature.slice(0, -1)}`);
    await expectRejected(text);
    const feed = (await service.app.database.system.row<{ id: string }>(
      'select id from content_feed where site_id = $1',
      [site.id],
    ))!.id;
    const entitlement = { isAuthenticated: false, tier: 'free', subscriptions: [], seesUnpublished: true } as const;
    const aged = (days: number) =>
      encodeCursor(
        { ...FEED_START, start: '1', issuedAt: Math.floor(Date.now() / 1_000) - days * 86_400 },
        { feed, entitlement },
      );
    expect((await changesOf(site, { since: aged(89) })).status).toBe(200);
    await expectRejected(aged(91));
  });

  test('a limit below 1 names limit; one above 500 is 500', async () => {
    expect((await site.get('/content/changes?limit=0')).body.details).toMatchObject([{ field: 'limit' }]);
    expect((await changesOf(site, { limit: 501 })).status).toBe(200);
  });
});

test('deletions are kept longer than a cursor is accepted, and then removed', async () => {
  const [kept, old] = await createItems(site, [{}, {}]);
  for (const { _id } of [kept!, old!]) await site.delete(`/content/${_id}`);
  const { system } = service.app.database;
  await system.rows("update content_change set deleted_at = now() - interval '90.5 days' where item_id = $1", [
    kept!._id,
  ]);
  await system.rows("update content_change set deleted_at = now() - interval '92 days' where item_id = $1", [old!._id]);
  await removeOldDeletions(system);
  const rows = await system.rows<{ id: string }>('select item_id as id from content_change where item_id = any ($1)', [
    [kept!._id, old!._id],
  ]);
  expect(rows.map(({ id }) => id)).toEqual([kept!._id]);
});

test('copies that follow the feed while four writers change everything at random equal what is listed', async () => {
  const own = await service.site();
  const delivery = await deliveryOf(own);
  const items = await createItems(
    own,
    Array.from({ length: 12 }, (_, index) => (index % 2 ? { status: 'published' } : {})),
  );
  const ids = items.map(({ _id }) => _id);
  const copies = [
    new Mirror(own, { limit: 5 }),
    new Mirror(own, { limit: 3, graphql: true }),
    new Mirror(delivery, { limit: 4 }),
    new Mirror(delivery, { limit: 7, graphql: true }),
  ];
  const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
  const writes: ((id: string) => Promise<unknown>)[] = [
    async () => ids.push((await createItem(own, { status: pick(['draft', 'published']) }))._id),
    (id) => own.put(`/content/${id}`, { title: `Title ${Math.random()}` }),
    (id) => own.put(`/content/${id}`, { status: 'published' }),
    (id) => own.put(`/content/${id}`, { status: 'archived' }),
    (id) => own.put(`/content/${id}`, { accessLevel: pick(['public', 'premium']) }),
    (id) => own.delete(`/content/${id}`),
    (id) => own.delete(`/content/${id}?permanently=true`),
    (id) => own.post(`/content/trash/${id}/restore`, {}),
    (id) => own.post(`/content/trash/${id}/restore`, {}),
    async (id) => {
      const open = await openWrite(own, 'update content_item set sort_order = sort_order + 1 where id = $1', [id]);
      await new Mirror(own).read();
      await open.commit();
    },
  ];
  const written = new AbortController();
  const follow = async (copy: Mirror) => {
    while (!written.signal.aborted) await copy.read();
  };
  const write = async () => {
    for (let count = 0; count < 40; count += 1) await pick(writes)(pick(ids));
  };
  const following = copies.map(follow);
  await Promise.all(Array.from({ length: 4 }, write));
  written.abort();
  await Promise.all(following);
  for (const copy of copies) await copy.catchUp(own);
  for (const copy of copies) await copy.catchUp(own);
  const [all, published] = [await listed(own), await listed(delivery)];
  for (const copy of copies) await copy.read();
  expect(copies[0]!.items).toEqual(all);
  expect(copies[1]!.items).toEqual(all);
  expect(copies[2]!.items).toEqual(published);
  expect(copies[3]!.items).toEqual(published);
});
