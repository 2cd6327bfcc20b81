import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

interface Found {
  results: { content: string; metadata: { title: string; section: string[] | null; frontMatter?: object } }[];
}

const site = useSite(useService());

const prose = 'Zebras graze on the plain until the evening comes. '.repeat(20).trim();
const markdown = `---
title: Savanna
topic: frontmatterword
---

## Zebra<br>

${prose}

\`\`\`sh
# list them
  ls zebras
\`\`\`

<details>

## Okapi

Okapis live in the forest (./Okapi.md). ${prose}
</details>
`;

async function find(query: string): Promise<Found['results']> {
  return (await site.create<Found>('/rag/search', { query })).results;
}

describe('a Markdown text with HTML tags', () => {
  test('is found in its sections, as a document', async () => {
    await site.create('/knowledge/documents', { title: 'Animals', content: markdown });
    await site.indexed();
    const [code] = await find('list zebras');
    expect(code?.metadata.section).toEqual(['Savanna', 'Zebra']);
    expect(code?.content).toContain('\n\n# list them\n  ls zebras');
    const [okapi] = await find('okapis in the forest');
    expect(okapi?.metadata.section).toEqual(['Savanna', 'Okapi']);
    expect(okapi?.content).toContain('(./Okapi.md)');
    const found = await find('frontmatterword');
    expect(found.map(({ content }) => content).join()).not.toContain('frontmatterword');
    expect(okapi?.metadata).toMatchObject({
      title: 'Animals',
      frontMatter: { title: 'Savanna', topic: 'frontmatterword' },
    });
  });

  test('has no front matter any more once it is written without', async () => {
    const content = '---\na: b\n---\nGnus drink.';
    const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'Gnu', content });
    await site.indexed();
    expect((await find('gnus drink'))[0]?.metadata.frontMatter).toEqual({ a: 'b' });
    await site.put(`/knowledge/documents/${id}`, { content: '---\n\nGnus rest.\n\n---\n' });
    await site.indexed();
    const gnu = (await find('gnus rest')).find(({ metadata }) => metadata.title === 'Gnu');
    expect(gnu?.content).toBe('Gnus rest.');
    expect(gnu?.metadata).not.toHaveProperty('frontMatter');
  });

  test('is found in its sections, as the body of a content item', async () => {
    await site.create('/content', {
      externalId: 'animals',
      type: 'article',
      title: 'Animals',
      content: markdown,
      status: 'published',
    });
    await site.indexed();
    const [okapi] = await find('okapis in the forest');
    expect(okapi?.metadata).toMatchObject({
      title: 'Animals',
      section: ['Savanna', 'Okapi'],
      frontMatter: { title: 'Savanna' },
    });
    expect((await site.get<unknown[]>('/content?fullText=frontmatterword')).body.data).toEqual([]);
    expect((await site.get<unknown[]>('/content?fullText=okapis')).body.data).toHaveLength(1);
  });
});
