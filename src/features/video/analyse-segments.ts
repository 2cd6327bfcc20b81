import type { AnalysisOptions, KeyFrame, SegmentAnalysis } from '../../ports/video-analyzer.ts';
import { ServiceError } from '../../shared/errors.ts';
import { type ModelTokens, addTokens } from '../agent/model-usage.service.ts';
import type { StoredAnalysis } from './video.entity.ts';
import { type SegmentWork, saveSegment } from './video-segment.rows.ts';
import type { OpenedVideo, VideoTools, VideoWork } from './video-work.ts';

const NOTHING: SegmentAnalysis = { description: null, texts: [], techniques: [] };
const SPAN = { from: 25, to: 60 };

/** Analyses the key frames of each segment that has not been analysed, and stores each result. */
export async function analyseSegments(
  work: VideoWork,
  segments: readonly SegmentWork[],
  open: () => Promise<OpenedVideo>,
  tools: VideoTools,
): Promise<void> {
  const left = { open: segments.filter(({ isAnalysed }) => !isAnalysed), all: segments.length };
  await work.progress.forEach('analysis', SPAN, left, async (segment) => {
    const used: ModelTokens[] = [];
    const analysis = await analyse(work, segment, { video: await open(), tools, used });
    await work.scope.write(async (tx) => {
      await saveSegment(tx, work.jobId, segment.position, { analysis });
      await addTokens(tx, used);
    });
  });
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
  if (frames.length === 0) return NOTHING;
  const request = {
    frames,
    startTime,
    endTime,
    instructions: config.digestionInstructions,
    detectTechniques: config.detectTechniques,
    transcript: config.extractAudio ? await subtitlesIn(video, segment) : null,
  };
  const onUsage: AnalysisOptions['onUsage'] = (usage, model) => used.push({ model, ...usage });
  return analyzer.analyze(request, { signal, onUsage }).catch(rejectedPictures);
}

/** Subtitles are known before the transcription, and explain what is shown. */
async function subtitlesIn(video: OpenedVideo, { startTime, endTime }: SegmentWork): Promise<string | null> {
  const cues = (await video.subtitles()) ?? [];
  const within = cues.filter((cue) => cue.endTime > startTime && cue.startTime < endTime);
  return within.map(({ text }) => text).join('\n') || null;
}

/** Pictures that the analyzer rejects must not keep the rest of the video out of the knowledge base. */
function rejectedPictures(error: unknown): StoredAnalysis {
  if (error instanceof ServiceError && error.status < 500) return { ...NOTHING, failure: error.message };
  throw error;
}
