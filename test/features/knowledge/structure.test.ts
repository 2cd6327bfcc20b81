import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';

interface Found {
  results: { content: string; metadata: { title: string; section: string[] | null } }[];
}

const site = useSite(useService());

const prose = 'Zebras graze on the plain until the evening comes. '.repeat(20).trim();
const markdown = `---
title: Savanna
secret: frontmatterword
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
    expect(JSON.stringify(await find('frontmatterword'))).not.toContain('frontmatterword');
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
    expect(okapi?.metadata).toMatchObject({ title: 'Animals', section: ['Savanna', 'Okapi'] });
  });
});
