import type { VectorIndex } from '../../ports/vector-index.ts';
import type { Job } from '../job/job.service.ts';
import type { JobHandler } from '../job/job-runner.ts';

/** Clears the vectors of a deleted site. */
export function removeSite(index: VectorIndex): JobHandler {
  return { run: (job: Job) => index.deleteSite(job.key) };
}
