import { beforeAll, describe, expect, test } from 'vitest';
import { rebuildIndex } from '../../../src/features/knowledge/rebuild-index.ts';
import { TestSite } from '../../support/site.ts';
import { useOwnService } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';

const FORBIDDEN = 'API key does not allow this operation: it lacks the scope preview';
const SEARCHES = ['standard', 'hybrid', 'expanded'];

interface Result {
  metadata: { sourceId: string };
  isPublished: boolean;
}

describe('a key without the scope preview', () => {
  const service = useOwnService();
  let site: TestSite;
  let delivery: TestSite;

  beforeAll(async () => {
    site = await service.site();
    delivery = await withScopes(['read']);
    await site.create('/content-types', {
      name: 'Node',
      slug: 'node',
      fields: [{ name: 'related', label: 'Related', type: 'references' }],
    });
  });

  async function withScopes(scopes: string[]): Promise<TestSite> {
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'key', scopes });
    return new TestSite(service, site.id, data?.createApiKey.secret ?? '');
  }

  let count = 0;
  async function item(fields: object = {}): Promise<string> {
    const externalId = `item ${++count}`;
    return (await site.create('/content', { externalId, type: 'node', title: externalId, ...fields }))._id;
  }

  async function found(by: TestSite, query: string, more: object = {}): Promise<string[]> {
    const seen = new Set<string>();
    for (const searchType of SEARCHES) {
      const { status, body } = await by.post<{ results: Result[] }>('/rag/search', { query, searchType, ...more });
      expect(status).toBe(200);
      for (const { metadata } of body.data.results) seen.add(metadata.sourceId);
    }
    return [...seen];
  }

  test('gets 404 for a draft and an archived item, as for an unknown id', async () => {
    for (const status of ['draft', 'archived']) {
      const id = await item({ status, accessLevel: 'premium' });
      const answer = await delivery.get(`/content/${id}`);
      expect([answer.status, answer.body.error]).toEqual([404, 'Content not found']);
      expect((await site.get(`/content/${id}`)).status).toBe(403);
    }
  });

  test('gets 403 that names the scope for status=draft and archived, and 200 for published', async () => {
    for (const status of ['draft', 'archived']) {
      const answer = await delivery.get(`/content?status=${status}`);
      expect([answer.status, answer.body]).toEqual([403, { success: false, error: FORBIDDEN }]);
      expect((await site.get(`/content?status=${status}`)).status).toBe(200);
    }
    const { errors } = await delivery.graphql('{ contents(filter: { status: draft }) { total } }');
    expect(errors?.[0]).toMatchObject({ message: FORBIDDEN, extensions: { code: 'FORBIDDEN' } });
    expect((await delivery.get('/content?status=published')).status).toBe(200);
  });

  test('counts published items only, with teasers and without, of which there are few or many', async () => {
    const { body: before } = await delivery.get('/content?includeRestricted=true&search=counted');
    expect(before['pagination']).toMatchObject({ total: 0 });
    await item({ title: 'counted 1' });
    await item({ title: 'counted 2', accessLevel: 'premium' });
    await item({ title: 'counted 3', status: 'published' });
    await item({ title: 'counted 4', status: 'published', accessLevel: 'premium' });
    for (const [path, total] of [
      ['/content?search=counted', 1],
      ['/content?search=counted&includeRestricted=true', 2],
    ] as const) {
      const { body } = await delivery.get(path);
      expect([body['pagination'], (body.data as unknown as unknown[]).length]).toMatchObject([{ total }, total]);
    }
  });

  test('finds nothing of unpublished items by filters on the status or through references', async () => {
    const target = await item({ title: 'filtered target', externalId: 'hidden-target', slug: 'hidden-target' });
    await item({ title: 'filtered', status: 'published', customFields: { related: [target] } });
    const ask = async (by: TestSite, filter: string) => {
      const query = `{ contents(filter: { type: "node", title: { contains: "filtered" }, ${filter} }) { total items { id } } }`;
      const { data, errors } = await by.graphql<{ contents: { total: number; items: unknown[] } }>(query);
      return errors?.[0]?.message ?? [data?.contents.total, data?.contents.items.length].join();
    };
    const filters: [string, string, string][] = [
      ['statusIs: { in: [published, draft] }', '2,2', FORBIDDEN],
      ['or: [{ status: archived }, { status: published }]', '1,1', FORBIDDEN],
      ['not: { status: published }', '1,1', '0,0'],
      ['statusIs: { ne: published }', '1,1', '0,0'],
      ['field: [{ name: "related", references: { slug: { eq: "hidden-target" } } }]', '1,1', '0,0'],
      ['field: [{ name: "related", references: { status: draft } }]', '1,1', FORBIDDEN],
    ];
    for (const [filter, whole, delivered] of filters) {
      expect([filter, await ask(site, filter), await ask(delivery, filter)]).toEqual([filter, whole, delivered]);
    }
  });

  test('sees no draft among references, at any depth, nor as a teaser', async () => {
    const draft = await item();
    const secret = await item({ status: 'archived', accessLevel: 'premium' });
    const inner = await item({ status: 'published', customFields: { related: [draft, secret] } });
    const outer = await item({ status: 'published', customFields: { related: [inner, draft, secret] } });
    for (const more of ['', '&includeRestricted=true']) {
      const { body } = await delivery.get<{ customFields: { related: { _id: string; customFields: unknown }[] } }>(
        `/content/${outer}?expand=true${more}`,
      );
      const [only, ...others] = body.data.customFields.related;
      expect([only?._id, only?.customFields, others]).toEqual([inner, { related: [] }, []]);
    }
    const query = `query ($id: ID!) { content(id: $id) { references(field: "related") {
      id references(field: "related") { id } } } }`;
    const { data } = await service.graphql(query, { id: outer }, { 'x-svc-api-key': delivery.key });
    expect(data).toEqual({ content: { references: [{ id: inner, references: [] }] } });
  });

  test('is not answered from what another key got: neither 304 nor the other body', async () => {
    await item({ title: 'revalidated' });
    const path = '/content?search=revalidated';
    const own = await site.get(path);
    const etag = own.headers.get('etag') ?? '';
    expect((await site.get(path, { 'if-none-match': etag })).status).toBe(304);
    const other = await delivery.get(path, { 'if-none-match': etag });
    expect([other.status, other.body.data]).toEqual([200, []]);
    const published = other.headers.get('etag') ?? '';
    expect((await delivery.get(path, { 'if-none-match': published })).status).toBe(304);
    expect((await site.get(path, { 'if-none-match': published })).status).toBe(200);
  });

  test('with write gets what it wrote, and afterwards nothing of it', async () => {
    const writer = await withScopes(['read', 'write']);
    const written = await writer.post<{ _id: string; status: string }>('/content', {
      externalId: 'own draft',
      type: 'node',
      title: 'Own draft',
    });
    expect([written.status, written.body.data.status]).toEqual([200, 'draft']);
    expect((await writer.get(`/content/${written.body.data._id}`)).status).toBe(404);
  });

  describe('search and chat', () => {
    test('preview is 403 for it', async () => {
      const search = await delivery.post('/rag/search', { query: 'anything', preview: true });
      expect([search.status, search.body.error]).toEqual([403, FORBIDDEN]);
      const chat = await delivery.post('/agent/chat', { message: 'anything', preview: true });
      expect([chat.status, chat.body.error]).toEqual([403, FORBIDDEN]);
    });

    test('drafts are found with preview alone; archived items never', async () => {
      const draft = await item({ title: 'wolverine', content: 'The wolverine digs.' });
      const archived = await item({ title: 'wolverine', content: 'The wolverine dug.', status: 'archived' });
      const published = await item({ title: 'wolverine', content: 'The wolverine runs.', status: 'published' });
      await site.indexed();
      for (const by of [delivery, site]) {
        const ids = await found(by, 'wolverine');
        expect(ids).toContain(published);
        expect(ids).not.toContain(draft);
      }
      const previewed = await found(site, 'wolverine', { preview: true });
      expect(previewed).toEqual(expect.arrayContaining([draft, published]));
      expect(previewed).not.toContain(archived);
      const { data } = await site.graphql<{ search: { results: { sourceId: string; isPublished: boolean }[] } }>(
        '{ search(input: { query: "wolverine", preview: true }) { results { sourceId isPublished } } }',
      );
      const marks = Object.fromEntries((data?.search.results ?? []).map((each) => [each.sourceId, each.isPublished]));
      expect(marks).toMatchObject({ [draft]: false, [published]: true });
    });

    test('restricted drafts are found by who may read them', async () => {
      const id = await item({
        title: 'platypus',
        content: 'The platypus swims.',
        accessLevel: 'subscription',
        requiredSubscriptions: ['gold'],
      });
      await site.indexed();
      expect(await found(site, 'platypus', { preview: true })).not.toContain(id);
      const authorization = `Bearer ${await service.token(site.id, { uid: 'user', subscriptions: ['gold'] })}`;
      const search = (by: TestSite, preview: boolean) =>
        by.call<{ results: Result[] }>('POST', '/rag/search', { query: 'platypus', preview }, { authorization });
      const idsOf = async (by: TestSite, preview: boolean) =>
        (await search(by, preview)).body.data.results.map(({ metadata }) => metadata.sourceId);
      expect(await idsOf(site, true)).toContain(id);
      expect(await idsOf(site, false)).not.toContain(id);
      expect(await idsOf(delivery, false)).not.toContain(id);
    });

    test('are the same after the index was rebuilt from PostgreSQL', async () => {
      const draft = await item({ title: 'okapi', content: 'The okapi hides.' });
      await site.indexed();
      const { database, ports, features } = service.app;
      await ports.index.deleteSite(site.id);
      await rebuildIndex(database, features.jobs, ports.space);
      const access = { levels: ['public'], subscriptions: [] };
      const look = { mode: 'keyword', text: 'okapi', limit: 5 } as const;
      expect(await ports.index.search(site.id, { ...look, filter: { access } })).toEqual([]);
      expect(
        await ports.index.search(site.id, { ...look, filter: { access: { ...access, unpublished: true } } }),
      ).toHaveLength(1);
      expect(await found(site, 'okapi', { preview: true })).toContain(draft);
    });

    test('an item that becomes a draft is not found from the answer of the PUT on; one that is published comes with its new text', async () => {
      const id = await item({ title: 'narwhal', content: 'The narwhal dives.', status: 'published' });
      await site.indexed();
      await service.stopJobs();
      await site.put(`/content/${id}`, { status: 'draft', content: 'The narwhal plans in secret.' });
      expect(await found(delivery, 'narwhal')).not.toContain(id);
      expect(await found(site, 'narwhal')).not.toContain(id);
      await service.startJobs();
      await site.indexed();
      expect(await found(site, 'narwhal', { preview: true })).toContain(id);
      await service.stopJobs();
      await site.put(`/content/${id}`, { status: 'published', content: 'The narwhal surfaces.' });
      // Its indexed text is that of the draft.
      expect(await found(delivery, 'narwhal')).not.toContain(id);
      await service.startJobs();
      await site.indexed();
      expect(await found(delivery, 'narwhal')).toContain(id);
      const { body } = await delivery.post('/rag/search', { query: 'narwhal' });
      expect(JSON.stringify(body)).not.toContain('secret');
    });

    test('a chat with preview uses drafts, and its turns are withheld from a delivery key', async () => {
      await item({ title: 'Axolotl', content: 'The axolotl costs 4711 crowns.' });
      await site.indexed();
      const ask = async (by: TestSite, preview: boolean, sessionId: string) =>
        by.post<{ message: string }>('/agent/chat', { message: 'What does the axolotl cost?', sessionId, preview });
      expect((await ask(site, false, 'plain')).body.data.message).not.toContain('4711');
      expect((await ask(delivery, false, 'delivery')).body.data.message).not.toContain('4711');
      expect((await ask(site, true, 'previewed')).body.data.message).toContain('4711');
      const query =
        '{ chatSession(id: "previewed") { summary turns { isWithheld answer { message citations { sources { title } } } trace } } }';
      const own = await site.graphql<{ chatSession: { turns: { isWithheld: boolean }[] } }>(query);
      expect(own.data?.chatSession.turns.map(({ isWithheld }) => isWithheld)).toEqual([false]);
      const other = await delivery.graphql<{ chatSession: { turns: { isWithheld: boolean }[] } }>(query);
      expect(other.data?.chatSession.turns.map(({ isWithheld }) => isWithheld)).toEqual([true]);
      expect(JSON.stringify(other)).not.toContain('4711');
      expect(JSON.stringify(await ask(delivery, false, 'previewed'))).not.toContain('4711');
    });

    test('a trigger opens a draft for a key with preview alone', async () => {
      const id = await item();
      await site.create('/triggers', {
        type: 'keyword',
        trigger: { value: 'open sesame' },
        response: { contentId: id },
        options: { skipAgent: true },
      });
      const chat = async (by: TestSite) =>
        (await by.post<{ actions?: unknown[] }>('/agent/chat', { message: 'open sesame' })).body.data;
      expect((await chat(site)).actions).toHaveLength(1);
      expect((await chat(delivery)).actions).toBeUndefined();
    });
  });
});
