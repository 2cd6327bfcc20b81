import { expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';

const service = useOwnService();
const site = useSite(service);

const found = async () => {
  const { body } = await site.post<{ results: { content: string }[] }>('/rag/search', {
    query: 'quoll',
    preview: true,
  });
  return body.data.results.map(({ content }) => content);
};

test('a change of an item hides the indexed text of its draft, which had parts of it, until it is indexed again', async () => {
  const values = { title: 'Quoll', status: 'published', content: 'The quoll hides.' };
  const { _id } = await createItem(site, { ...values, excerpt: 'Secret' });
  await site.put(`/content/${_id}/draft`, { content: 'The quoll hunts.' });
  await site.indexed();
  expect(await found()).toEqual([expect.stringMatching(/Secret[^]*hunts/)]);
  await service.stopJobs();
  await site.put(`/content/${_id}/draft`, { content: 'The quoll leaps.' });
  expect(await found()).toEqual([expect.stringMatching(/Secret[^]*hunts/)]);
  await site.put(`/content/${_id}`, { excerpt: 'Open' });
  expect(await found()).toEqual([]);
  await service.startJobs();
  await site.indexed();
  expect(await found()).toEqual([expect.stringMatching(/Open[^]*leaps/)]);
});
