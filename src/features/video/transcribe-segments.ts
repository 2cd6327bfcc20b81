import type { Transcript } from '../../ports/transcriber.ts';
import { refusalOf } from '../../shared/errors.ts';
import { HANDED_ON_PERCENT } from './video-job.rows.ts';
import { type SegmentWork, saveSegment } from './video-segment.rows.ts';
import type { OpenedVideo, VideoTools, VideoWork } from './video-work.ts';

const SPAN = { from: 60, to: HANDED_ON_PERCENT };

/** Transcribes what is said in each segment that has not been transcribed, and stores each result. */
export async function transcribeSegments(
  work: VideoWork,
  segments: readonly SegmentWork[],
  open: () => Promise<OpenedVideo>,
  { transcriber }: VideoTools,
): Promise<void> {
  let known: string | null = null;
  const left = { open: segments.filter(({ isTranscribed }) => !isTranscribed), all: segments.length };
  await work.progress.forEach('transcription', SPAN, left, async ({ position, startTime, endTime }) => {
    const { signal } = work;
    const video = await open();
    const recording = video.recording(known ?? work.video.language ?? video.facts.audio?.language ?? null);
    const transcript = await transcriber.transcribe(recording, { startTime, endTime }, { signal }).catch(rejectedSound);
    known ??= transcript.language;
    await saveSegment(work.scope, work.jobId, position, { transcript });
  });
}

/** Sound that the transcriber rejects must not keep the rest of the video out of the knowledge base. */
function rejectedSound(error: unknown): Transcript {
  return { cues: [], language: null, origin: 'none', note: refusalOf(error).message };
}
