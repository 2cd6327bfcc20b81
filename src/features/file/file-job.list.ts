import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { FileJobEntity } from './file.entity.ts';
import { JOBS_WITH_STATUS, readFileJobs } from './file-job.rows.ts';
import { describeFileJob } from './file-job.state.ts';
import type { FileJobFilter, FileProcessingJob } from './file-job.types.ts';

const jobs = table(FileJobEntity, 'j', { only: ['id', 'createdAt'] });
const jobsWithStatus = { ...jobs, name: JOBS_WITH_STATUS, from: JOBS_WITH_STATUS };
const { c } = jobs;

const NEWEST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const FILE_JOB_PAGES = { default: 50, max: 200 };

/**
 * Jobs of files that the viewer can read, newest first. Their ids are found first, because the state of a job is
 * computed from five tables.
 */
export async function listFileJobs(
  { scope, site, entitlement }: Viewer,
  { status }: FileJobFilter,
  page: PageRequest,
): Promise<Page<FileProcessingJob>> {
  const where = new Where()
    .equal(c.siteId, site.id)
    .and((values) => accessCondition(entitlement, jobs.alias, values))
    .equal('j.status', status);
  const found = await readPage(scope, page, {
    table: status ? jobsWithStatus : jobs,
    where,
    sort: NEWEST,
    sizes: FILE_JOB_PAGES,
    toItem: (job) => job,
    sortValue: ({ createdAt }) => createdAt,
  });
  const facts = await readFileJobs(scope, site.id, found.items);
  return { ...found, items: facts.map(describeFileJob) };
}
