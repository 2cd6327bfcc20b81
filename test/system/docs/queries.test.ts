import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { createItem, createType } from '../../features/content/items.ts';

const text = readFileSync('docs/queries.md', 'utf8');
const paths = [...text.matchAll(/^GET (\/\S+)$/gm)].map(([, path = '']) => path);
const [, query = ''] = /```graphql\n(.*?)```/s.exec(text) ?? [];

const site = useSite();

beforeAll(async () => {
  await createType(site, 'page', []);
  const home = { type: 'page', slug: 'home', status: 'archived' };
  const original = await createItem(site, { ...home, language: 'de' });
  await createItem(site, { ...home, language: 'en', translationOf: original._id });
  await createType(site, 'writer', []);
  await createType(site, 'post', [
    { name: 'rating', type: 'number', sortable: true },
    { name: 'author', type: 'reference', validation: { referenceTo: 'writer' } },
  ]);
  const ann = await createItem(site, { type: 'writer', title: 'Ann', slug: 'ann', language: 'fr' });
  const customFields = { rating: 5, author: ann._id };
  await createItem(site, { type: 'post', title: 'Found', excerpt: 'A winter tyre', tags: ['a', 'news'], customFields });
});

describe('docs/queries.md', () => {
  test('has examples', () => expect(paths.length).toBeGreaterThan(4));

  test.each(paths)('GET %s finds an item, with no parameter that is ignored', async (path) => {
    const { status, body, headers } = await site.get<unknown[]>(path);
    expect([status, body.error]).toEqual([200, undefined]);
    expect(headers.get('x-svc-ignored-parameters')).toBeNull();
    expect([body.data].flat()).toHaveLength(1);
  });

  test('the GraphQL example finds an item', async () => {
    const { data } = await site.graphql<{ contents: { total: number; items: object[] } }>(query);
    expect(data?.contents).toMatchObject({ total: 1, items: [{ title: 'Found' }] });
  });
});
