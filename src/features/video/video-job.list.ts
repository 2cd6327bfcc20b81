import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { VideoJobEntity } from './video.entity.ts';
import { JOBS_WITH_STATUS, readVideoJobs } from './video-job.rows.ts';
import { describeVideoJob } from './video-job.state.ts';
import type { VideoJob, VideoJobFilter } from './video-job.types.ts';

const jobs = table(VideoJobEntity, 'j', { only: ['id', 'createdAt'] });
const jobsWithStatus = { ...jobs, name: JOBS_WITH_STATUS, from: JOBS_WITH_STATUS };
const { c } = jobs;

const NEWEST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const VIDEO_JOB_PAGES = { default: 20, max: 100 };

/** Jobs of videos that the viewer can read, newest first. Their ids are found first, as for file jobs. */
export async function listVideoJobs(
  { scope, site, entitlement }: Viewer,
  { status }: VideoJobFilter,
  page: PageRequest,
): Promise<Page<VideoJob>> {
  const where = new Where()
    .equal(c.siteId, site.id)
    .and((values) => accessCondition(entitlement, jobs.alias, values))
    .equal('j.status', status);
  const found = await readPage(scope, page, {
    table: status ? jobsWithStatus : jobs,
    where,
    sort: NEWEST,
    sizes: VIDEO_JOB_PAGES,
    toItem: (job) => job,
    sortValue: ({ createdAt }) => createdAt,
  });
  const facts = await readVideoJobs(scope, site.id, found.items);
  return { ...found, items: facts.map(describeVideoJob) };
}
