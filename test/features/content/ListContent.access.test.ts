import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { anItem, createItem, createItems, createType, listItems } from './items.ts';

const WHOLE = {
  content: 'the body',
  excerpt: 'an excerpt',
  url: 'https://example.org/x',
  metadata: { secret: 1 },
  customFields: { price: 5 },
  videoMetadata: { duration: 60, streamUrl: 'https://example.org/stream', thumbnailUrl: 'https://example.org/t.png' },
  featuredImage: 'https://example.org/i.png',
};

const LEVELS = [
  { title: '1 public', type: 'product', accessLevel: 'public', ...WHOLE },
  { title: '2 authenticated', type: 'product', accessLevel: 'authenticated', ...WHOLE },
  { title: '3 premium', type: 'product', accessLevel: 'premium', ...WHOLE },
  {
    title: '4 subscription',
    type: 'product',
    accessLevel: 'subscription',
    requiredSubscriptions: ['gold', 'silver'],
    ...WHOLE,
  },
];

describe('GET /content: what an API key alone may see', () => {
  const service = useService();
  const site = useSite(service);

  beforeAll(async () => {
    await createItems(site, LEVELS);
  });

  test('public items only, and totals that count nothing else', async () => {
    const { titles, pagination, body } = await listItems(site);
    expect(titles).toEqual(['1 public']);
    expect(pagination).toMatchObject({ total: 1, hasMore: false });
    expect(body).not.toHaveProperty('_accessSummary');
    expect(body.data[0]).not.toHaveProperty('_access');
  });

  test('a filter by a restricted level finds nothing', async () => {
    expect((await listItems(site, 'accessLevel=subscription')).pagination.total).toBe(0);
  });

  test('includeRestricted adds the others with why they are withheld, and a summary', async () => {
    const { items, pagination, body } = await listItems(site, 'includeRestricted=true&sort=title&sortDir=asc');
    expect(items.map((item) => item['_access'])).toEqual([
      { level: 'public', granted: true, reason: null },
      { level: 'authenticated', granted: false, reason: 'Firebase authentication required' },
      { level: 'premium', granted: false, reason: 'Premium membership required' },
      {
        level: 'subscription',
        requiredSubscriptions: ['gold', 'silver'],
        granted: false,
        reason: 'Subscription required: gold',
      },
    ]);
    expect(pagination.total).toBe(4);
    expect(body['_accessSummary']).toEqual({
      totalItems: 4,
      accessibleItems: 1,
      restrictedItems: 3,
      includeRestricted: true,
    });
  });

  test('a restricted item is a teaser: neither body nor anything that shows it', async () => {
    const query = 'includeRestricted=true&includeContent=true&sort=title&sortDir=asc';
    const [open, ...teasers] = (await listItems(site, query)).items;
    expect(open).toMatchObject(WHOLE);
    expect(teasers).toHaveLength(3);
    for (const teaser of teasers) {
      for (const withheld of ['content', 'customFields', 'url', 'metadata'])
        expect(teaser).not.toHaveProperty(withheld);
      expect(teaser['videoMetadata']).toEqual({ duration: 60, thumbnailUrl: 'https://example.org/t.png' });
      expect(teaser).toMatchObject({ excerpt: WHOLE.excerpt, featuredImage: WHOLE.featuredImage, status: 'draft' });
    }
  });

  test('GraphQL withholds the same of a teaser', async () => {
    const { data } = await site.graphql<{ contents: { items: Record<string, unknown>[] } }>(`{
      contents(includeRestricted: true, filter: { accessLevel: premium }) {
        items { content url metadata customFields videoMetadata { streamUrl duration } references(field: "x") { id } }
      }
    }`);
    expect(data?.contents.items).toEqual([
      {
        content: null,
        url: null,
        metadata: null,
        customFields: null,
        videoMetadata: { streamUrl: null, duration: 60 },
        references: [],
      },
    ]);
  });

  test('requiredSubscriptions stands only on items of level subscription', async () => {
    const own = await service.site();
    await createItem(own, { requiredSubscriptions: ['gold'] });
    await createItem(own, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    const { items } = await listItems(own, 'includeRestricted=true');
    expect(items.map((item) => item['requiredSubscriptions'])).toEqual([['gold'], undefined]);
    expect(items[1]).not.toHaveProperty('requiredSubscriptions');
  });

  test('pages are full and hasMore is right although restricted items lie between', async () => {
    const own = await service.site();
    await createItems(
      own,
      Array.from({ length: 12 }, (_, index) => ({
        title: `item ${String(index).padStart(2, '0')}`,
        accessLevel: index % 2 === 0 ? 'premium' : 'public',
      })),
    );
    const page = (offset: number) => listItems(own, `sort=title&sortDir=asc&limit=3&offset=${offset}`);
    expect(await page(0)).toMatchObject({
      titles: ['item 01', 'item 03', 'item 05'],
      pagination: { total: 6, limit: 3, offset: 0, hasMore: true },
    });
    expect(await page(3)).toMatchObject({
      titles: ['item 07', 'item 09', 'item 11'],
      pagination: { total: 6, limit: 3, offset: 3, hasMore: false },
    });
    const withAll = await listItems(own, 'sort=title&sortDir=asc&limit=3&includeRestricted=true');
    expect(withAll.titles).toEqual(['item 00', 'item 01', 'item 02']);
    expect(withAll.pagination.total).toBe(12);
    expect(withAll.body['_accessSummary']).toMatchObject({ totalItems: 12, accessibleItems: 6, restrictedItems: 6 });
  });

  test('the level of a content type is that of its items which name none', async () => {
    const own = await service.site();
    await createType(own, 'lesson', [], { accessLevel: 'premium' });
    await createItem(own, { type: 'lesson', title: 'inherits' });
    await createItem(own, { type: 'lesson', title: 'says public', accessLevel: 'public' });
    expect((await listItems(own)).titles).toEqual(['says public']);
    const { body } = await own.post('/content', anItem({ type: 'lesson' }));
    expect(body.data['accessLevel']).toBe('premium');
  });
});
