import type { Database } from '../../database/database.ts';
import { changeById, readById } from '../../database/revision.ts';
import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { DateTime } from '../../api/scalars.ts';
import { badRequest } from '../../shared/errors.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { csvLines } from '../../text/csv.ts';
import type { SiteService } from '../site/site.service.ts';
import { FormSubmissionEntity } from './form.entity.ts';
import type { FormSubmissionFilter } from './form.inputs.ts';
import type { FormSubmission, FormSubmissionCount, FormSubmissionExport } from './form.types.ts';

const submissions = table(FormSubmissionEntity, 'f', { omit: ['siteId'] });
const { c } = submissions;
const NEWEST_FIRST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
const DELETE = `delete from form_submission where site_id = $1 and id = $2 returning id`;
const EXPORT_PAGES = { default: 5_000, max: 5_000 };
export const FORM_SUBMISSION_PAGES = { default: 50, max: 100 };
const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;
const MAX_DAYS = 366;
const MAX_COUNTS = 5_000;

/** The form submissions of a site for admins. */
export class FormSubmissionService {
  private readonly database: Database;
  private readonly sites: SiteService;

  constructor(database: Database, sites: SiteService) {
    this.database = database;
    this.sites = sites;
  }

  async list(
    siteId: string,
    filter: FormSubmissionFilter,
    page: PageRequest,
    sizes = FORM_SUBMISSION_PAGES,
  ): Promise<Page<FormSubmission>> {
    await this.sites.get(siteId);
    const { formId, formName, from, to } = filter;
    return readPage(this.database.forSite(siteId, 'no access level'), page, {
      table: submissions,
      where: new Where()
        .equal(c.siteId, siteId)
        .equal(c.formId, formId || null)
        .equal(c.formName, formName || null)
        .whenPresent(from, (n) => `${c.createdAt} >= ${n}`)
        .whenPresent(to, (n) => `${c.createdAt} < ${n}`),
      sort: NEWEST_FIRST,
      sizes,
      toItem: (row) => row,
      sortValue: (submission) => submission.createdAt,
    });
  }

  async get(siteId: string, id: string): Promise<FormSubmission> {
    await this.sites.get(siteId);
    return readById(this.database.forSite(siteId, 'no access level'), submissions.byId, id, 'Form submission');
  }

  async delete(siteId: string, id: string): Promise<void> {
    await this.sites.get(siteId);
    await changeById(this.database.forSite(siteId, 'no access level'), DELETE, id, 'Form submission');
  }

  /** A part of the list as CSV; the first part begins with the header. */
  async export(siteId: string, filter: FormSubmissionFilter, after: string | null): Promise<FormSubmissionExport> {
    const page = { limit: EXPORT_PAGES.max, after };
    const { items, hasMore, endCursor } = await this.list(siteId, filter, page, EXPORT_PAGES);
    const csv = csvLines([...(after ? [] : [COLUMNS]), ...items.map(toCells)]);
    return { csv, rows: items.length, hasMore, endCursor };
  }

  /** Counts submissions by day from `from` (inclusive) to `to` (exclusive): by default the last 30 days, at most 366 days. Newest day first. */
  async counts(siteId: string, from: Date | null, to: Date | null): Promise<FormSubmissionCount[]> {
    await this.sites.get(siteId);
    const end = to ?? new Date();
    const since = from ?? new Date(end.getTime() - DEFAULT_DAYS * DAY_MS);
    if (since > end) throw badRequest('from', 'from must not be after to');
    if (end.getTime() - since.getTime() > MAX_DAYS * DAY_MS) {
      throw badRequest('from', `from must be at most ${MAX_DAYS} days before to`);
    }
    return this.database.forSite(siteId, 'no access level').rows<FormSubmissionCount>(
      `select f.form_id as "formId", (array_agg(f.form_name order by f.created_at desc))[1] as "formName",
              to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD') as day, count(*)::int as count
       from form_submission f where f.site_id = $1 and f.created_at >= $2 and f.created_at < $3
       group by f.form_id, case when f.form_id is null then f.form_name end, day
       order by day desc, count desc, "formName", f.form_id limit $4`,
      [siteId, since, end, MAX_COUNTS],
    );
  }
}

const COLUMNS = [
  'id',
  'formId',
  'formName',
  'fieldCount',
  'pageUrl',
  'source',
  'anonymizedFields',
  'createdAt',
] as const satisfies readonly (keyof FormSubmission)[];

function toCells(submission: FormSubmission): string[] {
  return COLUMNS.map((column) => {
    if (column === 'createdAt') return DateTime.serialize(submission.createdAt);
    const value = submission[column];
    return Array.isArray(value) ? value.join('\n') : String(value ?? '');
  });
}
