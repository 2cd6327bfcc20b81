import { describe, expect, test } from 'vitest';
import { ofOneInstance } from '../../support/instances.ts';
import { useService, useSite } from '../../support/use-service.ts';

interface Document {
  id: string;
  title: string;
  content?: string;
  contentType: string;
  metadata: Record<string, unknown>;
  tags: string[];
  accessLevel: string;
  requiredSubscriptions?: string[];
  status: string;
  createdAt: string;
  updatedAt: string;
}

interface DocumentPage {
  documents: Document[];
  total: number;
  limit: number;
  offset: number;
  hasMore: boolean;
}

const PATH = '/knowledge/documents';
const UNKNOWN = '019a0000-0000-7000-8000-000000000000';

const service = useService();
const site = useSite(service);

const create = (body: object = {}) =>
  site.create<Document>(PATH, { title: 'Wheels', content: 'How to true a wheel.', ...body });

async function page(query: string, of = site): Promise<DocumentPage> {
  const answer = await of.get<DocumentPage>(`${PATH}${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

describe('POST /knowledge/documents', () => {
  test('answers the whole document with its defaults and timestamps in UTC', async () => {
    const document = await create();
    expect(document).toMatchObject({
      title: 'Wheels',
      content: 'How to true a wheel.',
      contentType: 'document',
      metadata: {},
      tags: [],
      accessLevel: 'public',
      status: 'queued',
    });
    expect(document.id).toMatch(/^[0-9a-f-]{36}$/);
    expect(document.createdAt).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    expect(document.updatedAt).toBe(document.createdAt);
    expect(document).not.toHaveProperty('requiredSubscriptions');
  });

  test('keeps contentType, tags, access level and free-form metadata as they were given', async () => {
    const given = {
      contentType: 'manual',
      tags: ['a', 'A', 'ünï'],
      metadata: { nested: { list: [1, null, 'x'] }, 'odd key': true },
      accessLevel: 'subscription',
      requiredSubscriptions: ['gold', 'silver'],
    };
    expect(await create(given)).toMatchObject(given);
  });

  test.for([
    [{ content: 'x' }, 'title is required'],
    [{ title: ' ', content: 'x' }, 'title is required'],
    [{ title: 'x' }, 'content is required'],
    [{ title: 'x', content: '' }, 'content is required'],
    [{ title: 'x'.repeat(301), content: 'x' }, 'title must have at most 300 characters'],
    [{ title: 'x', content: 'x', accessLevel: 'subscription' }, 'requiredSubscriptions is required'],
    [
      { title: 'x', content: 'x', accessLevel: 'secret' },
      'accessLevel must be "public", "authenticated", "premium" or "subscription"',
    ],
    [{ title: 'x', content: 'x', metadata: { text: 'x'.repeat(70_000) } }, 'metadata must have at most 64 kB as JSON'],
  ] as const)('%j is rejected: %s', async ([body, error]) => {
    const answer = await site.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ success: false, error });
  });

  test.for([
    ['a title of another type', { title: 5, content: 'x' }, 'title'],
    ['tags of another type', { title: 'x', content: 'x', tags: 'a' }, 'tags'],
    ['metadata that is a list', { title: 'x', content: 'x', metadata: [] }, 'metadata'],
    ['a NUL in the text', { title: 'x', content: 'a\0b' }, 'content'],
    ['a NUL in the metadata', { title: 'x', content: 'x', metadata: { a: '\0' } }, 'metadata'],
  ] as const)('%s is rejected by name', async ([, body, field]) => {
    const answer = await site.post(PATH, body);
    expect(answer.status).toBe(400);
    expect(answer.body.details?.map((fault) => fault.field.split(/[.[]/)[0])).toContain(field);
  });

  test('several errors come together, the first as the error', async () => {
    const { body } = await site.post(PATH, {});
    expect(body.error).toBe('title is required');
    expect(body.details?.map(({ field }) => field)).toEqual(['title', 'content']);
  });

  test('unknown fields are ignored', async () => {
    expect(await create({ sent: 'by an older client' })).toMatchObject({ title: 'Wheels' });
  });

  test('a body of almost 10 MB is taken, a larger one is 413', ofOneInstance, async () => {
    const text = `${'word '.repeat(20)}\n\n`.repeat(98_000);
    expect(Buffer.byteLength(text)).toBeGreaterThan(9_900_000);
    const heavy = await service.site('heavy');
    expect((await heavy.post(PATH, { title: 'Large', content: text })).status).toBe(200);
    const refused = await heavy.post(PATH, { title: 'Too large', content: text + text.slice(0, 700_000) });
    expect(refused.status).toBe(413);
    expect(refused.body.success).toBe(false);
    await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: heavy.id });
  });
});

describe('GET /knowledge/documents', () => {
  test('pages newest first, 20 by default, without the text', async () => {
    const own = await service.site('paged');
    const ids: string[] = [];
    for (let number = 1; number <= 23; number++) {
      ids.unshift((await own.create<Document>(PATH, { title: `Document ${number}`, content: 'text' })).id);
    }
    const first = await page('', own);
    expect(first).toMatchObject({ total: 23, limit: 20, offset: 0, hasMore: true });
    expect(first.documents.map(({ id }) => id)).toEqual(ids.slice(0, 20));
    expect(first.documents.every((document) => !('content' in document))).toBe(true);
    const second = await page('?limit=2&offset=21', own);
    expect(second).toMatchObject({ total: 23, limit: 2, offset: 21, hasMore: false });
    expect(second.documents.map(({ id }) => id)).toEqual(ids.slice(21));
    expect(await page('?offset=500', own)).toMatchObject({ documents: [], total: 23, hasMore: false });
  });

  test('a limit above 100 is clamped', async () => {
    expect(await page('?limit=1000')).toMatchObject({ limit: 100 });
  });

  test.for(['limit=0', 'limit=-1', 'limit=two', 'limit=1.5', 'offset=-1', 'offset=x', 'tag=%00', 'contentType=%00'])(
    '?%s is 400',
    async (query) => {
      const answer = await site.get(`${PATH}?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.body.error).toContain(query.split('=')[0]);
    },
  );

  test('filters by contentType and by one exact tag', async () => {
    const own = await service.site('filtered');
    const make = async (contentType: string, tags: string[]) =>
      (await own.create<Document>(PATH, { title: 'x', content: 'x', contentType, tags })).id;
    const guide = await make('guide', ['wheel', 'wheel repair']);
    const note = await make('note', ['Wheel']);
    const found = async (query: string) => (await page(query, own)).documents.map(({ id }) => id);
    expect(await found('?tag=wheel')).toEqual([guide]);
    expect(await found('?tag=Wheel')).toEqual([note]);
    expect(await found('?tag=whee')).toEqual([]);
    expect(await found('?contentType=note')).toEqual([note]);
    expect(await found('?contentType=note&tag=wheel')).toEqual([]);
    expect(await found(`?tag=${encodeURIComponent("w' or 1=1")}`)).toEqual([]);
  });
});

describe('one document', () => {
  test('GET answers it with its text', async () => {
    const { id } = await create({ content: 'Grüße aus\n\nNürnberg' });
    const answer = await site.get<Document>(`${PATH}/${id}`);
    expect(answer.body).toMatchObject({ success: true, data: { id, content: 'Grüße aus\n\nNürnberg' } });
  });

  test('PUT changes what it names, answers the whole, and leaves the rest', async () => {
    const { id, createdAt } = await create({ tags: ['kept'], metadata: { kept: true } });
    const answer = await site.put<Document>(`${PATH}/${id}`, { title: 'Spokes' });
    expect(answer.body.data).toMatchObject({
      id,
      title: 'Spokes',
      content: 'How to true a wheel.',
      tags: ['kept'],
      metadata: { kept: true },
      createdAt,
    });
    expect(answer.body.data.updatedAt > createdAt).toBe(true);
  });

  test('PUT with null clears what may be empty and rejects the rest', async () => {
    const { id } = await create({ tags: ['x'], metadata: { x: 1 }, contentType: 'note' });
    const cleared = await site.put<Document>(`${PATH}/${id}`, { tags: null, metadata: null, contentType: null });
    expect(cleared.body.data).toMatchObject({ tags: [], metadata: {}, contentType: 'document' });
    expect((await site.put(`${PATH}/${id}`, { title: null })).body.error).toBe('title must not be empty');
    expect((await site.put(`${PATH}/${id}`, { content: '' })).body.error).toBe('content must not be empty');
  });

  test('PUT to level subscription needs the subscriptions, given now or before', async () => {
    const { id } = await create();
    const refused = await site.put(`${PATH}/${id}`, { accessLevel: 'subscription' });
    expect(refused.body.error).toBe('requiredSubscriptions is required');
    const taken = await site.put(`${PATH}/${id}`, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    expect(taken.body.data).toMatchObject({ accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
  });

  test('DELETE answers the id, and the document is not found afterwards', async () => {
    const { id } = await create();
    expect((await site.delete(`${PATH}/${id}`)).body).toEqual({ success: true, data: { id, deleted: true } });
    for (const answer of [
      await site.get(`${PATH}/${id}`),
      await site.put(`${PATH}/${id}`, { title: 'x' }),
      await site.delete(`${PATH}/${id}`),
    ]) {
      expect(answer.status).toBe(404);
      expect(answer.body).toEqual({ success: false, error: 'Document not found' });
    }
  });

  test.for([UNKNOWN, 'not-an-id', '%00'])('%s is unknown', async (id) => {
    for (const answer of [
      await site.get(`${PATH}/${id}`),
      await site.put(`${PATH}/${id}`, { title: 'x' }),
      await site.delete(`${PATH}/${id}`),
    ]) {
      expect([answer.status, answer.body.error]).toEqual([404, 'Document not found']);
    }
  });

  test("another site's document answers as an unknown one, and stays as it is", async () => {
    const { id } = await create();
    const other = await service.site('other');
    expect((await other.get(`${PATH}/${id}`)).status).toBe(404);
    expect((await other.put(`${PATH}/${id}`, { title: 'taken over' })).status).toBe(404);
    expect((await other.delete(`${PATH}/${id}`)).status).toBe(404);
    expect((await page('', other)).total).toBe(0);
    expect((await site.get<Document>(`${PATH}/${id}`)).body.data.title).toBe('Wheels');
  });

  test('a deletion between two changes leaves nothing behind, and no call fails inside', async () => {
    for (let round = 0; round < 10; round++) {
      const { id } = await create();
      const answers = await Promise.all([
        site.put(`${PATH}/${id}`, { title: 'A' }),
        site.delete(`${PATH}/${id}`),
        site.put(`${PATH}/${id}`, { content: 'B' }),
      ]);
      expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true);
      const sources = await site.get<{ _id: string }[]>('/rag/documents');
      expect(sources.body.data.map((source) => source._id)).not.toContain(id);
    }
  });
});

describe('documents that not everyone may see', () => {
  test.for([
    ['authenticated', [], 401, 'Firebase authentication required'],
    ['premium', [], 403, 'Premium membership required'],
    ['subscription', ['gold', 'silver'], 403, 'Subscription required: gold'],
  ] as const)(
    '%s: a caller with the key alone has it in no list and no search, and by id %s',
    async ([accessLevel, requiredSubscriptions, status, error]) => {
      const own = await service.site(accessLevel);
      const open = await own.create<Document>(PATH, { title: 'Open', content: 'gearbox' });
      const { id } = await own.create<Document>(PATH, {
        title: 'Withheld',
        content: 'gearbox',
        accessLevel,
        requiredSubscriptions,
      });
      await own.indexed();
      const byId = await own.get(`${PATH}/${id}`);
      expect([byId.status, byId.body.error]).toEqual([status, error]);
      if (status === 403) {
        const extras = { accessLevel, requiredSubscriptions, userTier: 'free', userSubscriptions: [] };
        expect(byId.body).toMatchObject({ ...extras, isAuthenticated: false });
      }
      expect(await page('', own)).toMatchObject({ total: 1, documents: [{ id: open.id }] });
      const sources = await own.get<{ _id: string }[]>('/rag/documents');
      expect(sources.body.data.map((source) => source._id)).toEqual([open.id]);
      for (const searchType of ['standard', 'hybrid', 'expanded']) {
        const found = await own.post<{ totalResults: number; results: { content: string }[] }>('/rag/search', {
          query: 'gearbox',
          searchType,
          maxResults: 50,
        });
        expect(found.body.data.totalResults).toBe(1);
      }
    },
  );

  test('a stricter level applies immediately, before the text is indexed again', async () => {
    const { id } = await create({ content: 'derailleur hanger' });
    await site.indexed();
    await site.put(`${PATH}/${id}`, { accessLevel: 'premium' });
    const { body } = await site.post<{ results: { metadata: { sourceId: string } }[] }>('/rag/search', {
      query: 'derailleur hanger',
    });
    expect(body.data.results.map(({ metadata }) => metadata.sourceId)).not.toContain(id);
  });
});
