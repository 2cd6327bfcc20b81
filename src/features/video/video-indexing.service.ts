import type { ScopeTransaction } from '../../database/database.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { UploadIndexing } from '../asset/upload-indexing.ts';
import type { JobService } from '../job/job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import type { AnalysisConfig, VideoJobError } from './video.entity.ts';
import { handToIndexing, insertVideoJob, latestVideoJob } from './video-job.rows.ts';
import { isOpen } from './video-job.state.ts';
import { type VideoRow, changeLevel, deleteVideoById, deleteVideoOfAsset, sourceOf } from './video.rows.ts';

/** Keeps videos in step with the uploads they are read from, and starts their jobs. */
export class VideoIndexing implements UploadIndexing {
  private readonly jobs: JobService;
  private readonly sources: SourceService;

  constructor(jobs: JobService, sources: SourceService) {
    this.jobs = jobs;
    this.sources = sources;
  }

  async forget(tx: ScopeTransaction, upload: { id: string }): Promise<void> {
    const id = await deleteVideoOfAsset(tx, upload.id);
    if (id !== null) await this.withdraw(tx, id);
  }

  async follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void> {
    const ids = await changeLevel(tx, keys, level);
    if (ids.length > 0) await this.sources.changeAccess(tx, ids, level);
  }

  /** False: there is no such video. */
  async delete(tx: ScopeTransaction, id: string): Promise<boolean> {
    const isDeleted = await deleteVideoById(tx, id);
    if (isDeleted) await this.withdraw(tx, id);
    return isDeleted;
  }

  /** Joins the job that the video has, or gives it one. Returns its id. */
  async start(tx: ScopeTransaction, video: VideoRow, before: VideoRow | null, config: AnalysisConfig): Promise<string> {
    const latest = await latestVideoJob(tx, video.id);
    if (!latest || !isOpen(latest)) {
      const id = await insertVideoJob(tx, video.id, config);
      await this.enqueue(tx, video);
      return id;
    }
    if (latest.phase === 'processing') await this.sources.expect(tx, sourceOf(video));
    else if (before && JSON.stringify(sourceOf(video)) !== JSON.stringify(sourceOf(before))) {
      await handToIndexing(tx, latest.id, await this.sources.put(tx, sourceOf(video)));
    }
    return latest.id;
  }

  async enqueue(tx: ScopeTransaction, video: VideoRow): Promise<void> {
    await this.sources.expect(tx, sourceOf(video));
    await this.jobs.enqueue(tx, { kind: 'process-video', key: video.id });
  }

  async cancelled(tx: ScopeTransaction, id: string, reason: VideoJobError): Promise<void> {
    await this.jobs.withdraw(tx, { kind: 'process-video', key: id });
    await this.sources.fail(tx, id, reason);
  }

  private async withdraw(tx: ScopeTransaction, id: string): Promise<void> {
    await this.jobs.withdraw(tx, { kind: 'process-video', key: id });
    await this.sources.remove(tx, id);
  }
}
