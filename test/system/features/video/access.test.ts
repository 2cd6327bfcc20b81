import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useService, useSiteForEach } from '../../../support/use-service.ts';
import { type User, headersOf } from '../../../features/access/world.ts';
import { fieldOf, grant, put } from '../../../features/asset/uploading.ts';
import { HARBOUR, makeTalk } from './lecture.ts';
import { addVideo, ended, readJob } from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

const service = useService();
const site = useSiteForEach(service);
const folder = useFolder();
const talk = use(
  async () => ({ bytes: await readFile(await makeTalk(folder.path, 'talk.mp4', HARBOUR.slice(0, 1))) }),
  () => {},
);
const PREMIUM: User = { tier: 'premium' };

/** An uploaded video, in a folder of a level or in none; answers its id and key. */
async function uploaded(level: string | null): Promise<{ id: string; key: string; folder: string | null }> {
  const made =
    level === null ? null : await site.create('/assets/folders', { name: level, slug: level, accessLevel: level });
  const target = made ? { folderId: made._id } : {};
  const { key, uploadUrl } = await grant(site, 'talk.mp4', 'video/mp4', target);
  await put(uploadUrl, 'video/mp4', talk.bytes);
  const { data } = await site.graphql<{ assets: { items: { id: string; key: string }[] } }>(
    '{ assets { items { id key } } }',
  );
  const listed = data?.assets.items.find((each) => each.key === key)?.id;
  return { id: listed ?? String(await idAsMember(key)), key, folder: made?._id ?? null };
}

async function idAsMember(key: string): Promise<string | undefined> {
  const headers = { 'x-svc-api-key': site.key, ...(await headersOf(site, PREMIUM)) };
  const query = 'query ($key: ID!) { asset(id: $key) { id } }';
  return (await service.graphql<{ asset: { id: string } }>(query, { key }, headers)).data?.asset.id;
}

async function found(user: User | null): Promise<number> {
  const query = '{ search(input: { query: "ferry" }) { totalResults } }';
  const headers = { 'x-svc-api-key': site.key, ...(user && (await headersOf(site, user))) };
  const { data } = await service.graphql<{ search: { totalResults: number } }>(query, {}, headers);
  return data?.search.totalResults ?? -1;
}

const processed = async (id: string, more: object = {}) =>
  ended(site, await addVideo(site, `https://video.invalid/${id}`, { videoId: id, ...more }));

describe('an uploaded video', needs('ffmpeg'), () => {
  test('in no folder is public, and is found by all', async () => {
    const { id } = await uploaded(null);
    expect(await processed(id)).toMatchObject({ status: 'completed', fileName: 'talk.mp4' });
    expect(await found(null)).toBe(1);
  });

  test('has the level of its folder, and follows it at once when it becomes stricter', async () => {
    const { id, folder: folderId } = await uploaded('authenticated');
    const job = await processed(id);
    expect([await found(null), await found({})]).toEqual([0, 1]);
    expect((await site.get(`/knowledge/video/${job.jobId}`)).status).toBe(401);
    expect((await site.get('/knowledge/video')).body.data).toEqual([]);
    await site.graphql('mutation ($id: ID!) { updateAssetFolder(id: $id, input: { accessLevel: premium }) { id } }', {
      id: folderId,
    });
    expect([await found({}), await found(PREMIUM)]).toEqual([0, 1]);
    expect((await site.get(`/knowledge/video/${job.jobId}`, await headersOf(site, {}))).status).toBe(403);
    expect(await readJob(site, job.jobId)).toMatchObject({ status: 'completed' });
  });

  test('keeps a level of its own, which its file then has too', async () => {
    const { id, key } = await uploaded(null);
    await processed(id, { accessLevel: 'subscription', requiredSubscriptions: ['gold'] });
    expect([await found(null), await found(PREMIUM), await found({ subscriptions: ['gold'] })]).toEqual([0, 0, 1]);
    expect((await fetch(`${service.url}/cdn/${key}`)).status).toBe(404);
  });

  test('goes with its file', async () => {
    const { id, key } = await uploaded(null);
    const { jobId } = await processed(id);
    await site.graphql('mutation ($key: ID!) { deleteAsset(id: $key) { deleted } }', { key });
    expect(await found(null)).toBe(0);
    expect((await site.get(`/knowledge/video/${jobId}`)).status).toBe(404);
  });
});

test('another site sees neither the job nor the text', needs('ffmpeg'), async () => {
  const { id } = await uploaded(null);
  const { jobId } = await processed(id);
  const other = await service.site();
  expect(await other.get(`/knowledge/video/${jobId}`)).toMatchObject({ status: 404, body: { error: 'Job not found' } });
  expect((await other.get('/knowledge/video')).body.data).toEqual([]);
  const { body } = await other.post('/rag/search', { query: 'ferry' });
  expect(body.data).toMatchObject({ totalResults: 0 });
  expect(await fieldOf(other, id, 'id')).toBeUndefined();
});
