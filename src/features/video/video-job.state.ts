import { HANDED_ON_PERCENT, type VideoJobFacts } from './video-job.rows.ts';
import type { VideoJob, VideoJobState, VideoStep } from './video-job.types.ts';

/** The percentage at which all chunks have their vectors and only the search index is missing. */
const EMBEDDED_PERCENT = 95;

/** Computes the state of a job from other rows, so that no stored state can be wrong after a crash. */
export function describeVideoJob(facts: VideoJobFacts): VideoJob {
  const state = stateOf(facts);
  const isCompleted = state === 'completed';
  const error = state === 'failed' || state === 'cancelled' ? errorOf(facts) : null;
  const step = stepOf(facts);
  return {
    id: facts.id,
    sourceId: facts.videoId,
    videoUrl: facts.url,
    videoId: facts.assetId,
    fileName: facts.fileName,
    title: facts.title,
    status: facts.status,
    state,
    step,
    stage: stageOf(state, step, facts),
    message: error?.message ?? MESSAGE[state],
    progress: isCompleted ? 100 : progressOf(facts),
    result: isCompleted ? resultOf(facts) : null,
    error,
    lastError: facts.workError,
    attempts: facts.attempts,
    retryAt: state === 'waiting' ? facts.runAt : null,
    createdAt: facts.createdAt,
    updatedAt: (isCompleted ? facts.processedAt : null) ?? facts.updatedAt,
    completedAt: isCompleted ? completedAtOf(facts) : null,
  };
}

/** Whether it can still change by itself. */
export function isOpen(facts: VideoJobFacts): boolean {
  return !['completed', 'failed', 'cancelled'].includes(stateOf(facts));
}

function stateOf(facts: VideoJobFacts): VideoJobState {
  if (facts.phase === 'cancelled') return 'cancelled';
  if (facts.status === 'completed' || facts.status === 'failed') return facts.status;
  if (facts.workStatus === 'queued') return facts.isLater ? 'waiting' : 'queued';
  return facts.workStatus === 'running' && !facts.isOverdue ? 'running' : 'stuck';
}

function stepOf({ phase, stage, embedded }: VideoJobFacts): VideoStep {
  if (phase !== 'indexing') return stage;
  return (embedded ?? 0) < 1 ? 'embedding' : 'indexing';
}

function stageOf(state: VideoJobState, step: VideoStep, { status, segments, segmentsDone }: VideoJobFacts): string {
  if (state === 'completed' || state === 'failed' || state === 'cancelled') return ENDED[state];
  if (status === 'queued') return 'Waiting to start';
  const isPerSegment = step === 'analysis' || step === 'transcription';
  if (!isPerSegment || segments === null) return STEP[step];
  return `${STEP[step]}: ${Math.min(segmentsDone, segments)} of ${segments} segments`;
}

function progressOf({ phase, progress, embedded }: VideoJobFacts): number {
  if (phase !== 'indexing') return progress;
  const percent = HANDED_ON_PERCENT + (EMBEDDED_PERCENT - HANDED_ON_PERCENT) * (embedded ?? 0);
  return Math.max(progress, Math.floor(percent * 100) / 100);
}

const STEP: Readonly<Record<VideoStep, string>> = {
  upload: 'Fetching the video',
  segmentation: 'Finding segments',
  analysis: 'Analysing',
  transcription: 'Transcribing',
  embedding: 'Creating embeddings',
  indexing: 'Indexing',
};

const ENDED = { completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled' };

const MESSAGE: Readonly<Record<VideoJobState, string>> = {
  queued: 'The video is queued for processing',
  waiting: 'The next attempt to process the video is pending',
  running: 'The video is being processed',
  stuck: 'The worker that processed the video has stopped; another one will continue',
  completed: 'The video is searchable',
  failed: 'The video could not be processed',
  cancelled: 'Processing was cancelled',
};

function resultOf({ result, language, duration }: VideoJobFacts): VideoJob['result'] {
  return result && { ...result, language, duration };
}

/** A later revision of the source, such as one with another access level, was not made by this job. */
function completedAtOf({ generation, revision, processedAt, updatedAt }: VideoJobFacts): string {
  return (generation === revision ? processedAt : null) ?? updatedAt;
}

function errorOf({ phase, error, sourceError }: VideoJobFacts) {
  if (phase !== 'indexing') return error;
  return sourceError ?? { code: 'REMOVED', message: 'The video was removed from the knowledge base' };
}
