import { expect, test } from 'vitest';
import { draftKnowledge } from '../../../src/features/content/draft/draft-knowledge.ts';
import { IndexSource } from '../../../src/features/knowledge/indexing/index-source.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';
import { fixedVectors } from '../../support/fixed-vectors.ts';

const service = useOwnService();
const site = useSite(service);

async function found(query: string): Promise<string[]> {
  const { body } = await site.post<{ results: { content: string }[] }>('/rag/search', { query, preview: true });
  return body.data.results.map(({ content }) => content).filter((content) => content.includes(query));
}

test('a change of an item hides the indexed text of its draft, which had parts of it, until it is indexed again', async () => {
  const values = { title: 'Quoll', status: 'published', content: 'The quoll hides.' };
  const { _id } = await createItem(site, { ...values, excerpt: 'Secret' });
  await site.put(`/content/${_id}/draft`, { content: 'The quoll hunts.' });
  await site.indexed();
  expect(await found('quoll')).toEqual([expect.stringMatching(/Secret[^]*hunts/)]);
  await service.stopJobs();
  await site.put(`/content/${_id}/draft`, { content: 'The quoll leaps.' });
  expect(await found('quoll')).toEqual([expect.stringMatching(/Secret[^]*hunts/)]);
  await site.put(`/content/${_id}`, { excerpt: 'Open' });
  expect(await found('quoll')).toEqual([]);
  await service.startJobs();
  await site.indexed();
  expect(await found('quoll')).toEqual([expect.stringMatching(/Open[^]*leaps/)]);
});

test('a text of a draft that was read before such a change is not found', async () => {
  const values = { title: 'Numbat', status: 'published', content: 'The numbat hides.' };
  const { _id } = await createItem(site, { ...values, excerpt: 'Secret' });
  await site.indexed();
  await service.stopJobs();
  await site.put(`/content/${_id}/draft`, { content: 'The numbat hunts.' });
  const { database, features, ports } = service.app;
  const [job] = await features.jobs.claim(1, ['index-source']);
  if (!job) throw new Error('The draft has no job');
  const { embedder } = ports;
  const embedPassages: typeof embedder.embedPassages = async (...passages) => {
    expect((await site.put(`/content/${_id}`, { excerpt: 'Open' })).status).toBe(200);
    return embedder.embedPassages(...passages);
  };
  const readers = { draft: draftKnowledge };
  const indexing = new IndexSource(database, fixedVectors(ports.index, { ...embedder, embedPassages }), readers);
  await indexing.run(job, new AbortController().signal);
  await features.jobs.complete(job);
  expect(await found('numbat')).toEqual([]);
  await service.startJobs();
  await site.indexed();
  expect(await found('numbat')).toEqual([expect.stringMatching(/Open[^]*hunts/)]);
});

test('the text of a draft is left to newer instances by one that does not know drafts', async () => {
  const { _id } = await createItem(site, { title: 'Bilby', status: 'published', content: 'The bilby digs.' });
  await site.indexed();
  await service.stopJobs();
  await site.put(`/content/${_id}/draft`, { content: 'The bilby sleeps.' });
  const { database, features, ports } = service.app;
  const [job] = await features.jobs.claim(1, ['index-source']);
  const earlier = new IndexSource(database, fixedVectors(ports.index, ports.embedder), {});
  expect(await earlier.runBatch([job!], new AbortController().signal)).toEqual([]);
  const run = earlier.run(job!, new AbortController().signal);
  await expect(run).rejects.toMatchObject({ dependency: 'newer version of the service' });
  await features.jobs.handBack(job!);
  await service.startJobs();
  await site.indexed();
  expect(await found('bilby')).toEqual([expect.stringContaining('sleeps')]);
});
