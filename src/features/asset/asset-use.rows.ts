import type { Values } from '../../database/columns.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Entitlement } from '../access/entitlement.ts';

/**
 * The items that use a file, as a `select` of `asset_id`, `item_id` and `in_draft`, for a `from`: those that are written with it, and
 * for who sees drafts those whose draft is. Each caller adds its condition on the items themselves.
 * @returns takes SQL with the id of the file, or with `any(…)`; the values are the same each time
 */
export function usesSeenBy(viewer: Entitlement, values: Values): (asset: string) => string {
  const written = (asset: string): string =>
    `select u.asset_id, u.item_id, false as in_draft from asset_use u where u.asset_id = ${asset}`;
  if (!viewer.seesUnpublished) return written;
  const isReadable = accessCondition(viewer, 'd', values);
  return (asset) => `${written(asset)} union all
    select u.asset_id, u.draft_id, true from draft_asset_use u join content_draft d on d.id = u.draft_id
    where u.asset_id = ${asset} and ${isReadable}`;
}
