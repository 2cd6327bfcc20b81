import { beforeAll, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { fixtureBytes } from '../../support/document-samples.ts';
import { upload } from '../asset/uploading.ts';
import { ended, processFile } from './processing.ts';

const service = useOwnService();
const site = useSite(service);
const ids: Record<'completed' | 'failed' | 'cancelled' | 'queued', string> = {
  completed: '',
  failed: '',
  cancelled: '',
  queued: '',
};

beforeAll(async () => {
  const start = async (name: string, bytes: string | Buffer) => {
    const { body } = await processFile(site, await upload(site, name, bytes), name);
    return body.data.jobId;
  };
  ids.completed = await start('good.html', '<p>Good.</p>');
  await ended(site, ids.completed);
  ids.failed = await start('locked.pdf', fixtureBytes('locked.pdf'));
  await ended(site, ids.failed);
  await service.stopFileJobs();
  ids.cancelled = await start('cancelled.html', '<p>Cancelled.</p>');
  await site.graphql('mutation ($id: ID!) { cancelFileProcessing(id: $id) { id } }', { id: ids.cancelled });
  ids.queued = await start('queued.html', '<p>Queued.</p>');
});

interface JobPage {
  items: { id: string; status: string; state: string }[];
  total: number;
  hasMore: boolean;
  endCursor: string;
}

async function list(args: string, from = site): Promise<JobPage> {
  const query = `{ fileProcessingJobs${args} { items { id status state } total hasMore endCursor } }`;
  const { data, errors } = await from.graphql<{ fileProcessingJobs: JobPage }>(query);
  if (!data?.fileProcessingJobs) throw new Error(JSON.stringify(errors));
  return data.fileProcessingJobs;
}

const idsOf = ({ items }: JobPage) => items.map(({ id }) => id);

test('lists the jobs of the site, newest first, as each reads by itself', async () => {
  const page = await list('');
  expect(idsOf(page)).toEqual([ids.queued, ids.cancelled, ids.failed, ids.completed]);
  expect(page).toMatchObject({ total: 4, hasMore: false });
  expect(page.items.map(({ state }) => state)).toEqual(['queued', 'cancelled', 'failed', 'completed']);
});

test.each([
  ['queued', ['queued']],
  ['failed', ['cancelled', 'failed']],
  ['completed', ['completed']],
  ['processing', []],
] as const)('only those that are %s', async (status, expected) => {
  const page = await list(`(filter: { status: ${status} })`);
  expect(idsOf(page)).toEqual(expected.map((name) => ids[name]));
  expect(page.total).toBe(expected.length);
});

test('page by page, by offset and by cursor', async () => {
  const first = await list('(page: { limit: 3 })');
  expect([idsOf(first).length, first.hasMore]).toEqual([3, true]);
  expect(idsOf(await list('(page: { limit: 3, offset: 3 })'))).toEqual([ids.completed]);
  expect(idsOf(await list(`(page: { limit: 3, after: "${first.endCursor}" })`))).toEqual([ids.completed]);
});

test('another site sees none of them', async () => {
  expect(await list('', await service.site('Other'))).toMatchObject({ items: [], total: 0 });
});
