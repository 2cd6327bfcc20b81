import { beforeAll, describe, expect, test } from 'vitest';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { fieldOf, grant, put, upload } from '../asset/uploading.ts';
import { addVideo, postVideo } from './videos.ts';

const service = useOwnService();
const site = useSite(service);
/** The start of an MP4 file, which is what an upload is judged by. */
const MP4 = Buffer.from('AAAAIGZ0eXBpc29tAAACAGlzb21pc28yYXZjMW1wNDE=', 'base64');
const URL = 'https://video.invalid/lesson%20one.mp4';

interface Job {
  id: string;
  sourceId: string;
  videoUrl: string;
  videoId: string | null;
  fileName: string;
  title: string;
}

// What is added here is not processed.
beforeAll(() => service.stopVideoJobs());

async function jobOf(id: string): Promise<Job | undefined> {
  const { data } = await site.graphql<{ videoJob: Job }>(
    'query ($id: ID!) { videoJob(id: $id) { id sourceId videoUrl videoId fileName title } }',
    { id },
  );
  return data?.videoJob;
}

async function uploadVideo(name: string): Promise<{ id: string; key: string; url: string }> {
  const { key, uploadUrl } = await grant(site, name, 'video/mp4');
  await put(uploadUrl, 'video/mp4', MP4);
  const [id, url] = [String(await fieldOf(site, key, 'id')), String(await fieldOf(site, key, 'url'))];
  return { id, key, url };
}

describe('what a video is called', () => {
  test('is the last part of its URL, and its title is that without the extension', async () => {
    expect(await jobOf(await addVideo(site, URL))).toMatchObject({
      videoUrl: URL,
      videoId: null,
      fileName: 'lesson one.mp4',
      title: 'lesson one',
    });
  });

  test('is what the caller says, where it says something', async () => {
    const { data } = await site.graphql<{ addVideo: Job }>(
      `mutation { addVideo(input: { videoUrl: "https://video.invalid/a", fileName: "A.mp4", title: "Lesson A" }) { fileName title } }`,
    );
    expect(data?.addVideo).toEqual({ fileName: 'A.mp4', title: 'Lesson A' });
  });
});

describe('the same video', () => {
  test('keeps its job while it is processed, whatever the fragment of its URL', async () => {
    const first = await addVideo(site, 'https://video.invalid/same.mp4');
    expect(await addVideo(site, 'https://video.invalid/same.mp4#t=20')).toBe(first);
    expect(await addVideo(site, 'https://video.invalid/same.mp4?other')).not.toBe(first);
  });

  test('added twice at once becomes one video with one job', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, () => addVideo(site, 'https://video.invalid/once.mp4')));
    expect(new Set(ids).size).toBe(1);
  });

  test('is known by its file, and by the URL of its file', async () => {
    const { id, url } = await uploadVideo('lesson.mp4');
    const byFile = await addVideo(site, 'https://video.invalid/player?lesson', { videoId: id });
    expect(await jobOf(byFile)).toMatchObject({ videoId: id, fileName: 'lesson.mp4', title: 'lesson' });
    expect(await addVideo(site, `${url}?expires=1&signature=x`)).toBe(byFile);
  });

  test('gets a file that is named later', async () => {
    const { id } = await uploadVideo('later.mp4');
    const job = await addVideo(site, 'https://video.invalid/later.mp4');
    expect(await addVideo(site, 'https://video.invalid/later.mp4', { videoId: id })).toBe(job);
    expect(await jobOf(job)).toMatchObject({ videoId: id });
  });
});

describe('rejected at the door', () => {
  const refused = async (videoUrl: unknown, more: object = {}) => {
    const { status, body } = await site.post('/knowledge/video', { videoUrl, ...more });
    return { status, error: body.error };
  };

  test.each([
    [undefined, 'videoUrl is required'],
    ['', 'videoUrl is required'],
    ['lesson.mp4', 'videoUrl must be a URL that starts with http:// or https://'],
    ['file:///etc/passwd', 'videoUrl must be a URL that starts with http:// or https://'],
    ['http://127.0.0.1/a.mp4', expect.stringMatching(/^videoUrl must /)],
    ['https://user:secret@video.invalid/a.mp4', expect.stringMatching(/^videoUrl must /)],
  ])('videoUrl %s', async (videoUrl, error) => {
    expect(await refused(videoUrl)).toEqual({ status: 400, error });
  });

  test.each([
    [{ videoId: 'unknown' }, 'videoId must be the id of an uploaded file'],
    [{ analysisConfig: { segmentDuration: 5 } }, 'analysisConfig.segmentDuration must be a number from 10 to 600'],
    [{ duration: -1 }, 'duration must be a number from 0 to 43200'],
    [{ accessLevel: 'subscription' }, expect.stringMatching(/^requiredSubscriptions /)],
  ])('%j', async (more, error) => {
    expect(await refused(URL, more)).toEqual({ status: 400, error });
  });

  test('a file that is no video, and one of another site', async () => {
    const text = await fieldOf(site, await upload(site, 'a.txt', 'Text'), 'id');
    expect(await refused(URL, { videoId: text })).toEqual({ status: 400, error: 'videoId must be a video file' });
    const other = await service.site();
    const foreign = await fieldOf(other, await upload(other, 'a.txt', 'Text'), 'id');
    const error = 'videoId must be the id of an uploaded file';
    expect(await refused(URL, { videoId: foreign })).toEqual({ status: 400, error });
  });

  test('a URL of a file that does not exist, and of another file than videoId', async () => {
    const [one, other] = [await uploadVideo('one.mp4'), await uploadVideo('other.mp4')];
    expect(await refused(one.url, { videoId: other.id })).toEqual({
      status: 400,
      error: 'videoId must be the file at videoUrl',
    });
    const missing = one.url.replace('one.mp4', 'none.mp4');
    expect(await refused(missing)).toEqual({ status: 400, error: 'videoUrl must be a URL of an existing file' });
  });

  test('a URL and a file of two videos', async () => {
    const { id } = await uploadVideo('taken.mp4');
    await addVideo(site, 'https://video.invalid/taken.mp4', { videoId: id });
    await addVideo(site, 'https://video.invalid/free.mp4');
    expect(await refused('https://video.invalid/free.mp4', { videoId: id })).toEqual({
      status: 409,
      error: 'videoUrl and videoId belong to different videos',
    });
  });
});

describe('GET /knowledge/video', () => {
  test('lists the newest 20 jobs, up to 100, by status', async () => {
    const mine = await service.site();
    const ids: string[] = [];
    for (let at = 0; at < 23; at++) ids.push(await addVideo(mine, `https://video.invalid/${at}.mp4`));
    const list = async (query = '') => {
      const { body } = await mine.get<{ jobId: string; status: string }[]>(`/knowledge/video${query}`);
      return body.data.map(({ jobId }) => jobId);
    };
    expect(await list()).toEqual(ids.toReversed().slice(0, 20));
    expect(await list('?limit=2')).toEqual([ids[22], ids[21]]);
    expect(await list('?limit=1000')).toHaveLength(23);
    await mine.graphql('mutation ($id: ID!) { cancelVideoProcessing(id: $id) { id } }', { id: ids[4] });
    expect(await list('?status=failed')).toEqual([ids[4]]);
    expect(await list('?status=queued&limit=100')).toHaveLength(22);
    for (const status of ['uploading', 'processing', 'completed']) expect(await list(`?status=${status}`)).toEqual([]);
    expect(await mine.get('/knowledge/video?status=done')).toMatchObject({ status: 400 });
    const other = await service.site();
    expect((await other.get('/knowledge/video')).body.data).toEqual([]);
    expect((await postVideo(other, 'https://video.invalid/0.mp4')).body.data.jobId).not.toBe(ids[0]);
  });
});
