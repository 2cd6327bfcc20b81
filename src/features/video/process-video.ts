import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import { ServiceError } from '../../shared/errors.ts';
import { MediaError } from '../../shared/media-error.ts';
import type { JobHandler } from '../job/job-handler.ts';
import { type Job, jobScope } from '../job/job.service.ts';
import type { JobError } from '../job/job.entity.ts';
import { analyseSegments } from './analyse-segments.ts';
import type { FetchedVideo } from './download-video.ts';
import { segmentVideo } from './segment-video.ts';
import { transcribeSegments } from './transcribe-segments.ts';
import { recordProgress, saveResult } from './video-job.rows.ts';
import type { VideoJobs } from './video-jobs.ts';
import { VideoProgress } from './video-progress.ts';
import { resultOf } from './video-result.ts';
import { deleteOtherSegments, findingsOf, segmentsOf } from './video-segment.rows.ts';
import { OpenedVideo, type VideoTools, type VideoWork } from './video-work.ts';
import { type VideoRow, lockVideo, sourceOf } from './video.rows.ts';
import type { WorkFolders } from './work-folder.ts';

const UPLOAD = { from: 0, to: 15 };

/** Fetches a video into its work folder, or continues where an earlier attempt stopped. */
export type FetchVideo = (
  work: Pick<VideoWork, 'scope' | 'video' | 'signal'> & { folder: string; onProgress: (share: number) => void },
) => Promise<FetchedVideo>;

export interface ProcessVideoOptions extends VideoTools {
  database: Database;
  jobs: VideoJobs;
  folders: WorkFolders;
  fetchVideo: FetchVideo;
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
    const { folders } = this.options;
    const scope = jobScope(this.options.database, job);
    const begun = await this.begin(scope, job);
    if (!begun) return folders.remove(job.key);
    const progress = new VideoProgress(begun.stage, (state) => recordProgress(scope, begun.jobId, state));
    const work = { ...begun, scope, progress, signal: AbortSignal.any([signal, progress.unwanted]) };
    try {
      await this.process(work);
      await scope.write((tx) => this.handOn(tx, work));
    } catch (error) {
      if (signal.aborted) throw error;
      if (error instanceof MediaError) await this.fail(work, error);
      if (!progress.unwanted.aborted) throw error;
    } finally {
      progress.stop();
    }
    await folders.remove(job.key);
  }

  /** The previous text of the video, if any, stays searchable. */
  async failed(job: Job, error: JobError): Promise<void> {
    await jobScope(this.options.database, job).write((tx) => this.options.jobs.fail(tx, job.key, error));
    await this.options.folders.remove(job.key);
  }

  /** Null if there is nothing to do any more. */
  private async begin(scope: Scope, job: Job) {
    return scope.write(async (tx) => {
      const video = await lockVideo(tx, job.key);
      const begun = video && (await this.options.jobs.begin(tx, video.id));
      return begun && { video, jobId: begun.id, config: begun.analysisConfig, stage: begun.stage };
    });
  }

  /** Opens the video only for a stage that is not finished. */
  private async process(work: VideoWork): Promise<void> {
    const { scope, jobId, config } = work;
    let opened: Promise<OpenedVideo> | null = null;
    const open = (): Promise<OpenedVideo> => (opened ??= this.open(work));
    if ((await segmentsOf(scope, jobId)).length === 0) await segmentVideo(work, await open(), this.options);
    const segments = await segmentsOf(scope, jobId);
    await analyseSegments(work, segments, open, this.options);
    if (config.extractAudio) await transcribeSegments(work, segments, open, this.options);
    work.signal.throwIfAborted();
  }

  private async open({ scope, video, progress, signal }: VideoWork): Promise<OpenedVideo> {
    const { media, folders, fetchVideo } = this.options;
    if (media.missing !== null) throw new MediaError('TOOLS_MISSING', media.missing);
    await progress.enter('upload');
    const folder = await folders.open(video.id);
    const file = await progress.during(UPLOAD, (onProgress) =>
      fetchVideo({ scope, video, signal, folder, onProgress }),
    );
    const facts = await media.probe(file.path, { signal });
    await scope.rows('update video set duration = $2 where id = $1', [video.id, facts.duration]);
    return new OpenedVideo(file, facts, media, signal);
  }

  /** The job stores the error's own code; the thrown error prevents a retry. */
  private async fail({ scope, video }: VideoWork, { code, message }: MediaError): Promise<never> {
    await scope.write((tx) => this.options.jobs.fail(tx, video.id, { code, message }));
    throw new ServiceError('BAD_REQUEST', message);
  }

  /** Indexing reads the stored segments. */
  private async handOn(tx: ScopeTransaction, { jobId, config, video: { id } }: VideoWork): Promise<void> {
    const { jobs, analyzer } = this.options;
    const video: VideoRow | null = await lockVideo(tx, id);
    const job = video && (await jobs.rows.pending(tx, id));
    if (!video || job?.id !== jobId) return;
    const result = resultOf(await findingsOf(tx, jobId), config, analyzer);
    await deleteOtherSegments(tx, id, jobId);
    await saveResult(tx, job, result);
    await jobs.handOn(tx, jobId, sourceOf(video));
  }
}
