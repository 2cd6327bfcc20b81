import type { UploadIndexing } from '../asset/upload-indexing.ts';
import type { VideoJobs } from './video-jobs.ts';
import { changeLevel, deleteVideoOfAsset } from './video.rows.ts';

/** Keeps videos in step with the uploads they are read from. */
export function createVideoIndexing(jobs: VideoJobs): UploadIndexing {
  return {
    async forget(tx, upload) {
      const id = await deleteVideoOfAsset(tx, upload.id);
      if (id !== null) await jobs.remove(tx, id);
    },
    async follow(tx, keys, level) {
      await jobs.changeAccess(tx, await changeLevel(tx, keys, level), level);
    },
  };
}
