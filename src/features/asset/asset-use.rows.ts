import type { Values } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, assertRevision } from '../../database/revision.ts';
import { expression, table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { ServiceError } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { accessCondition, contentCondition } from '../../access/access-sql.ts';
import type { Entitlement } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { ContentItemEntity } from '../content/content.entity.ts';
import { AssetEntity } from './asset.entity.ts';

const lockedAssets = table(AssetEntity, 'a', { only: ['id', 'revision'] });
const LOCK = {
  id: lockedAssets.select(`where ${lockedAssets.c.siteId} = $1 and ${lockedAssets.c.id} = $2 for update`),
  key: lockedAssets.select(`where ${lockedAssets.c.siteId} = $1 and ${lockedAssets.c.key} = $2 for update`),
};
const items = table(ContentItemEntity, 'c', {
  only: ['id', 'type', 'title', 'slug'],
  add: { inDraft: expression<boolean>('u.in_draft') },
});
const MAX_SHOWN = 20;
const SELECT_USES = `select from asset_use where asset_id = $1 union all select from draft_asset_use where asset_id = $1 limit 1`;

/**
 * Locks the file: an item that begins to use it at the same time is either found here, or fails.
 * @throws ServiceError 409 if content items or their drafts use the file, with those that the viewer can read
 */
export async function assertUnused(
  viewer: Viewer,
  tx: ScopeTransaction,
  idOrKey: string,
  expected: ExpectedRevision,
): Promise<void> {
  const asset = await tx.row(LOCK[isId(idOrKey) ? 'id' : 'key'], [tx.siteId, idOrKey]);
  if (!asset) return;
  assertRevision(asset, expected);
  const [use] = await tx.rows(SELECT_USES, [asset.id]);
  if (use)
    throw new ServiceError('CONFLICT', 'Content items use this file', { usedBy: await readableUses(viewer, asset.id) });
}

/** `inDraft`: of an item that does not use the file itself. */
async function readableUses(viewer: Viewer, assetId: string) {
  const where = new Where()
    .equal(items.c.siteId, viewer.site.id)
    .and((values) => contentCondition(viewer.entitlement, items.alias, values));
  const uses = readableUsesSql(viewer.entitlement, where.values)(where.values.add(assetId));
  const rows = await viewer.scope.rows(
    items.select(`join (select item_id, bool_and(in_draft) as in_draft from (${uses}) u group by item_id) u
        on u.item_id = ${items.c.id}
      where ${where.sql}
      order by u.item_id desc limit ${MAX_SHOWN}`),
    where.values.list,
  );
  return rows.map(({ inDraft, ...item }) => ({ ...item, ...(inDraft && { inDraft }) }));
}

/**
 * The items that use a file, as a `select` of `asset_id`, `item_id` and `in_draft`, for a `from`: those that are written with it, and
 * for who sees drafts those whose draft is. Each caller adds its condition on the items themselves.
 * @returns takes SQL with the id of the file, or with `any(…)`; the values are the same each time
 */
export function readableUsesSql(viewer: Entitlement, values: Values): (asset: string) => string {
  const usesOfItems = (asset: string): string =>
    `select u.asset_id, u.item_id, false as in_draft from asset_use u where u.asset_id = ${asset}`;
  if (!viewer.seesUnpublished) return usesOfItems;
  const isReadable = accessCondition(viewer, 'd', values);
  return (asset) => `${usesOfItems(asset)} union all
    select u.asset_id, u.draft_id, true from draft_asset_use u join content_draft d on d.id = u.draft_id
    where u.asset_id = ${asset} and ${isReadable}`;
}
