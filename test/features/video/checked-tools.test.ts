import { describe, expect, test } from 'vitest';
import { createLocalTranscriber } from '../../../src/adapters/transcriber/local.ts';
import { createLocalVideoAnalyzer } from '../../../src/adapters/video-analyzer/local.ts';
import { FfmpegTools } from '../../../src/adapters/media-tools/ffmpeg.ts';
import { checkedTools } from '../../../src/features/video/processing/checked-tools.ts';
import type { VideoTools } from '../../../src/features/video/processing/video-work.ts';

const RANGE = { startTime: 0, endTime: 10 };
const FACTS = { duration: 10, video: null, audio: { codec: 'aac', language: 'en' }, subtitles: [] };
const ANALYSIS = { description: null, texts: [], techniques: [] };
const TRANSCRIPT = { cues: [{ ...RANGE, text: 'Words' }], language: null, origin: 'subtitles', note: null };
const RECORDING = { language: null, hasSound: true } as never;
const REQUEST = { frames: [], ...RANGE, instructions: null, detectTechniques: true, transcript: null };

/** How each method is called. */
const CALLS: Record<string, (tools: VideoTools, signal: AbortSignal) => Promise<unknown>> = {
  probe: ({ media }, signal) => media.probe('file', { signal }),
  sceneChanges: ({ media }, signal) => media.sceneChanges('file', { signal }),
  pauses: ({ media }, signal) => media.pauses('file', { signal }),
  frame: ({ media }, signal) => media.frame('file', 1, { signal, maxSide: 100 }),
  sound: ({ media }, signal) => media.sound('file', RANGE, { signal }),
  cues: ({ media }, signal) => media.cues('file', { signal }),
  analyze: ({ analyzer }, signal) => analyzer.analyze(REQUEST, { signal }),
  transcribe: ({ transcriber }, signal) => transcriber.transcribe(RECORDING, RANGE, { signal }),
};

const answer = (method: string, result: unknown, signal = new AbortController().signal): Promise<unknown> => {
  const methods = { [method]: () => result };
  const tools = checkedTools({
    media: Object.assign(new FfmpegTools({ ffmpeg: 'ffmpeg', ffprobe: 'ffprobe', version: 'any' }), methods),
    analyzer: Object.assign(createLocalVideoAnalyzer({ readPictures: async () => [], close: async () => {} }), methods),
    transcriber: Object.assign(createLocalTranscriber(), methods),
  });
  return CALLS[method]?.(tools, signal) ?? Promise.reject(new Error(method));
};

describe('the result of a tool', () => {
  test.each([
    ['probe', FACTS],
    ['sceneChanges', [1, 2.5]],
    ['pauses', [RANGE]],
    ['frame', Buffer.from('picture')],
    ['frame', null],
    ['sound', Buffer.from('sound')],
    ['cues', TRANSCRIPT.cues],
    ['analyze', ANALYSIS],
    ['transcribe', TRANSCRIPT],
  ])('is passed on as it is: %s', async (method, result) => {
    expect(await answer(method, result)).toEqual(result);
  });

  test.each([
    ['probe', { ...FACTS, duration: Number.NaN }],
    ['probe', { ...FACTS, duration: 0 }],
    ['sceneChanges', [Number.NaN]],
    ['pauses', null],
    ['pauses', [{ startTime: 1, endTime: Infinity }]],
    ['frame', Buffer.alloc(0)],
    ['sound', Buffer.alloc(0)],
    ['cues', null],
    ['cues', [{ ...RANGE, text: null }]],
    ['analyze', { ...ANALYSIS, texts: null }],
    ['transcribe', { ...TRANSCRIPT, cues: null }],
    ['transcribe', { ...TRANSCRIPT, origin: 'none of these' }],
  ])('is an error if its port never promised it: %s %j', async (method, result) => {
    await expect(answer(method, result)).rejects.toThrow();
  });

  test.each(Object.keys(CALLS))('is not waited for once the job is to stop: %s', async (method) => {
    const stop = new AbortController();
    const waiting = answer(method, new Promise(() => {}), stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
