import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { INSTANCES } from '../../support/instances.ts';
import type { RestAnswer } from '../../support/site.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { rawGet, sendRaw } from '../../http/raw.ts';
import { type User, headersOf } from '../access/world.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const site = useSiteForEach(service);

const revalidate = (path: string, answer: RestAnswer, headers: Record<string, string> = {}) =>
  site.get<Item & Item[]>(path, { 'if-none-match': answer.headers.get('etag') ?? '', ...headers });

/** An answer that was revalidated once with each instance, so that all of them remember it. */
async function remembered(path: string, headers: Record<string, string> = {}): Promise<RestAnswer> {
  const answer = await site.get(path, headers);
  for (let instance = 0; instance < INSTANCES; instance++) {
    expect((await revalidate(path, answer, headers)).status).toBe(304);
  }
  return answer;
}

describe('If-None-Match on GET /content', () => {
  test('is 304 with the same tag once the answer was revalidated', async () => {
    const { _id } = await createItem(site);
    for (const path of ['/content?limit=5', `/content/${_id}`, '/content-types/article']) {
      const known = await remembered(path);
      const answer = await revalidate(path, known);
      expect(answer.status).toBe(304);
      expect(answer.headers.get('etag')).toBe(known.headers.get('etag'));
    }
  });

  test('is 304 for requests that arrive together on one connection', async () => {
    const { _id } = await createItem(site);
    const known = await remembered(`/content/${_id}`);
    const headers = { 'x-svc-api-key': site.key, 'if-none-match': known.headers.get('etag') ?? '' };
    const get = (connection: string): string => rawGet(`/api/sdk/content/${_id}`, { ...headers, connection });
    const together = [...Array.from({ length: 9 }, () => get('keep-alive')), get('close')].join('');
    const answer = await sendRaw(service.url, together);
    expect(answer.status).toBe(304);
    expect(answer.body.match(/^HTTP\/1\.1 304/gm)).toHaveLength(9);
  });

  test('is answered in full after each change that the answer shows', async () => {
    await createType(site, 'node', [{ name: 'next', type: 'reference' }]);
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      'mutation { createCollection(input: { name: "C", slug: "c", order: 1 }) { id } }',
    );
    const collectionId = data?.createCollection.id;
    const target = await createItem(site, { type: 'node' });
    const source = await createItem(site, { type: 'node', collectionId, customFields: { next: target._id } });
    const path = '/content?type=node&expand=true&includeSortOrder=true';
    const moveCollection = 'mutation ($id: ID!) { updateCollection(id: $id, input: { order: 7 }) { id } }';
    const changes: [string, () => Promise<unknown>][] = [
      ['a referenced item', () => site.put(`/content/${target._id}`, { title: 'Another' })],
      ['the collection', () => site.graphql(moveCollection, { id: collectionId })],
      ['the type', () => site.put('/content-types/node', { fields: [{ name: 'next', type: 'text' }] })],
      ['a new item', () => createItem(site, { type: 'node' })],
      ['a deleted item', () => site.delete(`/content/${source._id}`)],
    ];
    for (const [name, change] of changes) {
      const known = await remembered(path);
      await change();
      const after = await revalidate(path, known);
      expect([name, after.status]).toEqual([name, 200]);
      expect(after.body).not.toEqual(known.body);
    }
  });

  test('is 304 after a change that the answer does not show', async () => {
    await createItem(site, { type: 'article' });
    const known = await remembered('/content?type=article');
    await createType(site, 'elsewhere', []);
    expect((await revalidate('/content?type=article', known)).status).toBe(304);
  });

  test('never answers 304 for an older state than the last completed write, under many writers', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, () => createItem(site)));
    const write = async ({ _id }: Item): Promise<void> => {
      const path = `/content/${_id}`;
      let known = await remembered(path);
      for (let round = 0; round < 10; round++) {
        await site.put(path, { title: `Title ${_id} ${round}` });
        const after = await revalidate(path, known);
        expect(after.status).toBe(200);
        expect(after.body.data.title).toBe(`Title ${_id} ${round}`);
        const again = await revalidate(path, after);
        expect(again.status).toBe(304);
        known = after;
      }
    };
    await Promise.all(writers.map(write));
  });

  test('is 304 until a change is committed, and not from then on', async () => {
    const { _id } = await createItem(site);
    const known = await remembered(`/content/${_id}`);
    const scope = service.app.database.forSite(site.id, 'background');
    await scope.write(async (tx) => {
      await tx.rows('update content_item set title = $1 where id = $2', ['Changed', _id]);
      expect((await revalidate(`/content/${_id}`, known)).status).toBe(304);
    });
    const after = await revalidate(`/content/${_id}`, known);
    expect([after.status, after.body.data.title]).toEqual([200, 'Changed']);
  });

  test('asks whether there is an answer at all with *', async () => {
    const { _id } = await createItem(site);
    const known = await remembered(`/content/${_id}`);
    await site.delete(`/content/${_id}`);
    expect((await site.get(`/content/${_id}`, { 'if-none-match': '*' })).status).toBe(404);
    expect((await revalidate(`/content/${_id}`, known)).status).toBe(404);
  });
});

describe('a GET or a query that comes again', () => {
  const QUERY = 'query ($limit: Int) { contents(page: { limit: $limit }) { items { title } total } }';
  type Titles = { contents: { items: { title: string }[]; total: number } };

  /** The answer once it is kept: with GraphQL, the first request makes the query known. */
  async function kept<T>(ask: () => Promise<T>): Promise<T> {
    for (let request = 0; request < 3 * INSTANCES; request++) await ask();
    return ask();
  }

  test('has the same answer, headers included', async () => {
    const { _id } = await createItem(site);
    for (const path of ['/content?limit=5', `/content/${_id}`, '/content-types/article']) {
      const first = await site.get(path);
      await kept(() => site.get(path));
      const answer = await site.get(path);
      expect(answer.body).toEqual(first.body);
      for (const name of ['etag', 'content-type', 'content-length', 'cache-control', 'vary']) {
        expect([name, answer.headers.get(name)]).toEqual([name, first.headers.get(name)]);
      }
    }
    const first = await site.graphql<Titles>(QUERY, { limit: 1 });
    await kept(() => site.graphql(QUERY, { limit: 1 }));
    const answer = await site.graphql<Titles>(QUERY, { limit: 1 });
    expect(answer.data).toEqual(first.data);
    expect((await site.graphql<Titles>(QUERY, { limit: 0 })).errors).toHaveLength(1);
  });

  test('has each completed write, under many writers', async () => {
    const writers = await Promise.all(Array.from({ length: 6 }, () => createItem(site)));
    const write = async ({ _id }: Item): Promise<void> => {
      const query = `{ content(id: "${_id}") { title } }`;
      for (let round = 0; round < 10; round++) {
        const title = `Title ${_id} ${round}`;
        await site.put(`/content/${_id}`, { title });
        for (let again = 0; again < 3; again++) {
          expect((await site.get<Item>(`/content/${_id}`)).body.data.title).toBe(title);
          const { data } = await site.graphql<{ content: { title: string } }>(query);
          expect(data?.content.title).toBe(title);
        }
      }
    };
    await Promise.all(writers.map(write));
  });

  test('is not answered from before while a change is not committed, nor from an uncommitted one', async () => {
    const { _id, title } = await createItem(site);
    const read = async () => (await site.get<Item>(`/content/${_id}`)).body.data.title;
    await kept(read);
    const scope = service.app.database.forSite(site.id, 'background');
    const change = scope.write(async (tx) => {
      await tx.rows('update content_item set title = $1 where id = $2', ['Changed', _id]);
      expect(await read()).toBe(title);
      throw new Error('rolled back');
    });
    await expect(change).rejects.toThrow('rolled back');
    expect(await read()).toBe(title);
    await scope.write(async (tx) => {
      await tx.rows('update content_item set title = $1 where id = $2', ['Changed', _id]);
    });
    expect(await read()).toBe('Changed');
  });

  test('has the answer of its own caller and variables', async () => {
    await createItem(site, { accessLevel: 'premium' });
    await createItem(site);
    const headers = await headersOf(site, { tier: 'premium' });
    const titles = async (given: Record<string, string>) =>
      (await site.get<Item[]>('/content', given)).body.data.length;
    const total = async (given: Record<string, string>, limit = 1) =>
      (await service.graphql<Titles>(QUERY, { limit }, { 'x-svc-api-key': site.key, ...given })).data?.contents;
    await kept(() => Promise.all([titles(headers), total(headers)]));
    expect([await titles({}), await titles(headers)]).toEqual([1, 2]);
    expect([(await total({}))?.total, (await total(headers))?.total]).toEqual([1, 2]);
    expect((await total(headers, 2))?.items).toHaveLength(2);
  });

  test('is rejected with a key that was revoked or lacks the scope', async () => {
    const { _id } = await createItem(site, { status: 'published' });
    const read = await service.key(site.id, { name: 'read', scopes: ['read'] });
    const write = await service.key(site.id, { name: 'write', scopes: ['write'] });
    const ask = async ({ secret }: { secret: string }) => {
      const headers = { 'x-svc-api-key': secret };
      const query = await service.graphql(`{ content(id: "${_id}") { title } }`, {}, headers);
      return [(await site.get(`/content/${_id}`, headers)).status, query.errors?.[0]?.extensions['code']];
    };
    expect(await kept(() => ask(read))).toEqual([200, undefined]);
    expect(await ask(write)).toEqual([403, 'FORBIDDEN']);
    await service.admin('mutation ($id: ID!) { revokeApiKey(id: $id) { id } }', { id: read.id });
    expect(await ask(read)).toEqual([401, 'UNAUTHENTICATED']);
  });

  test('is 404 once the item is deleted', async () => {
    const { _id } = await createItem(site);
    await kept(() => site.get(`/content/${_id}`));
    await site.delete(`/content/${_id}`);
    expect((await site.get(`/content/${_id}`)).status).toBe(404);
  });
});

describe('If-None-Match of another caller', () => {
  const premium: User = { tier: 'premium' };

  test('is answered by the rights of this caller', async () => {
    await createItem(site, { accessLevel: 'premium' });
    await createItem(site);
    const path = '/content';
    const known = await remembered(path, await headersOf(site, premium));
    const anonymous = await revalidate(path, known);
    expect([anonymous.status, anonymous.body.data.length]).toEqual([200, 1]);
  });

  test('is answered in full after the membership has expired', async () => {
    const { _id } = await createItem(site, { accessLevel: 'premium' });
    const expiry = new Date(Date.now() + 1_500).toISOString();
    const headers = await headersOf(site, { ...premium, expiry });
    const item = await remembered(`/content/${_id}`, headers);
    const list = await remembered('/content', headers);
    await delay(1_600);
    expect((await revalidate(`/content/${_id}`, item, headers)).status).toBe(403);
    const after = await revalidate('/content', list, headers);
    expect([after.status, after.body.data]).toEqual([200, []]);
  });

  test('is answered in full when the catalogue grants more', async () => {
    await createItem(site, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    const headers = await headersOf(site, { subscriptions: ['all'] });
    const known = await remembered('/content', headers);
    await service.admin(
      `mutation ($id: ID!) { updateSite(id: $id, input: {
        subscriptions: [{ slug: "all", name: "All", grants: ["gold"] }, { slug: "gold", name: "Gold" }] }) { id } }`,
      { id: site.id },
    );
    const after = await revalidate('/content', known, headers);
    expect([after.status, after.body.data.length]).toEqual([200, 1]);
  });
});
