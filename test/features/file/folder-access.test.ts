import { expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { upload } from '../asset/uploading.ts';
import { ended, processFile } from './processing.ts';

const service = useOwnService();
const site = useSite(service);

const folder = async (slug: string, accessLevel: string) =>
  (await site.create('/assets/folders', { name: slug, slug, accessLevel }))._id;

const setLevel = (id: string, accessLevel: string) => site.put(`/assets/folders/${id}`, { accessLevel });

/** A document in a folder; answers its key once it is searchable. */
async function documentIn(folderId: string, word: string, more: object = {}): Promise<string> {
  const key = await upload(site, `${word}.txt`, `The ${word} is here.`, { folderId });
  const { body } = await processFile(site, key, `${word}.txt`, more);
  await ended(site, body.data.jobId);
  await site.indexed();
  return key;
}

/** Whether a caller without a token finds it. */
async function isFound(word: string): Promise<boolean> {
  const { body } = await site.post<{ results: unknown[] }>('/rag/search', { query: word });
  return body.data.results.some((hit) => JSON.stringify(hit).includes(word));
}

test('documents have the level of their folder, and of a stricter one immediately', async () => {
  const id = await folder('open', 'public');
  await documentIn(id, 'halyard');
  expect(await isFound('halyard')).toBe(true);
  await setLevel(id, 'premium');
  expect(await isFound('halyard')).toBe(false);
  await site.indexed();
  expect(await isFound('halyard')).toBe(false);
  await setLevel(id, 'public');
  await site.indexed();
  expect(await isFound('halyard')).toBe(true);
});

test('documents of a folder with a wider level are found after they were indexed again', async () => {
  const id = await folder('opening', 'premium');
  await documentIn(id, 'scupper');
  expect(await isFound('scupper')).toBe(false);
  await setLevel(id, 'public');
  await site.indexed();
  expect(await isFound('scupper')).toBe(true);
});

test('a document with a level of its own keeps it when the level of its folder changes', async () => {
  const id = await folder('mixed', 'premium');
  await documentIn(id, 'binnacle', { accessLevel: 'public' });
  await setLevel(id, 'authenticated');
  await site.indexed();
  expect(await isFound('binnacle')).toBe(true);
});

test('a document that is moved into another folder has the level of that folder', async () => {
  const [open, closed] = [await folder('from', 'public'), await folder('to', 'premium')];
  const key = await documentIn(open, 'gunwale');
  const { data } = await site.graphql<{ asset: { id: string } }>('query ($id: ID!) { asset(id: $id) { id } }', {
    id: key,
  });
  const move = 'mutation ($id: ID!, $to: ID) { moveAsset(id: $id, folderId: $to) { folderId } }';
  await site.graphql(move, { id: data?.asset.id, to: closed });
  expect(await isFound('gunwale')).toBe(false);
  await site.graphql(move, { id: data?.asset.id, to: null });
  await site.indexed();
  expect(await isFound('gunwale')).toBe(false);
});

test('what was closed does not open because its folder is deleted', async () => {
  const id = await folder('doomed', 'premium');
  await documentIn(id, 'taffrail');
  await site.delete(`/assets/folders/${id}`);
  await site.indexed();
  expect(await isFound('taffrail')).toBe(false);
});

test('a document that is read later has the level that its folder has then', async () => {
  const id = await folder('late', 'public');
  await service.stopFileJobs();
  const key = await upload(site, 'capstan.txt', 'The capstan is here.', { folderId: id });
  await setLevel(id, 'premium');
  await service.startFileJobs();
  const { body } = await processFile(site, key, 'capstan.txt');
  expect(await ended(site, body.data.jobId)).toMatchObject({ status: 'completed' });
  await site.indexed();
  expect(await isFound('capstan')).toBe(false);
});

/** Resolves once so many requests wait for a lock. Only requests: no job runs meanwhile. */
function waiting(count: number): Promise<void> {
  const { system } = service.app.database;
  const asked = `select pid from pg_stat_activity
    where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`;
  return expect.poll(() => system.rows(asked), { timeout: 10_000 }).toHaveLength(count);
}

test.each(['comes in', 'is asked for'])(
  'a file that %s while the level is changed does not stay under the former one',
  async (how) => {
    const id = await folder(how.replaceAll(' ', '-'), 'public');
    const add = (name: string) => upload(site, name, '<p>The cleat is here.</p>', { folderId: id });
    const page = await add('cleat.html');
    // The jobs of the uploads would wait for the same lock, and be counted as requests.
    await service.stopFileJobs();
    await service.stopJobs();
    let both: Promise<unknown> = Promise.resolve();
    await service.app.database.system.write(async (tx) => {
      // It has its level by now, and is about to be written under it.
      await tx.rows('lock table file in exclusive mode');
      const coming = how === 'comes in' ? add('cleat.txt') : processFile(site, page, 'cleat.html');
      await waiting(1);
      both = Promise.all([coming, setLevel(id, 'premium')]);
      await waiting(2);
    });
    await both;
    const levels = await service.app.database.system.rows(
      `select distinct access_level as level from file where site_id = $1 and name like 'cleat%'`,
      [site.id],
    );
    expect(levels).toEqual([{ level: 'premium' }]);
  },
);

test('a document that leaves while the level of its former folder is changed has the level of the new one', async () => {
  const [from, to] = [await folder('leaving', 'public'), await folder('arriving', 'premium')];
  const keys = await Promise.all(
    Array.from({ length: 8 }, (_, at) =>
      upload(site, `fender${at}.txt`, `The fender${at} is here.`, { folderId: from }),
    ),
  );
  const ids = await Promise.all(
    keys.map(async (id) => {
      const { data } = await site.graphql<{ asset: { id: string } }>('query ($id: ID!) { asset(id: $id) { id } }', {
        id,
      });
      return data?.asset.id;
    }),
  );
  const move = 'mutation ($id: ID!, $to: ID) { moveAsset(id: $id, folderId: $to) { folderId } }';
  await Promise.all([setLevel(from, 'authenticated'), ...ids.map((id) => site.graphql(move, { id, to }))]);
  const levels = await service.app.database.system.rows<{ level: string }>(
    `select distinct access_level as level from file where site_id = $1 and name like 'fender%'`,
    [site.id],
  );
  expect(levels).toEqual([{ level: 'premium' }]);
});
