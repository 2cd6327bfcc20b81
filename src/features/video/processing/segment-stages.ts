import type { Transcript } from '../../../ports/transcriber.ts';
import type { AnalysisOptions, KeyFrame, SegmentAnalysis } from '../../../ports/video-analyzer.ts';
import { toCallerError } from '../../../shared/errors.ts';
import { type ModelTokens, addTokens } from '../../model-usage/model-usage.service.ts';
import type { StoredAnalysis } from '../video.entity.ts';
import { HANDED_ON_PERCENT } from '../video-job.rows.ts';
import { type SegmentWork, saveSegment } from './segment.rows.ts';
import type { OpenedVideo, VideoTools, VideoWork } from './video-work.ts';

const EMPTY_ANALYSIS: SegmentAnalysis = { description: null, texts: [], techniques: [] };
const SILENCE: Transcript = { cues: [], language: null, origin: 'none', note: null };
const ANALYSIS = { from: 25, to: 60 };
const TRANSCRIPTION = { from: 60, to: HANDED_ON_PERCENT };

/** Analyses the key frames of each segment that has not been analysed, and stores each result. */
export async function analyseSegments(
  work: VideoWork,
  segments: readonly SegmentWork[],
  open: () => Promise<OpenedVideo>,
  tools: VideoTools,
): Promise<void> {
  const remaining = { open: segments.filter(({ isAnalysed }) => !isAnalysed), all: segments.length };
  await work.progress.processSegments('analysis', ANALYSIS, remaining, async (segment) => {
    const usage: ModelTokens[] = [];
    const analysis = await analyse(work, segment, { video: await open(), tools, used: usage });
    await work.scope.write(async (tx) => {
      await saveSegment(tx, work.jobId, segment.position, { analysis });
      await addTokens(tx, usage);
    });
  });
}

/** Transcribes what is said in each segment that has not been transcribed, and stores each result. */
export async function transcribeSegments(
  work: VideoWork,
  segments: readonly SegmentWork[],
  open: () => Promise<OpenedVideo>,
  { transcriber }: VideoTools,
): Promise<void> {
  let languageCode: string | null = null;
  const remaining = { open: segments.filter(({ isTranscribed }) => !isTranscribed), all: segments.length };
  await work.progress.processSegments(
    'transcription',
    TRANSCRIPTION,
    remaining,
    async ({ position, startTime, endTime }) => {
      const { signal } = work;
      const video = await open();
      const recording = video.recording(languageCode ?? work.video.language ?? video.facts.audio?.language ?? null);
      const transcript = await transcriber
        .transcribe(recording, { startTime, endTime }, { signal })
        .catch(ifRejected((note) => ({ ...SILENCE, note })));
      languageCode ??= transcript.language;
      await saveSegment(work.scope, work.jobId, position, { transcript });
    },
  );
}

async function analyse(
  { config, signal }: VideoWork,
  segment: SegmentWork,
  { video, tools: { media, analyzer }, used }: { video: OpenedVideo; tools: VideoTools; used: ModelTokens[] },
): Promise<StoredAnalysis> {
  const { startTime, endTime, frameTimes } = segment;
  const frames: KeyFrame[] = [];
  for (const time of frameTimes) {
    const jpeg = await media.frame(video.path, time, { signal, maxSide: analyzer.maxSide });
    if (jpeg) frames.push({ time, jpeg });
  }
  if (frames.length === 0) return EMPTY_ANALYSIS;
  const request = {
    frames,
    startTime,
    endTime,
    instructions: config.digestionInstructions,
    detectTechniques: config.detectTechniques,
    transcript: config.extractAudio ? await readSubtitles(video, segment) : null,
  };
  const onUsage: AnalysisOptions['onUsage'] = (usage, model) => used.push({ model, ...usage });
  return analyzer
    .analyze(request, { signal, onUsage })
    .catch(ifRejected((failure) => ({ ...EMPTY_ANALYSIS, failure })));
}

/** Subtitles are known before the transcription, and explain what is shown. */
async function readSubtitles(video: OpenedVideo, { startTime, endTime }: SegmentWork): Promise<string | null> {
  const cues = (await video.subtitles()) ?? [];
  const within = cues.filter((cue) => cue.endTime > startTime && cue.startTime < endTime);
  return within.map(({ text }) => text).join('\n') || null;
}

/** Pictures and sound that a model rejects must not keep the rest of the video out of the knowledge base. */
function ifRejected<T>(onRejected: (message: string) => T): (error: unknown) => T {
  return (error) => onRejected(toCallerError(error).message);
}
