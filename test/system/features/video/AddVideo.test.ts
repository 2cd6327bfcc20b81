import { readdir } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { useOwnService, useSite } from '../../../support/use-service.ts';
import { HARBOUR, makeLecture, makeTalk } from './lecture.ts';
import { startVideoServer } from './video-server.ts';
import {
  type JobChange,
  type VideoJob,
  addVideo,
  changes,
  ended,
  postVideo,
  readJob,
  search,
} from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

const folder = useFolder();
const host = use(async () => {
  await makeLecture(folder.path, 'harbour.mp4');
  await makeTalk(folder.path, 'talk.mp4', HARBOUR.slice(0, 1));
  return startVideoServer(folder.path);
});
const service = useOwnService(() => ({ OUTBOUND_ALLOW_HOSTS: host.host }));
const site = useSite(service);
const SEGMENTS = { analysisConfig: { segmentDuration: 15 } };

describe('a video by its URL', needs('ffmpeg'), () => {
  const seen: JobChange[] = [];
  let job: VideoJob;

  beforeAll(async () => {
    const { body } = await postVideo(site, host.urlOf('harbour.mp4'), SEGMENTS);
    const jobId: unknown = expect.any(String);
    // A runner may have begun its work by the time of the answer.
    expect(body.data).toEqual(
      body.data.status === 'queued'
        ? { jobId, status: 'queued', stage: 'Waiting to start', message: 'The video is queued for processing' }
        : { jobId, status: 'uploading', stage: 'Fetching the video', message: 'The video is being processed' },
    );
    for await (const change of changes(site, body.data.jobId)) seen.push(change);
    job = await readJob(site, body.data.jobId);
  }, 90_000);

  test('ends as a job with its result', () => {
    expect(job).toEqual({
      jobId: expect.any(String),
      fileName: 'harbour.mp4',
      status: 'completed',
      progress: 100,
      stage: 'Completed',
      result: {
        totalSegments: 3,
        techniques: [],
        language: 'en',
        duration: expect.closeTo(45, 0),
        skipped: ['descriptions', 'techniques'].map((what) => ({
          what,
          reason: 'No model that describes pictures is configured',
        })),
      },
      createdAt: expect.any(String),
      completedAt: expect.any(String),
    });
  });

  test('goes through the stages in their order, with a progress that never decreases', () => {
    const order = ['queued', 'uploading', 'processing', 'completed'];
    const steps = ['upload', 'segmentation', 'analysis', 'transcription', 'embedding', 'indexing'];
    const ascending = (values: number[]) => expect(values).toEqual(values.toSorted((one, other) => one - other));
    ascending(seen.map(({ status }) => order.indexOf(status)));
    ascending(seen.map(({ step }) => steps.indexOf(step)));
    ascending(seen.map(({ progress }) => progress));
    // Changes that follow each other closely are sent as one.
    expect(seen.map(({ stage }) => stage)).toContainEqual(
      expect.stringMatching(/^(Analysing|Transcribing): [0-3] of 3 segments$/),
    );
    expect(seen.at(-1)).toMatchObject({ status: 'completed', progress: 100 });
  });

  test.each([
    ['anchor chain', 'heavy chain', 17, 26],
    ['TIMETABLE', 'ferry leaves at dawn', 2, 11],
    ['lighthouse lens', 'lens bundles', 32, 41],
  ])('%s is found in its segment, at the second where it is said', async (query, text, startTime, endTime) => {
    const [best] = await search(site, query);
    expect(best).toMatchObject({ source: 'video', title: 'harbour', content: expect.stringContaining(text) });
    expect(Math.abs((best?.startTime ?? -100) - startTime)).toBeLessThanOrEqual(2);
    expect(Math.abs((best?.endTime ?? -100) - endTime)).toBeLessThanOrEqual(2);
    // No passage has text of two segments.
    for (const { content } of await search(site, 'anchor ferry lighthouse')) {
      const words = ['anchor', 'ferry', 'lighthouse'].filter((word) => content.toLowerCase().includes(word));
      expect(words).toHaveLength(1);
    }
  });

  test('stands among the sources, and leaves no files behind', async () => {
    const { body } =
      await site.get<{ fileName: string; fileType: string; status: string; chunks: number }[]>('/rag/documents');
    expect(body.data).toMatchObject([{ fileName: 'harbour.mp4', fileType: 'video', status: 'completed', chunks: 3 }]);
    expect(await readdir(`${service.dataDir}/videos`)).toEqual([]);
  });
});

test(
  'the same URL again processes the same video again, and searches find what it has now',
  needs('ffmpeg'),
  async () => {
    const mine = await service.site();
    const url = host.urlOf('changing.mp4');
    const processed = async () => ended(mine, await addVideo(mine, url, SEGMENTS));
    await makeTalk(folder.path, 'changing.mp4', HARBOUR.slice(0, 1));
    const first = await processed();
    const [before] = await search(mine, 'ferry');
    await makeTalk(folder.path, 'changing.mp4', HARBOUR.slice(1, 2));
    const second = await processed();
    expect(second).toMatchObject({ status: 'completed', result: { totalSegments: 1 } });
    expect(second.jobId).not.toBe(first.jobId);
    const after = await search(mine, 'ferry anchor');
    expect(after).toMatchObject([{ sourceId: before?.sourceId, content: expect.stringContaining('anchor') }]);
    expect((await readJob(mine, first.jobId)).status).toBe('completed');
  },
);

test('without extractAudio nothing is transcribed, and the result says so', needs('ffmpeg'), async () => {
  const mine = await service.site();
  const analysisConfig = { extractAudio: false, detectTechniques: false };
  const job = await ended(mine, await addVideo(mine, host.urlOf('talk.mp4'), { analysisConfig }));
  expect(job).toMatchObject({ status: 'completed', result: { totalSegments: 1, techniques: [] } });
  expect(job.result?.skipped).toEqual([
    { what: 'descriptions', reason: 'No model that describes pictures is configured' },
    { what: 'transcription', reason: 'extractAudio is false' },
  ]);
  expect(await search(mine, 'ferry')).toEqual([]);
});
