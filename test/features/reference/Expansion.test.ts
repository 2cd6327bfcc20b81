import { beforeEach, describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { type Item, createItem, createType, listItems } from '../content/items.ts';

interface Expanded extends Item {
  sortOrder: number;
  customFields: Record<string, unknown> & { next?: Expanded; related?: Expanded[] };
}

describe('expand=true', () => {
  const service = useService();
  const site = useSiteForEach(service);

  beforeEach(async () => {
    await createType(site, 'node', [
      { name: 'next', type: 'reference' },
      { name: 'related', type: 'references' },
    ]);
  });

  const node = (title: string, customFields: object = {}, more: object = {}) =>
    createItem(site, { type: 'node', title, customFields, ...more });

  /** The item of that title in a list. */
  async function listed(title: string, query = ''): Promise<Expanded> {
    const { items } = await listItems(site, `limit=100&expand=true&search=${title}&${query}`);
    return items.find((item) => item.title === title) as Expanded;
  }

  const fetched = async (id: string, query = 'expand=true') =>
    (await site.get<Expanded>(`/content/${id}?${query}`)).body.data;

  test('replaces ids by whole items in lists and by id; without it ids stay', async () => {
    const target = await node('target', {}, { sortOrder: 7, url: 'https://example.org' });
    const { _id } = await node('source', { next: target._id, related: [target._id] });
    const { content: _body, ...whole } = target;
    for (const item of [await listed('source'), await fetched(_id)]) {
      expect(item.customFields.next).toEqual({ ...whole, sortOrder: 7 });
      expect(item.customFields.related).toEqual([{ ...whole, sortOrder: 0 }]);
    }
    expect((await fetched(_id, '')).customFields).toEqual({ next: target._id, related: [target._id] });
    expect((await listItems(site, 'search=source')).items[0]?.customFields).toHaveProperty('next', target._id);
  });

  test('an expanded item has the shape of one in a list', async () => {
    const target = await node(
      'target',
      { own: 1 },
      { metadata: { a: 1 }, videoMetadata: { duration: 3, resolution: null } },
    );
    await node('source', { next: target._id });
    const { items } = await listItems(site, 'search=target');
    expect((await listed('source')).customFields.next).toEqual(items[0]);
  });

  test('items of an array carry their position as sortOrder, in the order of the array', async () => {
    const targets = [await node('t0', {}, { sortOrder: 50 }), await node('t1'), await node('t2')];
    const ids = targets.map(({ _id }) => _id).toReversed();
    const { _id } = await node('source', { related: ids });
    const related = (await fetched(_id)).customFields.related!;
    expect(related.map((item) => [item.title, item.sortOrder])).toEqual([
      ['t2', 0],
      ['t1', 1],
      ['t0', 2],
    ]);
  });

  test('includeSortOrder gives nested items a _sortOrder of their position, without group', async () => {
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "C", order: 9 }) { id } }',
    );
    const collectionId = data!.createCollection.id;
    const leaf = await node('leaf', {}, { collectionId, sortOrder: 3 });
    const middle = await node('middle', { related: [leaf._id] }, { collectionId });
    await node('source', { related: [leaf._id, middle._id], next: leaf._id }, { collectionId, sortOrder: 4 });
    const source = await listed('source', 'includeSortOrder=true');
    expect(source['_sortOrder']).toBe('009-004');
    expect(source.customFields.related!.map((item) => item['_sortOrder'])).toEqual(['000-000', '000-001']);
    expect(source.customFields.related![1]!.customFields.related![0]!['_sortOrder']).toBe('000-000');
    expect((await listed('source')).customFields.related![0]).not.toHaveProperty('_sortOrder');
  });

  test('goes three levels deep; at the third, ids stay ids', async () => {
    const e = await node('e');
    const d = await node('d', { next: e._id });
    const c = await node('c', { next: d._id });
    const b = await node('b', { next: c._id });
    const a = await node('a', { next: b._id });
    const third = (await fetched(a._id)).customFields.next!.customFields.next!.customFields.next!;
    expect(third.title).toBe('d');
    expect(third.customFields).toEqual({ next: e._id });
  });

  test('a cycle ends at depth three', async () => {
    const a = await node('a');
    const b = await node('b', { next: a._id });
    await site.put(`/content/${a._id}`, { customFields: { next: b._id, related: [a._id] } });
    const item = await fetched(a._id);
    const titles = [item, item.customFields.next!, item.customFields.next!.customFields.next!].map(
      ({ title }) => title,
    );
    expect(titles).toEqual(['a', 'b', 'a']);
    const third = item.customFields.next!.customFields.next!.customFields.next!;
    expect(third).toMatchObject({ title: 'b', customFields: { next: a._id } });
    expect(item.customFields.related![0]!.customFields.related![0]!.customFields.related![0]!.customFields).toEqual({
      next: b._id,
      related: [a._id],
    });
  });

  test('a deleted target is left out, and positions close up', async () => {
    const targets = [await node('t0'), await node('t1'), await node('t2')];
    const { _id } = await node('source', { next: targets[0]!._id, related: targets.map((target) => target._id) });
    await site.delete(`/content/${targets[0]!._id}`);
    const { customFields } = await fetched(_id);
    expect(customFields.next).toBeNull();
    expect(customFields.related!.map((item) => [item.title, item.sortOrder])).toEqual([
      ['t1', 0],
      ['t2', 1],
    ]);
    expect((await fetched(_id, '')).customFields['related']).toHaveLength(3);
  });

  test('a restricted target is left out at every depth', async () => {
    const secret = await node('secret', {}, { accessLevel: 'premium' });
    const open = await node('open', { next: secret._id, related: [secret._id] });
    const { _id } = await node('source', { next: secret._id, related: [secret._id, open._id] });
    for (const item of [await listed('source'), await fetched(_id)]) {
      expect(item.customFields.next).toBeNull();
      expect(item.customFields.related!.map(({ title }) => title)).toEqual(['open']);
      expect(item.customFields.related![0]!.customFields).toEqual({ next: null, related: [] });
    }
  });

  test('with includeRestricted it is a teaser with _access, and nothing beyond it is shown', async () => {
    const leaf = await node('leaf');
    const secret = await node(
      'secret',
      { next: leaf._id, own: 1 },
      {
        accessLevel: 'subscription',
        requiredSubscriptions: ['gold'],
        url: 'https://example.org',
        metadata: { a: 1 },
        videoMetadata: { duration: 5, streamUrl: 'https://example.org/s' },
      },
    );
    await node('source', { related: [leaf._id, secret._id] });
    const [open, teaser] = (await listed('source', 'includeRestricted=true')).customFields.related!;
    expect(open!['_access']).toEqual({ level: 'public', granted: true, reason: null });
    expect(teaser).toMatchObject({
      title: 'secret',
      sortOrder: 1,
      videoMetadata: { duration: 5 },
      _access: {
        level: 'subscription',
        requiredSubscriptions: ['gold'],
        granted: false,
        reason: 'Subscription required: gold',
      },
    });
    for (const withheld of ['customFields', 'url', 'metadata', 'content']) expect(teaser).not.toHaveProperty(withheld);
    expect(teaser!['videoMetadata']).not.toHaveProperty('streamUrl');
  });

  test('fields of other types, and of a type that was deleted, stay as they are', async () => {
    const target = await node('target');
    await createType(site, 'gone', [{ name: 'next', type: 'reference' }]);
    const orphan = await createItem(site, { type: 'gone', customFields: { next: target._id } });
    const article = await createItem(site, { customFields: { next: target._id } });
    await site.delete('/content-types/gone');
    for (const { _id } of [orphan, article]) expect((await fetched(_id)).customFields['next']).toBe(target._id);
  });

  test('what would grow beyond 10,000 items is 400', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 22; n++) ids.push((await node(`dense ${n}`))._id);
    await service.app.database
      .forSite(site.id, 'background')
      .rows('update content_item set custom_fields = $1 where site_id = $2', [
        JSON.stringify({ related: ids }),
        site.id,
      ]);
    const { status, body } = await site.get('/content?expand=true&limit=1');
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'expand would return more than 10000 items and files: request a smaller page',
    });
    expect((await site.get('/content?limit=1')).status).toBe(200);
  });
});
