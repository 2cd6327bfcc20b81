import { beforeAll, describe, expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { search } from './finding.ts';

const service = useService();
const site = useSite(service);

const WORDS = 'lime plum fig date pear kiwi mango peach apple grape melon lemon quince cherry orange banana'.split(' ');
/** Makes a section long enough to stand alone, and different from others. */
const filling = (seed: number) =>
  Array.from({ length: 70 }, (_, at) => `${WORDS[(at * (seed + 3)) % 16]}${seed}x${at}`).join(' ');
const SECTIONS = ['First steps', 'What’s new?', 'Ärger & Co.', 'Own {#my-id}', 'Fifth', 'Sixth'];
const COPY = `A zorilla is a small animal of the savanna, black with white stripes, which digs burrows, hunts insects at
  night and sprays what attacks it with a liquid that nobody forgets for many days afterwards.`;

beforeAll(async () => {
  const manual = SECTIONS.map((heading, at) => `## ${heading}\n\nThe quokka quokka quokka. ${filling(at)}`);
  await site.create('/content', {
    type: 'article',
    externalId: 'manual',
    title: 'Manual',
    url: 'https://example.org/manual',
    content: manual.join('\n\n'),
    status: 'published',
  });
  for (let at = 0; at < 9; at++) {
    const content = `Once a quokka was seen. ${filling(20 + at)}`;
    await site.create('/knowledge/documents', { title: `Sighting ${at}`, content });
  }
  for (const [title, content] of [
    ['Zorilla', COPY],
    ['The zorilla again', `${COPY} Really.`],
    ['Zorilla of 1999', `${COPY} In 1999.`],
  ]) {
    await site.create('/knowledge/documents', { title, content });
  }
  await site.indexed();
});

const titles = async (options: object = {}) =>
  (await search(site, 'quokka', options)).results.map(({ metadata }) => metadata.title);
const ofManual = (all: readonly string[]) => all.filter((title) => title === 'Manual').length;

describe('passages of one source', () => {
  test('are at most two of the first ten, the best ones, in the order of their scores', async () => {
    const { results } = await search(site, 'quokka', { maxResults: 10 });
    expect(results).toHaveLength(10);
    expect(ofManual(results.map(({ metadata }) => metadata.title))).toBe(2);
    const scores = results.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((a, b) => b - a));
    const [best] = (await search(site, 'quokka', { maxResults: 1, maxPerSource: 50 })).results;
    expect(results[0]?.id).toBe(best?.id);
  });

  test('follow after the first ten, each once', async () => {
    const { results } = await search(site, 'quokka', { maxResults: 50 });
    const all = results.map(({ metadata }) => metadata.title);
    expect(ofManual(all.slice(0, 10))).toBe(2);
    expect(ofManual(all)).toBe(6);
    expect(new Set(results.map(({ id }) => id)).size).toBe(results.length);
    expect(results.map(({ rank }) => rank)).toEqual(results.map((_, at) => at + 1));
  });

  test('are as many as maxPerSource says, in REST and GraphQL', async () => {
    expect(ofManual(await titles({ maxPerSource: 1 }))).toBe(1);
    expect(ofManual(await titles({ maxPerSource: 50 }))).toBe(6);
    const { data } = await site.graphql<{ search: { results: { title: string }[] } }>(
      '{ search(input: { query: "quokka", maxPerSource: 3 }) { results { title } } }',
    );
    expect(ofManual(data?.search.results.map(({ title }) => title) ?? [])).toBe(3);
  });

  test('take the places that no other source fills', async () => {
    const { results } = await search(site, 'quokka', { contentTypes: ['article'] });
    expect(results).toHaveLength(6);
  });

  test.each([0, 51])('maxPerSource %i is rejected', async (maxPerSource) => {
    const { status, body } = await site.post('/rag/search', { query: 'quokka', maxPerSource });
    expect([status, body.error]).toEqual([400, 'maxPerSource must be a whole number from 1 to 50']);
  });

  test('take no more statements', async () => {
    const count = async (maxPerSource: number) =>
      (await statementsOf(() => search(site, 'quokka', { maxPerSource }))).statements.length;
    expect(await count(1)).toBe(await count(50));
  });
});

test('of near-duplicates only the best is found, unless they differ in a number', async () => {
  const { results } = await search(site, 'zorilla', { maxResults: 50 });
  const found = results.map(({ metadata }) => metadata.title).filter((title) => /zorilla/i.test(title));
  expect(found).toHaveLength(2);
  expect(found).toContain('Zorilla of 1999');
});

test.each([
  ['First steps', 'first-steps'],
  ['What’s new?', 'whats-new'],
  ['Ärger & Co.', '%C3%A4rger--co'],
  ['Own {#my-id}', 'my-id'],
])('a passage below "%s" links to it', async (heading, anchor) => {
  const { results } = await search(site, 'quokka', { maxPerSource: 50 });
  const passage = results.find(({ metadata }) => metadata.section?.at(-1) === heading);
  expect(passage?.metadata).toMatchObject({
    url: 'https://example.org/manual',
    anchor: `https://example.org/manual#${anchor}`,
  });
});
