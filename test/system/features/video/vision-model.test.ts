import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import type { SentPicture } from '../../../support/openai-chat.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../../../support/openai-double.ts';
import { ffmpeg, useFolder } from '../../support/make-video.ts';
import { use } from '../../../support/use.ts';
import { startObserved } from '../../../telemetry/observed-service.ts';
import { startVideoServer } from './video-server.ts';
import { type VideoJob, addVideo, ended, search } from '../../../features/video/videos.ts';
import { needs } from '../../../support/needs.ts';

const RED = 'A kite is pulled along the beach by a strong wind.';
const BLUE = 'A whale dives below the surface of deep water.';

const folder = useFolder();
/** 15 seconds of red and 15 of blue, silent and without subtitles. */
const host = use(async () => {
  const scenes = ['red', 'blue'].map((colour) => `-f lavfi -i color=c=${colour}:r=10:s=320x180:d=15`);
  await ffmpeg(
    folder.path,
    `${scenes.join(' ')} -filter_complex [0:v][1:v]concat=n=2:v=1,format=yuv420p[v]
     -map [v] -c:v libx264 -preset ultrafast colours.mp4`,
  );
  return startVideoServer(folder.path);
});
const openai = use(() => startOpenAiDouble());
const observed = use(() =>
  startObserved({
    VISION_MODEL: 'openai-compatible:qwen2.5vl:7b',
    VISION_BASE_URL: openai.url,
    VISION_API_KEY: OPENAI_KEY,
    VISION_CAPABILITIES: 'images=3,context=32768',
    MODEL_PRICES: 'qwen2.5vl:7b=1/0',
    OUTBOUND_ALLOW_HOSTS: host.host,
  }),
);
const site = use(() => observed.service.site());

const videoModel = async () =>
  (await site.graphql<{ videoModel: object }>('{ videoModel { name images maxPictures } }')).data?.videoModel;

const messages = () => observed.logged().map(({ message }) => message);

const process = async (): Promise<VideoJob> =>
  ended(site, await addVideo(site, host.urlOf('colours.mp4'), { analysisConfig: { segmentDuration: 15 } }));

/** By what the pictures show, as a model with eyes would. */
async function describePictures(pictures: readonly SentPicture[]): Promise<string> {
  const { dominant } = await sharp(pictures[0]?.jpeg).stats();
  const description = dominant.r > dominant.b ? RED : BLUE;
  return JSON.stringify({ description, texts: [], techniques: [] });
}

describe('a video, with a model for pictures of any provider', needs('ffmpeg'), () => {
  let job: VideoJob;
  const seen: (readonly SentPicture[])[] = [];

  beforeAll(async () => {
    openai.say(async (_body, pictures) => {
      seen.push(pictures);
      return { text: await describePictures(pictures) };
    });
    job = await process();
  }, 90_000);

  test('is described from its pictures, as many as the model takes', async () => {
    expect(job).toMatchObject({ status: 'completed', result: { totalSegments: 2 } });
    expect(job.result?.skipped.map(({ what }) => what)).toEqual(['transcription']);
    expect(seen).toHaveLength(2);
    for (const pictures of seen) expect(pictures.length).toBeLessThanOrEqual(3);
    expect(openai.requests.map(({ body }) => body['model'])).toEqual(['qwen2.5vl:7b', 'qwen2.5vl:7b']);
  });

  test.each([
    ['kite on a beach', RED, 0],
    ['whale in deep water', BLUE, 15],
  ])('is found by what its pictures show, where they show it: %s', async (query, description, from) => {
    const [best] = await search(site, query);
    expect(best?.content).toContain(description);
    expect(Math.abs((best?.startTime ?? -100) - from)).toBeLessThanOrEqual(1);
  });

  test('has its tokens counted by the name of the model, with its price and without a chat turn', async () => {
    const { data } = await site.graphql('{ modelUsage { model turns inputTokens outputTokens cost } }');
    const outputTokens = expect.any(Number) as number;
    expect(data).toEqual({
      modelUsage: [{ model: 'qwen2.5vl:7b', turns: 0, inputTokens: 22, outputTokens, cost: 22 / 1e6 }],
    });
  });

  test('videoModel and the log of the start have what the model can do', async () => {
    const shown = 'is shown up to 3 pictures of a part of a video';
    expect(messages()).toContain(`the vision model qwen2.5vl:7b ${shown} (VISION_CAPABILITIES)`);
    const about = { name: 'openai-compatible/qwen2.5vl:7b', images: true, maxPictures: 3 };
    expect(await videoModel()).toEqual(about);
  });

  test('its calls are in the telemetry under its provider', async () => {
    const name = 'analyze_video openai-compatible/qwen2.5vl:7b';
    const span = await observed.told(({ spans }) => spans.find((each) => each.name === name));
    expect(span.attributes).toMatchObject({
      'gen_ai.provider.name': 'openai-compatible',
      'gen_ai.usage.input_tokens': 11,
    });
    expect(JSON.stringify(span)).not.toContain('kite');
  });

  test('a picture that the model rejects is left out, and the job says why', async () => {
    openai.fail(...Array.from({ length: 2 }, () => ({ kind: 'status' as const, status: 400, message: 'unsafe' })));
    const { status, result } = await process();
    expect(status).toBe('completed');
    expect(result?.skipped).toContainEqual({
      what: 'analysis',
      reason: '1 of 2 segments: The model service rejected the request with status 400',
    });
  });

  test('has no descriptions if the server takes no pictures, and job, videoModel and log say so', async () => {
    const none = { kind: 'status' as const, status: 400, message: 'this model does not support image input' };
    openai.fail(none, none);
    const { status, result } = await process();
    expect(status).toBe('completed');
    expect(result?.skipped.map(({ what }) => what)).toEqual(['descriptions', 'techniques', 'transcription']);
    expect(await videoModel()).toMatchObject({ name: 'openai-compatible/qwen2.5vl:7b', images: false });
    const server = 'the server of the vision model qwen2.5vl:7b';
    expect(messages()).toContain(`${server} takes no pictures: only their text is read`);
  });
});
