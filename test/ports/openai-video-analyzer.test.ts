import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operatorFetch } from '../../src/adapters/egress/model-fetch.ts';
import { type AiSdkVideoAnalyzerOptions, openAiSdkVideoAnalyzer } from '../../src/adapters/video-analyzer/ai-sdk.ts';
import { createLocalVideoAnalyzer } from '../../src/adapters/video-analyzer/local.ts';
import type { VideoAnalyzer } from '../../src/ports/video-analyzer.ts';
import { type SentPicture, picturesOf } from '../support/openai-chat.ts';
import { OPENAI_KEY, startOpenAiDouble } from '../support/openai-double.ts';
import { OTHER_KEY, startAnthropicDouble, startGoogleDouble } from '../support/other-models-double.ts';
import { use } from '../support/use.ts';
import { FRACTAL, SLIDE, describeVideoAnalyzer, part, seenIn } from './video-analyzer.contract.ts';

const openai = use(() => startOpenAiDouble());
const others = { anthropic: use(startAnthropicDouble), google: use(startGoogleDouble) };
let analyzer: VideoAnalyzer;

const NOTHING = { description: null, texts: [], techniques: [] };
const textReader = createLocalVideoAnalyzer({
  readPictures: async (jpegs) => jpegs.map(() => ['read by the text recognition']),
  close: async () => {},
});

const open = async (more: Partial<AiSdkVideoAnalyzerOptions> = {}) =>
  openAiSdkVideoAnalyzer({
    provider: 'openai-compatible',
    model: 'minicpm-v:8b',
    baseUrl: openai.url,
    apiKey: OPENAI_KEY,
    openFetch: operatorFetch([]),
    textReader,
    deadlineMs: 5_000,
    ...more,
  });

beforeAll(async () => {
  analyzer = await open();
});
beforeEach(() => {
  openai.forgive();
  openai.requests.length = 0;
  openai.say((_body, pictures) => ({ text: JSON.stringify(seenIn(pictures)) }));
});

describeVideoAnalyzer('an OpenAI-compatible video analyzer', () => analyzer);

const sent = (): SentPicture[] => picturesOf(openai.requests.at(-1)?.body);
const frames = (count: number) => Array.from({ length: count }, (_, at) => ({ time: 60 + at, jpeg: FRACTAL }));

describe('an OpenAI-compatible video analyzer', () => {
  test('names its model, sends the pictures with their times, and reports the tokens', async () => {
    expect(analyzer).toMatchObject({ name: 'openai-compatible/minicpm-v:8b', describes: true });
    const shown = [
      { time: 61.26, jpeg: FRACTAL },
      { time: 75, jpeg: SLIDE },
    ];
    const used: unknown[] = [];
    const analysis = await analyzer.analyze(part({ frames: shown, transcript: 'Now we open the racket face.' }), {
      onUsage: (usage, model) => used.push(usage, model),
    });
    expect(analysis).toMatchObject({
      description: 'A player shows a stroke.',
      techniques: [{ name: 'backhand slice', startTime: 62, endTime: 80 }],
    });
    expect(sent()).toEqual([
      { label: 'At 61.3 seconds:', jpeg: FRACTAL },
      { label: 'At 75 seconds:', jpeg: SLIDE },
    ]);
    const [{ body, authorization } = { body: {}, authorization: '' }, ...more] = openai.requests;
    expect(more).toEqual([]);
    expect(authorization).toBe(`Bearer ${OPENAI_KEY}`);
    expect(body).toMatchObject({ model: 'minicpm-v:8b', response_format: { type: 'json_schema' } });
    expect(JSON.stringify(body)).toContain('Now we open the racket face.');
    expect(used).toEqual([{ inputTokens: 11, outputTokens: expect.any(Number) }, 'minicpm-v:8b']);
  });

  test('tokens that a server does not count are estimated, with those of the pictures', async () => {
    openai.say((_body, pictures) => ({ text: JSON.stringify(seenIn(pictures)), hasUsage: false }));
    const inputs: number[] = [];
    const onUsage = ({ inputTokens }: { inputTokens: number }) => void inputs.push(inputTokens);
    for (const count of [1, 2]) await analyzer.analyze(part({ frames: frames(count) }), { onUsage });
    expect(inputs[0]).toBeGreaterThan(1_000);
    expect((inputs[1] ?? 0) - (inputs[0] ?? 0)).toBe(1_000);
  });

  test('a small context holds fewer and smaller pictures, and a shorter transcript', async () => {
    const small = await open({ capabilities: { contextTokens: 4_096 } });
    const large = await open({ capabilities: { contextTokens: 32_768 } });
    expect([small.maxFrames, small.maxSide]).toEqual([2, 768]);
    expect([large.maxFrames, large.maxSide]).toEqual([8, 1_024]);
    await small.analyze(part({ frames: frames(8), transcript: 'word '.repeat(4_000) }));
    expect(sent().map(({ label }) => label)).toEqual(['At 60 seconds:', 'At 64 seconds:']);
    expect(JSON.stringify(openai.requests.at(-1)?.body).match(/word /g)?.length).toBeLessThan(300);
    expect(openai.requests.at(-1)?.body['max_tokens']).toBe(1_024);
  });

  test('a model that is known to take one picture at a time gets one', async () => {
    const one = await open({ model: 'llava:13b' });
    expect(one.maxFrames).toBe(1);
    await one.analyze(part({ frames: frames(3) }));
    expect(sent()).toHaveLength(1);
    expect(await open({ model: 'llava:13b', capabilities: { images: 4 } })).toMatchObject({ maxFrames: 4 });
  });

  test.each(['anthropic', 'google'] as const)('%s gets the pictures in its own protocol', async (provider) => {
    const double = others[provider];
    const asked = await open({ provider, model: 'large', baseUrl: double.url, apiKey: OTHER_KEY });
    double.say({ text: JSON.stringify({ description: 'A stroke.', texts: [], techniques: [] }) });
    expect(await asked.analyze(part({}))).toEqual({ ...NOTHING, description: 'A stroke.' });
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain(SLIDE.toString('base64'));
    expect(JSON.stringify(double.requests.at(-1)?.body)).toContain('image/jpeg');
  });
});

describe('a server that takes no pictures', () => {
  test.each([
    [400, 'this model does not support image input (ref: 1)'],
    [400, 'Invalid content type. image_url is only supported by certain models.'],
    [400, 'Error: Model does not support images. Please use a model that does.'],
    [400, 'At most 0 image(s) may be provided in one prompt.'],
    [400, 'some/model is not a multimodal model'],
    [404, 'No endpoints found that support image input'],
    [500, 'image input is not supported - hint: you may need to provide the mmproj'],
  ])('(%i %s) is asked no more: the text in the pictures is read', async (status, message) => {
    const limits: number[] = [];
    const asked = await open({ onLimit: (images) => limits.push(images) });
    openai.fail(...Array.from({ length: 6 }, () => ({ kind: 'status' as const, status, message, retryAfter: '0' })));
    const read = { ...NOTHING, texts: [{ time: 70, text: 'read by the text recognition' }] };
    expect(await asked.analyze(part({}))).toEqual(read);
    expect(asked).toMatchObject({ describes: false, maxFrames: textReader.maxFrames, maxSide: textReader.maxSide });
    const requests = openai.requests.length;
    expect(await asked.analyze(part({}))).toEqual(read);
    expect(openai.requests).toHaveLength(requests);
    expect(limits).toEqual([0]);
  });

  test.each([
    ['At most 1 image(s) may be provided in one request.', 1],
    ['vision model only supports a single image per message', 1],
    ['You set or defaulted to 4 images in the limit', 4],
    ['Too many images provided. This model supports up to 5 images', 5],
  ])('at a time (%s) is asked again with %i, and gets no more from then on', async (message, count) => {
    const asked = await open({ capabilities: { contextTokens: 32_768 } });
    openai.fail({ kind: 'status', status: 400, message }, { kind: 'status', status: 400, message });
    expect(await asked.analyze(part({ frames: frames(8) }))).toMatchObject({ description: 'A player shows a stroke.' });
    expect(sent()).toHaveLength(count);
    expect(asked).toMatchObject({ describes: true, maxFrames: count });
    await asked.analyze(part({ frames: frames(8) }));
    expect(sent()).toHaveLength(count);
  });

  test.each(['The image is damaged', `Bad: ${'the question is repeated '.repeat(20)} does not support images`])(
    'is not one that rejects a picture for another reason: %s',
    async (message) => {
      openai.fail({ kind: 'status', status: 400, message }, { kind: 'status', status: 400, message });
      await expect(analyzer.analyze(part({}))).rejects.toMatchObject({ name: 'ServiceError', code: 'BAD_REQUEST' });
      // Once in the format of the schema, once without.
      expect(openai.requests).toHaveLength(2);
      expect(analyzer.describes).toBe(true);
      expect(await analyzer.analyze(part({}))).toMatchObject({ description: 'A player shows a stroke.' });
    },
  );
});
