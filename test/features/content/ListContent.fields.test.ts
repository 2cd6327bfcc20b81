import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createItems, listItems } from './items.ts';

const COLLECTION = 'mutation ($input: CreateCollectionInput!) { createCollection(input: $input) { id } }';

describe('GET /content: fields of the items', () => {
  const service = useService();
  const site = useSite(service);

  async function collection(order: number): Promise<string> {
    const input = { name: `Collection ${order}`, order };
    const { data } = await site.graphql<{ createCollection: { id: string } }>(COLLECTION, { input });
    return data!.createCollection.id;
  }

  test('an item carries the fields of the interface and the additions, but no body', async () => {
    const own = await service.site();
    const { _id } = await createItem(own, { content: 'the body' });
    const { items } = await listItems(own);
    expect(items).toEqual([
      {
        _id,
        externalId: expect.any(String) as string,
        type: 'article',
        contentTypeId: expect.any(String) as string,
        title: expect.any(String) as string,
        excerpt: null,
        slug: expect.any(String) as string,
        language: 'en',
        categories: [],
        tags: [],
        status: 'draft',
        accessLevel: 'public',
        author: null,
        featuredImage: null,
        aiIndexed: true,
        collectionId: null,
        sortOrder: 0,
        customFields: {},
        publishedAt: null,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
        revision: 1,
        updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      },
    ]);
  });

  test('includeContent adds the body', async () => {
    const own = await service.site();
    await createItem(own, { content: '<p>the body</p>' });
    expect((await listItems(own, 'includeContent=true')).items[0]).toHaveProperty('content', '<p>the body</p>');
    expect((await listItems(own, 'includeContent=false')).items[0]).not.toHaveProperty('content');
  });

  test.each([
    [7, 12, '007-012'],
    [0, 0, '000-000'],
    [999, 999, '999-999'],
    [1000, 5_000_000, '999-999'],
    [-3, -1, '000-000'],
    [null, 4, '000-004'],
  ])('_sortOrder of item %2$i in a collection of order %1$s is %3$s', async (order, sortOrder, expected) => {
    const collectionId = order === null ? null : await collection(order);
    const { _id } = await createItem(site, { collectionId, sortOrder });
    const { items } = await listItems(site, 'limit=100&includeSortOrder=true');
    const item = items.find((each) => each._id === _id);
    expect(item).toMatchObject({ _sortOrder: expected, sortOrder });
  });

  test('_sortOrder is left out unless asked for', async () => {
    await createItem(site);
    for (const item of (await listItems(site)).items) expect(item).not.toHaveProperty('_sortOrder');
  });

  test('_sortOrder follows the collection when that moves, and is 000 once it is deleted', async () => {
    const collectionId = await collection(5);
    await createItem(site, { collectionId, sortOrder: 1, title: 'follows' });
    const sortOrders = async () =>
      (await listItems(site, 'search=follows&includeSortOrder=true')).items.map((item) => item['_sortOrder']);
    expect(await sortOrders()).toEqual(['005-001']);
    await site.graphql('mutation ($id: ID!) { updateCollection(id: $id, input: { order: 8 }) { id } }', {
      id: collectionId,
    });
    expect(await sortOrders()).toEqual(['008-001']);
    await site.graphql('mutation ($id: ID!) { deleteCollection(id: $id) { deleted } }', { id: collectionId });
    expect(await sortOrders()).toEqual(['000-001']);
    expect((await listItems(site, 'search=follows')).items[0]).toHaveProperty('collectionId', null);
  });

  test('objects show only what is known of them', async () => {
    const own = await service.site();
    await createItems(own, [
      { type: 'video', title: 'v', videoMetadata: { duration: 12.5, resolution: null } },
      { type: 'document', title: 'd', documentMetadata: { fileSize: 5_000_000_000, format: 'pdf' } },
      { type: 'course', title: 'c', courseMetadata: { lessons: 3, prerequisites: [] } },
    ]);
    const { items } = await listItems(own, 'sort=title');
    expect(
      items.map(({ title, videoMetadata, documentMetadata, courseMetadata }) => [
        title,
        videoMetadata ?? documentMetadata ?? courseMetadata,
      ]),
    ).toEqual([
      ['v', { duration: 12.5 }],
      ['d', { fileSize: 5_000_000_000, format: 'pdf' }],
      ['c', { lessons: 3, prerequisites: [] }],
    ]);
  });
});
