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
