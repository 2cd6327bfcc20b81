import { Values, columns } from '../../database/columns.ts';
import type { Database } from '../../database/database.ts';
import { badRequest } from '../../shared/errors.ts';
import { type Page, type PageRequest, type Sort, pageBounds, readPage } from '../../shared/pagination.ts';
import type { SiteService } from '../site/site.service.ts';
import type { FormSubmissionFilter } from './form.inputs.ts';
import type { FormSubmission, FormSubmissionCount } from './form.types.ts';

const COLUMNS = columns('f', [
  'id',
  'formId',
  'formName',
  'fieldCount',
  'pageUrl',
  'source',
  'anonymizedFields',
  'createdAt',
]);
const NEWEST_FIRST: Sort = { expression: 'f.created_at', direction: 'desc', type: 'timestamptz', nullable: false };
const SIZES = { standard: 50, most: 100 };
const DAY_MS = 86_400_000;
const STANDARD_DAYS = 30;
const MOST_DAYS = 366;
const MOST_COUNTS = 5_000;

/** What admins see of the forms of a site. */
export class FormSubmissionService {
  private readonly database: Database;
  private readonly sites: SiteService;

  constructor(database: Database, sites: SiteService) {
    this.database = database;
    this.sites = sites;
  }

  async list(siteId: string, filter: FormSubmissionFilter, page: PageRequest): Promise<Page<FormSubmission>> {
    await this.sites.get(siteId);
    const scope = this.database.forSite(siteId);
    const bounds = pageBounds(page, SIZES);
    const values = new Values();
    const where = conditions(siteId, filter, values);
    return readPage<FormSubmission, FormSubmission>(scope, bounds, {
      columns: COLUMNS,
      table: 'form_submission f',
      where,
      values,
      sort: NEWEST_FIRST,
      shown: (row) => row,
      sortValue: (submission) => submission.createdAt,
    });
  }

  /** From `from` until before `to`: by default the last 30 days until now, at most 366 days. Newest day first. */
  async counts(siteId: string, from: Date | null, to: Date | null): Promise<FormSubmissionCount[]> {
    await this.sites.get(siteId);
    const until = to ?? new Date();
    const since = from ?? new Date(until.getTime() - STANDARD_DAYS * DAY_MS);
    if (since > until) throw badRequest('from', 'from must not be after to');
    if (until.getTime() - since.getTime() > MOST_DAYS * DAY_MS) {
      throw badRequest('from', `from must be at most ${MOST_DAYS} days before to`);
    }
    return this.database.forSite(siteId).rows<FormSubmissionCount>(
      `select f.form_id as "formId", (array_agg(f.form_name order by f.created_at desc))[1] as "formName",
              to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
       from form_submission f where f.site_id = $1 and f.created_at >= $2 and f.created_at < $3
       group by f.form_id, case when f.form_id is null then f.form_name end, day
       order by day desc, count desc, "formName", f.form_id limit $4`,
      [siteId, since, until, MOST_COUNTS],
    );
  }
}

function conditions(siteId: string, { formId, formName, from, to }: FormSubmissionFilter, values: Values): string[] {
  const where = [`f.site_id = ${values.add(siteId)}`];
  if (formId) where.push(`f.form_id = ${values.add(formId)}`);
  if (formName) where.push(`f.form_name = ${values.add(formName)}`);
  if (from) where.push(`f.created_at >= ${values.add(from)}`);
  if (to) where.push(`f.created_at < ${values.add(to)}`);
  return where;
}
