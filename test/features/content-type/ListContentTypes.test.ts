import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

const BUILT_IN = ['article', 'course', 'document', 'faq', 'product', 'video'];

interface ContentType extends Record<string, unknown> {
  slug: string;
  fields?: { name: string; type: string }[];
}

describe('GET /content-types', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    const types = [
      ['zebra', 'active'],
      ['draft-type', 'draft'],
      ['old-type', 'archived'],
    ];
    for (const [slug, status] of types) {
      await site.create('/content-types', { name: slug, slug, status, fields: [{ name: 'a', type: 'text' }] });
    }
  });

  const list = async (query = '', of = site) => (await of.get<ContentType[]>(`/content-types?${query}`)).body.data;
  const slugs = async (query = '', of = site) => (await list(query, of)).map(({ slug }) => slug);

  test('a new site has the six built-in types, with ids', async () => {
    const types = await list('', await service.site());
    expect(types.map(({ slug }) => slug)).toEqual(BUILT_IN);
    for (const type of types) expect(type).toMatchObject({ _id: expect.stringMatching(/-/) as string, builtIn: true });
  });

  test('without a status: the active ones, by slug', async () => {
    expect(await slugs()).toEqual([...BUILT_IN, 'zebra']);
  });

  test.each([
    ['active', [...BUILT_IN, 'zebra']],
    ['draft', ['draft-type']],
    ['archived', ['old-type']],
  ])('status=%s', async (status, expected) => {
    expect(await slugs(`status=${status}`)).toEqual(expected);
  });

  test('an unknown status is 400', async () => {
    const { status, body } = await site.get('/content-types?status=live');
    expect({ status, error: body.error }).toEqual({
      status: 400,
      error: 'status must be "active", "draft" or "archived"',
    });
  });

  test('GraphQL finds one by its slug, of any status, and none for an unknown one', async () => {
    const bySlug = async (slug: string) => {
      const query = 'query ($slug: String) { contentTypes(filter: { slug: $slug }) { total items { slug } } }';
      return (await site.graphql<{ contentTypes: object }>(query, { slug })).data?.contentTypes;
    };
    expect(await bySlug('draft-type')).toEqual({ total: 1, items: [{ slug: 'draft-type' }] });
    expect(await bySlug('')).toEqual({ total: 0, items: [] });
  });

  test('field definitions come only with includeFields', async () => {
    for (const type of await list()) expect(type).not.toHaveProperty('fields');
    const withFields = await list('includeFields=true');
    expect(withFields.find(({ slug }) => slug === 'zebra')?.fields).toMatchObject([{ name: 'a', type: 'text' }]);
    const fieldsOf = (wanted: string) =>
      withFields.find(({ slug }) => slug === wanted)?.fields?.map(({ name, type }) => `${name}: ${type}`);
    expect(fieldsOf('product')).toEqual(['price: number', 'sku: text', 'inventory: number']);
    expect(fieldsOf('faq')).toEqual(['question: textarea', 'answer: textarea']);
    expect(fieldsOf('article')).toEqual([]);
    expect((await site.get('/content-types?includeFields=perhaps')).status).toBe(400);
  });

  test('types of another site are not found', async () => {
    const other = await service.site();
    await other.create('/content-types', { name: 'Theirs', slug: 'theirs' });
    expect(await slugs()).not.toContain('theirs');
    expect((await site.get('/content-types/theirs')).status).toBe(404);
  });

  test('GraphQL pages through them by cursor', async () => {
    const query = `query ($after: String) {
      contentTypes(page: { limit: 4, after: $after }) { items { slug } total hasMore endCursor }
    }`;
    type Answer = { contentTypes: { items: ContentType[]; total: number; hasMore: boolean; endCursor: string } };
    const walked: string[] = [];
    for (let after: string | null = null, more = true; more;) {
      const { contentTypes }: Answer = (await site.graphql<Answer>(query, { after })).data!;
      expect(contentTypes.total).toBe(9);
      walked.push(...contentTypes.items.map(({ slug }) => slug));
      ({ hasMore: more, endCursor: after } = contentTypes);
    }
    expect(walked).toEqual([...BUILT_IN, 'draft-type', 'old-type', 'zebra'].toSorted());
  });

  test.each([['nothing-of-that-slug'], ['%00'], ["'"], ['Article']])('GET /content-types/%s is 404', async (slug) => {
    const { status, body } = await site.get(`/content-types/${slug}`);
    expect({ status, body }).toEqual({ status: 404, body: { success: false, error: 'Content type not found' } });
  });

  test('by slug, whatever its status, with fields', async () => {
    const { status, body } = await site.get<ContentType>('/content-types/old-type');
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ slug: 'old-type', status: 'archived', fields: [{ name: 'a' }] });
  });
});
