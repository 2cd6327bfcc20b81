import type { Database, Scope, ScopeTransaction } from '../../database/database.ts';
import { ServiceError } from '../../shared/errors.ts';
import { MediaError } from '../../shared/media-error.ts';
import type { JobHandler } from '../job/job-runner.ts';
import type { Job } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { analyseSegments } from './analyse-segments.ts';
import type { FetchedVideo } from './download-video.ts';
import { segmentVideo } from './segment-video.ts';
import { transcribeSegments } from './transcribe-segments.ts';
import { completeProcessing, endProcessing, latestVideoJob, recordProgress } from './video-job.rows.ts';
import { VideoProgress } from './video-progress.ts';
import { resultOf } from './video-result.ts';
import { deleteOtherSegments, findingsOf, segmentsOf } from './video-segment.rows.ts';
import { OpenedVideo, type VideoTools, type VideoWork } from './video-work.ts';
import type { VideoJobError } from './video.entity.ts';
import { type VideoRow, lockVideo, sourceOf } from './video.rows.ts';
import type { WorkFolders } from './work-folder.ts';

const UPLOAD = { from: 0, to: 15 };

/** Fetches a video into its work folder, or continues where an earlier attempt stopped. */
export type FetchVideo = (
  work: Pick<VideoWork, 'scope' | 'video' | 'signal'> & { folder: string; onProgress: (share: number) => void },
) => Promise<FetchedVideo>;

export interface ProcessVideoOptions extends VideoTools {
  database: Database;
  sources: SourceService;
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
    const scope = this.scopeOf(job);
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
  async failed(job: Job, error: VideoJobError): Promise<void> {
    await this.scopeOf(job).write(async (tx) => {
      if (await endProcessing(tx, job.key, 'failed', error)) await this.options.sources.fail(tx, job.key, error);
    });
    await this.options.folders.remove(job.key);
  }

  /** Null if there is nothing to do any more. */
  private async begin(scope: Scope, job: Job) {
    return scope.write(async (tx) => {
      const video = await lockVideo(tx, job.key);
      const latest = video && (await latestVideoJob(tx, video.id));
      if (!video || latest?.phase !== 'processing') return null;
      await tx.rows('update video_job set attempts = attempts + 1, updated_at = now() where id = $1', [latest.id]);
      await this.options.sources.begin(tx, video.id);
      return { video, jobId: latest.id, config: latest.analysisConfig, stage: latest.stage };
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
    await scope.write(async (tx) => {
      const error = { code, message };
      if (await endProcessing(tx, video.id, 'failed', error)) await this.options.sources.fail(tx, video.id, error);
    });
    throw new ServiceError('BAD_REQUEST', message);
  }

  /** Indexing reads the stored segments; enqueuing it and the end of this job are one change. */
  private async handOn(tx: ScopeTransaction, { jobId, config, video: { id } }: VideoWork): Promise<void> {
    const { sources, analyzer } = this.options;
    const video: VideoRow | null = await lockVideo(tx, id);
    const latest = video && (await latestVideoJob(tx, id));
    if (!video || latest?.id !== jobId || latest.phase !== 'processing') return;
    const result = resultOf(await findingsOf(tx, jobId), config, analyzer);
    await deleteOtherSegments(tx, id, jobId);
    await completeProcessing(tx, latest, await sources.put(tx, sourceOf(video)), result);
  }

  private scopeOf(job: Job): Scope {
    if (job.siteId === null) throw new Error('A video belongs to a site');
    return this.options.database.forSite(job.siteId);
  }
}
