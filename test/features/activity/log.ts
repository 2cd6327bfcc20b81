import { ADMIN_KEY } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';

export interface Entry {
  id: string;
  at: string;
  actor: { ref: string; kind: string; id: string | null; name: string | null; prefix: string | null };
  action: string;
  resourceType: string;
  resourceId: string | null;
  title: string | null;
  changedFields: string[];
  count: number;
}

export interface LogPage {
  items: Entry[];
  hasMore: boolean;
  endCursor: string | null;
}

export const LOG = `query ($siteId: ID!, $filter: ActivityFilter, $limit: Int, $after: String) {
  activities(siteId: $siteId, filter: $filter, limit: $limit, after: $after) {
    items { id at actor { ref kind id name prefix } action resourceType resourceId title changedFields count }
    hasMore endCursor
  }
}`;

export async function readPage(site: TestSite, variables: object): Promise<LogPage> {
  const { data, errors } = await site.service.graphql<{ activities: LogPage }>(
    LOG,
    { siteId: site.id, limit: 100, ...variables },
    { 'x-svc-admin-key': ADMIN_KEY },
  );
  if (errors || !data) throw new Error(JSON.stringify(errors));
  return data.activities;
}

/** Latest first. */
export async function readLog(site: TestSite, filter: object): Promise<Entry[]> {
  return (await readPage(site, { filter })).items;
}

export const scopeOf = (of: TestSite) => of.service.app.database.forSite(of.id, 'background');
export const briefly = (entries: Entry[]) => entries.map(({ action, resourceType }) => `${action} ${resourceType}`);

/** Entries as if they had been written earlier, each a minute before the one before it. */
export async function addEntries(of: TestSite, count: number, { title = 'Old', type = 'content', daysAgo = 0 } = {}) {
  await scopeOf(of).change(
    `insert into activity (site_id, at, actor, action, resource_type, resource_id, title, fields, count)
     select $1, now() - make_interval(days => $5, mins => n), 'service', 'updated', $2, gen_random_uuid(), $3, '{title}', 1
     from generate_series(1, $4::int) n`,
    [of.id, type, title, count, daysAgo],
  );
}
