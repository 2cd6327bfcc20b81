import { expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { SEARCH_TYPES, search, sourcesFound } from '../search/finding.ts';

const site = useSite();

/** Three passages of one generation: each has the subject and the number of the writing. */
function text(subject: string, writing: number): string {
  const filling = 'The quick brown fox jumps over the lazy dog while the band plays on. '.repeat(2);
  return [1, 2, 3]
    .map((part) => `# ${subject} rewritten ${part}\n\n${subject} writing-${writing} ${filling}`)
    .join('\n\n');
}

async function create(subject: string): Promise<string> {
  const body = { title: 'Rewritten', content: text(subject, 0) };
  return (await site.create<{ id: string }>('/knowledge/documents', body)).id;
}

test('while a document is rewritten, every search finds exactly one writing of it', async () => {
  const id = await create('chameleon');
  // Others of the same subject compete for places, so that a search that lost this one would still be full.
  for (let number = 0; number < 15; number++) {
    await site.create('/knowledge/documents', {
      title: `Other ${number}`,
      content: 'The fox looks for a band that plays on, and for a chameleon.',
    });
  }
  await site.indexed();
  const written = new AbortController();
  const seen: string[][] = [];
  const ask = async (searchType: string): Promise<void> => {
    while (!written.signal.aborted) {
      const { results } = await search(site, 'rewritten chameleon writing', { searchType, maxResults: 10 });
      const texts = results.filter(({ metadata }) => metadata.sourceId === id).map(({ content }) => content);
      seen.push([...new Set(texts.map((found) => /writing-\d+/.exec(found)?.[0] ?? found))]);
    }
  };
  const asking = SEARCH_TYPES.map(ask);
  for (let number = 1; number <= 50; number++) {
    await site.put(`/knowledge/documents/${id}`, { content: text('chameleon', number) });
    if (number % 5 === 0) await site.indexed();
  }
  await site.indexed();
  written.abort();
  await Promise.all(asking);
  expect(seen.length).toBeGreaterThan(50);
  expect(seen.filter((writings) => writings.length !== 1)).toEqual([]);
  expect(new Set(seen.flat()).size).toBeGreaterThan(3);
  const { results } = await search(site, 'rewritten chameleon writing', { maxResults: 50 });
  const last = results.filter(({ metadata }) => metadata.sourceId === id);
  expect(new Set(last.map(({ content }) => /writing-\d+/.exec(content)?.[0]))).toEqual(new Set(['writing-50']));
});

test('after a deletion is answered no search finds the document, even if it is being indexed', async () => {
  for (let round = 0; round < 15; round++) {
    const id = await create('axolotl');
    if (round % 3 === 0) await site.indexed();
    await site.put(`/knowledge/documents/${id}`, { content: text('axolotl', round) });
    expect((await site.delete(`/knowledge/documents/${id}`)).status).toBe(200);
    expect(await sourcesFound(site, 'axolotl')).not.toContain(id);
  }
  await site.indexed();
  for (const searchType of SEARCH_TYPES) {
    const { results } = await search(site, 'axolotl', { searchType, maxResults: 50 });
    expect(results.filter(({ content }) => content.includes('axolotl'))).toEqual([]);
  }
});
