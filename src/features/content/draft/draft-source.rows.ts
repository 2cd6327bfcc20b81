import type { ScopeTransaction } from '../../../database/database.ts';
import type { JobDelivery } from '../../../ports/job-queue.ts';
import { putDraftSourcesSql } from '../../knowledge/source.service.ts';

const TITLE = `coalesce(d.changes ->> 'title', item.title)`;
const FACTS = `gen_random_uuid(), d.site_id, 'draft', ${TITLE}, ${TITLE}, item.type, d.access_level,
  d.required_subscriptions, false, octet_length(d.changes::text), d.id`;
/** Reads the drafts as they are now: a write of the item that waited for one of its draft sees the table as it was before. */
const DRAFTS = 'item cross join lateral current_drafts(item.id) d';

/** Decides whether the indexed text of a draft is found until its new text is indexed. */
type FormerText = 'found' | 'hidden';

/**
 * Common table expressions for statements that write items. They put the sources of the drafts of the items in `item`, and
 * their jobs, `draft_job`. The text of a draft has parts of the item, whose access level it does not have: it is hidden then.
 */
export const PUT_DRAFTS = putDraftSourcesSql(FACTS, DRAFTS, 'hidden');

/** Removes the sources of the drafts of items that do not belong to the knowledge base any more. */
export const REMOVE_DRAFTS =
  'draft_source as (delete from knowledge_source s using item where s.draft_of = item.id returning s.id)';

const ITEMS = `item as (select c.id, c.title, c.type from content_item c
  where c.site_id = $1 and c.id = any($2::uuid[]))`;
const put = (former: FormerText): string =>
  `with ${ITEMS}, ${putDraftSourcesSql(FACTS, DRAFTS, former)} select "jobId", turn, "delaySeconds" from draft_job`;
const PUT = { found: put('found'), hidden: put('hidden') };

/** Puts the sources of the drafts that these items have. Returns the jobs. */
export function putDraftSources(
  tx: ScopeTransaction,
  itemIds: readonly string[],
  former: FormerText,
): Promise<JobDelivery[]> {
  return tx.rows<JobDelivery>(PUT[former], [tx.siteId, itemIds]);
}

export async function removeDraftSource(tx: ScopeTransaction, itemId: string): Promise<void> {
  await tx.rows('delete from knowledge_source where site_id = $1 and draft_of = $2', [tx.siteId, itemId]);
}
