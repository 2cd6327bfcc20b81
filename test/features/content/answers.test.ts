import { beforeAll, describe, expect, test } from 'vitest';
import { useEmittedChecker } from '../../rest/support/emitted-checker.ts';
import { useSite } from '../../support/use-service.ts';
import type { RestAnswer } from '../../support/site.ts';
import { anItem, createItem, createType } from './items.ts';

const UNKNOWN = '01890000-0000-7000-8000-000000000000';

describe('Answers of content and content types are as the OpenAPI document says', () => {
  const site = useSite();
  const check = useEmittedChecker();

  beforeAll(async () => {
    await createType(site, 'full', [
      { name: 'related', type: 'references' },
      { name: 'kind', type: 'select', validation: { options: ['a'], required: true }, group: 'g', order: 1 },
      { name: 'size', type: 'number', validation: { min: 0, max: 5 }, defaultValue: 2, description: 'd' },
    ]);
    const leaf = await createItem(site);
    await createItem(site, {
      type: 'full',
      status: 'published',
      content: 'x',
      url: 'https://example.org',
      metadata: { a: 1 },
      videoMetadata: { duration: 1, streamUrl: 's' },
      documentMetadata: { pageCount: 1, fileSize: 2, format: 'pdf' },
      courseMetadata: { lessons: 1, prerequisites: ['x'] },
      customFields: { related: [leaf._id], kind: 'a' },
    });
    await createItem(site, { accessLevel: 'subscription', requiredSubscriptions: ['gold'], videoMetadata: {} });
  });

  const conforms = (operation: string, { status, body }: RestAnswer<unknown>, expected: number) => {
    expect(status).toBe(expected);
    expect(check(operation, status, body)).toEqual([]);
  };

  test.each([
    '',
    'expand=true&includeContent=true',
    'includeRestricted=true&includeSortOrder=true&expand=true',
    'type=none',
  ])('GET /content?%s', async (query) => {
    conforms('ListContent', await site.get(`/content?${query}`), 200);
  });

  test('GET /content rejected', async () => {
    conforms('ListContent', await site.get('/content?limit=0'), 400);
  });

  test('GET, PUT and DELETE /content/:id', async () => {
    const { _id } = await createItem(site, { type: 'full', customFields: { kind: 'a' } });
    conforms('GetContent', await site.get(`/content/${_id}`), 200);
    conforms('GetContent', await site.get(`/content/${_id}?expand=true`), 200);
    conforms('UpdateContent', await site.put(`/content/${_id}`, { title: 'New' }), 200);
    conforms('UpdateContent', await site.put(`/content/${_id}`, { title: '' }), 400);
    conforms('DeleteContent', await site.delete(`/content/${_id}`), 200);
    conforms('DeleteContent', await site.delete(`/content/${_id}`), 404);
    conforms('UpdateContent', await site.put(`/content/${_id}`, {}), 404);
    conforms('GetContent', await site.get(`/content/${UNKNOWN}`), 404);
  });

  test('GET /content/:id of restricted items', async () => {
    const authenticated = await createItem(site, { accessLevel: 'authenticated' });
    const premium = await createItem(site, { accessLevel: 'premium' });
    conforms('GetContent', await site.get(`/content/${authenticated._id}`), 401);
    conforms('GetContent', await site.get(`/content/${premium._id}`), 403);
  });

  test('POST /content', async () => {
    const input = anItem({ externalId: 'posted', content: 'x' });
    conforms('CreateContent', await site.post('/content', input), 200);
    conforms('CreateContent', await site.post('/content', input), 409);
    conforms('CreateContent', await site.post('/content', {}), 400);
  });

  test('content types', async () => {
    const input = { name: 'X', slug: 'x', fields: [{ name: 'a', type: 'text', validation: { pattern: 'x' } }] };
    conforms('CreateContentType', await site.post('/content-types', input), 200);
    conforms('CreateContentType', await site.post('/content-types', input), 409);
    conforms('CreateContentType', await site.post('/content-types', {}), 400);
    conforms('ListContentTypes', await site.get('/content-types'), 200);
    conforms('ListContentTypes', await site.get('/content-types?includeFields=true'), 200);
    conforms('ListContentTypes', await site.get('/content-types?status=x'), 400);
    conforms('GetContentType', await site.get('/content-types/full'), 200);
    conforms('GetContentType', await site.get('/content-types/none'), 404);
    conforms('UpdateContentType', await site.put('/content-types/x', { icon: 'i' }), 200);
    conforms('UpdateContentType', await site.put('/content-types/x', { slug: 'full' }), 409);
    conforms('DeleteContentType', await site.delete('/content-types/article'), 400);
    conforms('DeleteContentType', await site.delete('/content-types/x'), 200);
    conforms('DeleteContentType', await site.delete('/content-types/x'), 404);
  });
});
