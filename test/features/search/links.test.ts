import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

const LINKS = { type: 'article', slug: 'schlauch-flicken', language: 'de', url: 'https://example.org/schlauch' };
const NONE = { type: null, slug: null, language: null, url: null };

describe('what a client needs to link to what was found', () => {
  const service = useService();
  const site = useSite(service);
  let item: string;
  let document: string;

  beforeAll(async () => {
    const { _id } = await site.create('/content', {
      ...LINKS,
      externalId: 'patch',
      title: 'Schlauch flicken',
      content: 'A quagga patches a tube.',
      status: 'published',
    });
    item = _id;
    const created = await site.create('/knowledge/documents', { title: 'Quagga', content: 'The quagga rides.' });
    document = created.id;
    await site.indexed();
  });

  test('a result of REST has it in its metadata, and that of a document has nothing of it', async () => {
    const { body } = await site.post<{ results: { metadata: Record<string, unknown> }[] }>('/rag/search', {
      query: 'quagga',
    });
    const metadata = new Map(body.data.results.map((result) => [result.metadata['sourceId'], result.metadata]));
    expect(metadata.get(item)).toMatchObject({ ...LINKS, title: 'Schlauch flicken' });
    expect(metadata.get(item)).not.toHaveProperty('isPublished');
    expect(Object.keys(metadata.get(document) ?? {}).toSorted()).toEqual([
      'contentType',
      'fileName',
      'sourceId',
      'title',
    ]);
  });

  test('a result of GraphQL has it as fields, as they are now, though not indexed yet', async () => {
    const query = '{ search(input: { query: "quagga" }) { results { sourceId type slug language url } } }';
    const linksOf = async (id: string) => {
      const { data } = await site.graphql<{ search: { results: { sourceId: string }[] } }>(query);
      return data?.search.results.find(({ sourceId }) => sourceId === id);
    };
    expect(await linksOf(item)).toEqual({ sourceId: item, ...LINKS });
    expect(await linksOf(document)).toEqual({ sourceId: document, ...NONE });
    await site.put(`/content/${item}`, { slug: 'moved', url: null });
    expect(await linksOf(item)).toEqual({ sourceId: item, ...LINKS, slug: 'moved', url: null });
    await site.put(`/content/${item}`, { slug: LINKS.slug, url: LINKS.url });
    await site.indexed();
  });

  test('a citation has it', async () => {
    const { body } = await site.post<{ citations: { sources: ({ sourceId: string } & object)[] }[] }>('/agent/chat', {
      message: 'Who patches a tube?',
    });
    const sources = body.data.citations.flatMap((citation) => citation.sources);
    expect(sources.find(({ sourceId }) => sourceId === item)).toMatchObject(LINKS);
    for (const source of sources.filter(({ sourceId }) => sourceId === document)) {
      expect(Object.keys(source)).not.toContain('slug');
    }
    expect(sources.length).toBeGreaterThan(0);
  });
});
