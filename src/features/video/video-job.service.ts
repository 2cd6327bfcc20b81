import { table } from '../../database/table.ts';
import type { JobService } from '../job/job.service.ts';
import { ProcessingJobService } from '../processing-job/processing-job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { VideoJobEntity } from './video.entity.ts';
import { toSourceFacts, videoRows } from './video.rows.ts';
import { describeProcessing } from '../processing-job/processing-job.state.ts';
import { HANDED_ON_PERCENT, type VideoJobFacts, videoJobRows } from './video-job.rows.ts';
import type { ProcessingState } from '../processing-job/processing-job.types.ts';
import type { VideoJob, VideoStep } from './video-job.types.ts';

export const VIDEO_JOB_PAGES = { default: 20, max: 100 };

export type VideoJobs = ReturnType<typeof createVideoJobs>;

export function createVideoJobs(jobs: JobService, sources: SourceService) {
  return new ProcessingJobService({
    jobs,
    sources,
    subject: 'video',
    subjects: videoRows,
    sourceOf: (_tx, video) => toSourceFacts(video),
    rows: videoJobRows,
    listed: table(VideoJobEntity, 'j', { only: ['id', 'createdAt'] }),
    pages: VIDEO_JOB_PAGES,
    describe: describeVideoJob,
  });
}

/** The percentage at which all chunks have their vectors and only the search index is missing. */
const EMBEDDED_PERCENT = 95;

function describeVideoJob(facts: VideoJobFacts): VideoJob {
  const job = describeProcessing(facts, 'video');
  const isCompleted = job.state === 'completed';
  const step = toStep(facts);
  return {
    ...job,
    sourceId: facts.subjectId,
    videoUrl: facts.url,
    videoId: facts.assetId,
    fileName: facts.fileName,
    title: facts.title,
    step,
    stage: toStage(job.state, step, facts),
    message: job.error?.message ?? MESSAGE[job.state],
    progress: isCompleted ? 100 : toProgress(facts),
    result: isCompleted ? toResult(facts) : null,
    completedAt: isCompleted ? completionTime(facts) : null,
  };
}

function toStep({ phase, stage, embedded }: VideoJobFacts): VideoStep {
  if (phase !== 'indexing') return stage;
  return (embedded ?? 0) < 1 ? 'embedding' : 'indexing';
}

function toStage(state: ProcessingState, step: VideoStep, { status, segments, segmentsDone }: VideoJobFacts): string {
  if (state === 'completed' || state === 'failed' || state === 'cancelled') return END_LABELS[state];
  if (status === 'queued') return 'Waiting to start';
  const isPerSegment = step === 'analysis' || step === 'transcription';
  if (!isPerSegment || segments === null) return STEP[step];
  return `${STEP[step]}: ${Math.min(segmentsDone, segments)} of ${segments} segments`;
}

function toProgress({ phase, progress, embedded }: VideoJobFacts): number {
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

const END_LABELS = { completed: 'Completed', failed: 'Failed', cancelled: 'Cancelled' };

const MESSAGE: Readonly<Record<ProcessingState, string>> = {
  queued: 'The video is queued for processing',
  waiting: 'The next attempt to process the video is pending',
  running: 'The video is being processed',
  stuck: 'The worker that processed the video has stopped; another one will continue',
  completed: 'The video is searchable',
  failed: 'The video could not be processed',
  cancelled: 'Processing was cancelled',
};

function toResult({ result, language, duration }: VideoJobFacts): VideoJob['result'] {
  return result && { ...result, language, duration };
}

/** A later revision of the source, such as one with another access level, was not made by this job. */
function completionTime({ generation, revision, processedAt, updatedAt }: VideoJobFacts): string {
  return (generation === revision ? processedAt : null) ?? updatedAt;
}
