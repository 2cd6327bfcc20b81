import { columns } from '../../database/columns.ts';
import type { SelectList } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { JOB_FROM, JOB_STATUS, readFileJobs } from './file-job.rows.ts';
import { describeFileJob } from './file-job.state.ts';
import type { FileJobFilter, FileProcessingJob } from './file-job.types.ts';

const NEWEST: Sort = { expression: 'j.created_at', direction: 'desc', type: 'timestamptz', nullable: false };
const SIZES = { default: 50, max: 200 };
interface Place {
  id: string;
  createdAt: string;
}

const PLACES = placesIn('file_job j');
const WITH_STATUS = placesIn(
  `(select j.id, j.site_id, j.access_level, j.required_subscriptions, j.created_at, ${JOB_STATUS} as status from ${JOB_FROM}) j`,
);

function placesIn(table: string) {
  return { name: table, alias: 'j', from: table, columns: columns('j', ['id', 'createdAt']) as SelectList<Place> };
}

/** The jobs of files that the viewer may see, newest first. Which they are is found first: how a job stands takes looking in five places. */
export async function listFileJobs(
  { scope, site, entitlement }: Viewer,
  { status }: FileJobFilter,
  page: PageRequest,
): Promise<Page<FileProcessingJob>> {
  const where = new Where()
    .equal('j.site_id', site.id)
    .and((values) => accessCondition(entitlement, 'j', values))
    .equal('j.status', status);
  const places = await readPage(scope, page, {
    table: status ? WITH_STATUS : PLACES,
    where,
    sort: NEWEST,
    sizes: SIZES,
    toItem: (place) => place,
    sortValue: ({ createdAt }) => createdAt,
  });
  const facts = await readFileJobs(scope, site.id, places.items);
  return { ...places, items: facts.map(describeFileJob) };
}
