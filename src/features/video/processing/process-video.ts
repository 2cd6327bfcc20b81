import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { MediaError } from '../../../ports/media-error.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import { type Job, jobScope } from '../../job/job.service.ts';
import type { JobError } from '../../job/job.entity.ts';
import { type FetchPorts, fetchVideo } from '../download/fetch-video.ts';
import { keyFrameTimes } from './key-frame-times.ts';
import { planSegments } from './plan-segments.ts';
import { analyseSegments, transcribeSegments } from './segment-stages.ts';
import { recordProgress } from '../video-job.rows.ts';
import type { VideoJobs } from '../video-job.service.ts';
import { VideoProgress } from './video-progress.ts';
import { toVideoResult } from './video-result.ts';
import { DELETE_OTHER_SEGMENTS, FINDINGS_OF_JOB, INSERT_SEGMENTS, SEGMENTS_OF_JOB } from './segment.rows.ts';
import { type OpenedVideo, type VideoTools, type VideoWork, openVideo } from './video-work.ts';
import { toSourceFacts } from '../video.rows.ts';
import type { WorkFolders } from './work-folder.ts';

const UPLOAD = { from: 0, to: 15 };
const SCENES = { from: 15, to: 22 };
const PAUSES = { from: 22, to: 25 };

export interface ProcessVideoOptions extends VideoTools, FetchPorts {
  database: Database;
  jobs: VideoJobs;
  folders: WorkFolders;
}

/**
 * Fetches a video, cuts it into segments, analyses and transcribes each, and enqueues the indexing of what was found in
 * one transaction. After a crash it continues after the last finished stage and segment. A cancelled job stops within a
 * second or two.
 */
export class ProcessVideo implements JobHandler {
  private readonly options: ProcessVideoOptions;

  constructor(options: ProcessVideoOptions) {
    this.options = options;
  }

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const { database, folders, jobs } = this.options;
    const scope = jobScope(database, job);
    const subjectJob = await jobs.begin(scope, job.key);
    if (!subjectJob) return folders.remove(job.key);
    const { id: jobId, analysisConfig: config, stage } = subjectJob.job;
    const progress = new VideoProgress(stage, (state) => recordProgress(scope, jobId, state));
    const attempt = AbortSignal.any([signal, progress.abortSignal]);
    const work = { video: subjectJob.subject, jobId, config, scope, progress, signal: attempt };
    try {
      await this.process(work);
      await scope.write((tx) => this.requestIndexing(tx, work));
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof MediaError) await jobs.failForGood(scope, job.key, error);
      if (!progress.abortSignal.aborted) throw error;
    } finally {
      progress.stop();
    }
    await folders.remove(job.key);
  }

  /** The previous text of the video, if any, stays searchable. */
  async onFailed(job: Job, error: JobError): Promise<void> {
    const { database, folders, jobs } = this.options;
    await jobs.fail(jobScope(database, job), job.key, error);
    await folders.remove(job.key);
  }

  /** Opens the video only for a stage that is not finished. */
  private async process(work: VideoWork): Promise<void> {
    const { scope, jobId, config } = work;
    let opened: Promise<OpenedVideo> | null = null;
    const open = (): Promise<OpenedVideo> => (opened ??= this.open(work));
    if ((await scope.rows(SEGMENTS_OF_JOB, [jobId])).length === 0) await segmentVideo(work, await open(), this.options);
    const segments = await scope.rows(SEGMENTS_OF_JOB, [jobId]);
    await analyseSegments(work, segments, open, this.options);
    if (config.extractAudio) await transcribeSegments(work, segments, open, this.options);
    work.signal.throwIfAborted();
  }

  private async open(work: VideoWork): Promise<OpenedVideo> {
    const { scope, video, progress, signal } = work;
    const { media, folders } = this.options;
    if (media.missing !== null) throw new MediaError('TOOLS_MISSING', media.missing);
    await progress.enter('upload');
    const folder = await folders.open(video.id);
    const file = await progress.trackStep(UPLOAD, (onProgress) =>
      fetchVideo(work, this.options, { folder, signal, onProgress }),
    );
    const facts = await media.probe(file.path, { signal });
    await scope.rows('update video set duration = $2 where id = $1', [video.id, facts.duration]);
    return openVideo(file, facts, media, signal);
  }

  /** Hands the video to indexing, which reads the stored segments. */
  private async requestIndexing(tx: ScopeTransaction, { jobId, config, video: { id } }: VideoWork): Promise<void> {
    const { jobs, analyzer } = this.options;
    const pending = await jobs.lockPending(tx, id);
    if (pending?.job.id !== jobId) return;
    const { language, ...result } = toVideoResult(await tx.rows(FINDINGS_OF_JOB, [jobId]), config, analyzer);
    await tx.rows(DELETE_OTHER_SEGMENTS, [id, jobId]);
    await tx.rows('update video_job set result = $2 where id = $1', [jobId, JSON.stringify(result)]);
    await tx.rows('update video set language = $2, updated_at = now() where id = $1', [id, language]);
    await jobs.handToIndexing(tx, jobId, toSourceFacts(pending.subject));
  }
}

/** Cuts the video into segments near pauses and scene changes, and chooses their key frames; stores all at once. */
async function segmentVideo(
  { scope, jobId, config, progress, signal }: VideoWork,
  video: OpenedVideo,
  { media, analyzer }: VideoTools,
): Promise<void> {
  await progress.enter('segmentation');
  const sceneChanges = await progress.trackStep(SCENES, async (onProgress) =>
    video.facts.video ? media.sceneChanges(video.path, { signal, onProgress }) : [],
  );
  const pauses = await progress.trackStep(PAUSES, (onProgress) => video.pauses(onProgress));
  const { duration } = video.facts;
  const segments = planSegments({ duration, segmentDuration: config.segmentDuration, sceneChanges, pauses });
  const planned = segments.map((segment) => ({
    ...segment,
    frameTimes: video.facts.video ? keyFrameTimes(segment, sceneChanges, analyzer.maxFrames) : [],
  }));
  await scope.write((tx) => tx.rows(INSERT_SEGMENTS, [jobId, tx.siteId, JSON.stringify(planned)]));
}
