import { Values, columns } from '../../database/columns.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../shared/pagination.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import { JOB_FROM, JOB_STATUS, readFileJobs } from './file-job.rows.ts';
import { describeFileJob } from './file-job.state.ts';
import type { FileJobFilter, FileProcessingJob } from './file-job.types.ts';

const NEWEST: Sort = { expression: 'j.created_at', direction: 'desc', type: 'timestamptz', nullable: false };
const SIZES = { standard: 50, most: 200 };
const WITH_STATUS = `(select j.id, j.site_id, j.file_id, j.created_at, ${JOB_STATUS} as status from ${JOB_FROM}) j`;

interface Place {
  id: string;
  createdAt: string;
}

/** The jobs of files that the viewer may see, newest first. Which they are is found first: how a job stands takes looking in five places. */
export async function listFileJobs(
  { scope, site, entitlement }: Viewer,
  { status }: FileJobFilter,
  page: PageRequest,
): Promise<Page<FileProcessingJob>> {
  const values = new Values();
  const where = [
    `j.site_id = ${values.add(site.id)}`,
    `exists (select from file f where f.id = j.file_id and ${accessCondition(entitlement, 'f', values)})`,
  ];
  if (status) where.push(`j.status = ${values.add(status)}`);
  const places = await readPage<Place, Place>(scope, pageBounds(page, SIZES), {
    columns: columns('j', ['id', 'createdAt']),
    table: status ? WITH_STATUS : 'file_job j',
    where,
    values,
    sort: NEWEST,
    shown: (place) => place,
    sortValue: ({ createdAt }) => createdAt,
  });
  const facts = await readFileJobs(scope, site.id, places.items);
  return { ...places, items: facts.map(describeFileJob) };
}
