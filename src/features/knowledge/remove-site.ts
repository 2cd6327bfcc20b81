import type { VectorIndex } from '../../ports/vector-index.ts';
import type { Job } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-runner.ts';

/** Clears what of a deleted site is kept outside PostgreSQL: its vectors and its files. */
export function removeSite(index: VectorIndex, removeFiles: (siteId: string) => Promise<void>): JobHandler {
  return {
    needs: ['vector index', 'file storage'],
    async run(job: Job) {
      await index.deleteSite(job.key);
      await removeFiles(job.key);
    },
  };
}
