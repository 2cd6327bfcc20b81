import { table } from '../../database/table.ts';
import type { JobService } from '../job/job.service.ts';
import { ProcessingJobService } from '../job/processing-job.service.ts';
import type { SourceService } from '../knowledge/source.service.ts';
import { VideoJobEntity } from './video.entity.ts';
import { videoJobRows } from './video-job.rows.ts';
import { describeVideoJob } from './video-job.state.ts';
import { sourceOf, videoRows } from './video.rows.ts';

export const VIDEO_JOB_PAGES = { default: 20, max: 100 };

export type VideoJobs = ReturnType<typeof createVideoJobs>;

export function createVideoJobs(jobs: JobService, sources: SourceService) {
  return new ProcessingJobService(jobs, sources, {
    subject: 'video',
    subjects: videoRows,
    sourceOf: (_tx, video) => sourceOf(video),
    rows: videoJobRows,
    listed: table(VideoJobEntity, 'j', { only: ['id', 'createdAt'] }),
    pages: VIDEO_JOB_PAGES,
    describe: describeVideoJob,
  });
}
