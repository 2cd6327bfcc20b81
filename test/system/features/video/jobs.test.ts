import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { TestSite } from '../../../support/site.ts';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useOwnService, useSiteForEach } from '../../../support/use-service.ts';
import { HARBOUR, makeTalk } from './lecture.ts';
import { startVideoServer } from './video-server.ts';
import { addVideo, ended, readJob, search, until } from '../../../features/video/videos.ts';
import { hasProgram, needs } from '../../../support/needs.ts';

const folder = useFolder();
const host = use(async () => {
  // The last tests of this file run without ffmpeg, too.
  if (hasProgram('ffmpeg')) await makeTalk(folder.path, 'talk.mp4', HARBOUR.slice(0, 1));
  await writeFile(join(folder.path, 'page.mp4'), '<!doctype html><title>Player</title>');
  return startVideoServer(folder.path);
});
const service = useOwnService(() => ({ OUTBOUND_ALLOW_HOSTS: host.host }));
const site = useSiteForEach(service);

async function change(of: TestSite, mutation: string, id: string) {
  const { data, errors } = await of.graphql<Record<string, { state: string; message: string }>>(
    `mutation ($id: ID!) { ${mutation}(id: $id) { state message } }`,
    { id },
  );
  return data?.[mutation] ?? errors?.[0]?.extensions['code'];
}

async function deleteVideo(of: TestSite, id: string) {
  const { data, errors } = await of.graphql<{ deleteVideo: { id: string; deleted: boolean } }>(
    'mutation ($id: ID!) { deleteVideo(id: $id) { id deleted } }',
    { id },
  );
  return data?.deleteVideo ?? errors?.[0]?.extensions['code'];
}

describe('cancelVideoProcessing', needs('ffmpeg'), () => {
  test('stops a job that fetches within seconds; retried, it is completed', async () => {
    const [url, name] = [host.urlOf('cancelled.mp4'), 'cancelled.mp4'];
    await makeTalk(folder.path, name, HARBOUR.slice(0, 1));
    host.stalled.add(name);
    const id = await addVideo(site, url);
    await until(site, id, ({ status }) => status === 'uploading');
    expect(await change(site, 'cancelVideoProcessing', id)).toEqual({
      state: 'cancelled',
      message: 'Processing was cancelled',
    });
    expect(await readJob(site, id)).toMatchObject({
      status: 'failed',
      stage: 'Cancelled',
      error: { code: 'CANCELLED' },
    });
    // The worker stops: its slot takes the next video of the site.
    const begun = performance.now();
    const next = await addVideo(site, host.urlOf('talk.mp4'));
    await until(site, next, ({ status }) => status !== 'queued');
    expect(performance.now() - begun).toBeLessThan(5_000);
    host.stalled.delete(name);
    expect(await change(site, 'retryVideoProcessing', id)).toMatchObject({ state: 'queued' });
    expect(await ended(site, id)).toMatchObject({ jobId: id, status: 'completed', result: { totalSegments: 1 } });
    expect(await change(site, 'cancelVideoProcessing', id)).toBe('CONFLICT');
    expect(await change(site, 'retryVideoProcessing', id)).toBe('CONFLICT');
  });
});

describe('a job that a worker has claimed and not begun', needs('ffmpeg'), () => {
  test('is queued in every field, stuck once the worker sends no heartbeat, and completed by the next', async () => {
    const { database, features } = service.app;
    await service.stopVideoJobs();
    const id = await addVideo(site, host.urlOf('talk.mp4'));
    const [claimed] = await features.jobs.claim(1, ['process-video']);
    const state = async () => {
      const query = `{ videoJob(id: "${id}") { status state stage message } }`;
      return (await site.graphql<{ videoJob: unknown }>(query)).data?.videoJob;
    };
    expect(await state()).toEqual({
      status: 'queued',
      state: 'queued',
      stage: 'Waiting to start',
      message: 'The video is queued for processing',
    });
    await database.system.rows(`update job set leased_until = now() - interval '1 second' where id = $1`, [
      claimed?.id,
    ]);
    expect(await state()).toMatchObject({ state: 'stuck' });
    await service.startVideoJobs();
    expect(await ended(site, id)).toMatchObject({ status: 'completed' });
  });
});

describe('deleteVideo', needs('ffmpeg'), () => {
  test('no search finds it afterwards, and its jobs are deleted', async () => {
    const id = await addVideo(site, host.urlOf('talk.mp4'));
    await ended(site, id);
    const [found] = await search(site, 'ferry');
    expect(found).toMatchObject({ source: 'video' });
    expect(await deleteVideo(site, id)).toBe('NOT_FOUND');
    const sourceId = found?.sourceId ?? '';
    expect(await deleteVideo(site, sourceId)).toEqual({ id: sourceId, deleted: true });
    expect(await search(site, 'ferry')).toEqual([]);
    expect(await site.get(`/knowledge/video/${id}`)).toMatchObject({ status: 404, body: { error: 'Job not found' } });
    expect((await site.get('/rag/documents')).body.data).toEqual([]);
    expect(await deleteVideo(site, sourceId)).toBe('NOT_FOUND');
  });

  test('while it is being processed: it stays deleted', async () => {
    await makeTalk(folder.path, 'leaving.mp4', HARBOUR.slice(0, 1));
    host.stalled.add('leaving.mp4');
    const id = await addVideo(site, host.urlOf('leaving.mp4'));
    const { sourceId } = await until(site, id, ({ status }) => status === 'uploading');
    expect(await deleteVideo(site, sourceId)).toEqual({ id: sourceId, deleted: true });
    await site.indexed();
    expect((await site.get('/knowledge/video')).body.data).toEqual([]);
    expect((await site.get('/rag/documents')).body.data).toEqual([]);
  });
});

describe('a video that cannot be processed', needs('ffmpeg'), () => {
  test('ends as failed with the reason, and succeeds once it is replaced', async () => {
    const id = await addVideo(site, host.urlOf('page.mp4'));
    const failed = await ended(site, id);
    expect(failed).toMatchObject({
      status: 'failed',
      stage: 'Failed',
      error: { code: 'NOT_A_VIDEO', message: expect.any(String) },
    });
    expect(failed).not.toHaveProperty('result');
    expect((await site.get('/rag/documents')).body.data).toMatchObject([{ status: 'failed', chunks: 0 }]);
    await makeTalk(folder.path, 'page.mp4', HARBOUR.slice(0, 1));
    await change(site, 'retryVideoProcessing', id);
    expect(await ended(site, id)).toMatchObject({ status: 'completed' });
    expect(await search(site, 'ferry')).toHaveLength(1);
  });
});

describe('without the programs that read videos', () => {
  const bare = useOwnService(() => ({ OUTBOUND_ALLOW_HOSTS: host.host, FFMPEG_PATH: '/nowhere/ffmpeg' }));
  const poor = useSiteForEach(bare);

  test('a job fails with what to install, and everything else works', async () => {
    const job = await ended(poor, await addVideo(poor, 'https://video.invalid/a.mp4'));
    expect(job).toMatchObject({ status: 'failed', error: { code: 'TOOLS_MISSING' } });
    expect(job.error?.message).toMatch(/ffmpeg/i);
    await poor.create('/knowledge/documents', { title: 'Ferry', content: 'The ferry is late.' });
    await poor.indexed();
    expect(await search(poor, 'ferry')).toHaveLength(1);
  });
});

test('videos of one site wait for each other, and not for those of another', needs('ffmpeg'), async () => {
  const other = await service.site();
  for (const name of ['slow1.mp4', 'slow2.mp4']) {
    await makeTalk(folder.path, name, HARBOUR.slice(0, 1));
    host.stalled.add(name);
  }
  const [first, second] = [
    await addVideo(site, host.urlOf('slow1.mp4')),
    await addVideo(site, host.urlOf('slow2.mp4')),
  ];
  await until(site, first, ({ status }) => status === 'uploading');
  expect(await ended(other, await addVideo(other, host.urlOf('talk.mp4')))).toMatchObject({ status: 'completed' });
  expect(await readJob(site, second)).toMatchObject({ status: 'queued', stage: 'Waiting to start', progress: 0 });
  await change(site, 'cancelVideoProcessing', second);
  await change(site, 'cancelVideoProcessing', first);
});
