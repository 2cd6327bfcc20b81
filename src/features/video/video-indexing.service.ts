import type { ScopeTransaction } from '../../database/database.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { UploadIndexing } from '../asset/upload-indexing.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import type { VideoJobs } from './video-jobs.ts';
import { changeLevel, deleteVideoOfAsset } from './video.rows.ts';

/** Keeps videos in step with the uploads they are read from. */
export class VideoIndexing implements UploadIndexing {
  private readonly jobs: VideoJobs;
  private readonly sources: SourceService;

  constructor(jobs: VideoJobs, sources: SourceService) {
    this.jobs = jobs;
    this.sources = sources;
  }

  async forget(tx: ScopeTransaction, upload: { id: string }): Promise<void> {
    const id = await deleteVideoOfAsset(tx, upload.id);
    if (id !== null) await this.jobs.remove(tx, id);
  }

  async follow(tx: ScopeTransaction, keys: readonly string[], level: AccessLevel): Promise<void> {
    const ids = await changeLevel(tx, keys, level);
    if (ids.length > 0) await this.sources.changeAccess(tx, ids, level);
  }
}
