import type { Values } from '../../database/columns.ts';
import { withView } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../database/pagination.ts';
import { escapeLike } from '../../text/like.ts';
import { accessCondition, contentCondition } from '../../access/access-sql.ts';
import type { Viewer } from '../../access/viewer.ts';
import { readableUsesSql } from './asset-use.rows.ts';
import { AssetFilter } from './asset.inputs.ts';
import { type AssetRow, assets } from './asset.rows.ts';
import type { Asset } from './asset.types.ts';
import { listStoredTypes } from './file-types.ts';
import { folderPath } from './object-key.ts';

const { c } = assets;
/** A condition on names would not be read from its index in the table itself: see the view. */
const ASSET_LIST = withView(assets, 'asset_list');
const NEWEST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const ASSET_PAGES = { default: 50, max: 200 };

/** A page of the files that the viewer can read: two statements, whatever the filter. */
export async function listAssets(
  viewer: Viewer,
  filter: AssetFilter,
  page: PageRequest,
  toAsset: (row: AssetRow) => Asset,
): Promise<Page<Asset>> {
  return readPage(viewer.scope, page, {
    table: ASSET_LIST,
    where: conditions(viewer, filter),
    sort: NEWEST,
    sizes: ASSET_PAGES,
    toItem: toAsset,
    sortValue: (asset) => asset.createdAt,
  });
}

function conditions(viewer: Viewer, { folderId, folder, name, mimeType, unused, kind, status }: AssetFilter): Where {
  const where = new Where()
    .equal(c.siteId, viewer.site.id)
    .equal(c.status, status ?? 'live')
    .and((values) => accessCondition(viewer.entitlement, assets.alias, values))
    .equal(c.kind, kind)
    .whenPresent(mimeType ? listStoredTypes(mimeType) : null, (n) => `${c.contentType} = any(${n}::text[])`)
    .whenPresent(name ? `%${escapeLike(name)}%` : null, (n) => `lower(${c.fileName}) like lower(${n})`);
  if (unused !== null && unused !== undefined)
    where.and((values) => `${unused ? 'not ' : ''}${isUsed(viewer, values)}`);
  const path = folder ? folderPath(folder) : null;
  if (path === '' || folderId === 'null') where.and(() => `${c.folderId} is null`);
  if (folderId !== 'null') where.id(c.folderId, folderId);
  const folderQuery = `select f.id from asset_folder f where f.site_id = ${c.siteId} and f.path =`;
  return where.whenPresent(path || null, (n) => `${c.folderId} = (${folderQuery} ${n})`);
}

function isUsed({ entitlement }: Viewer, values: Values): string {
  return `exists (select from (${readableUsesSql(entitlement, values)(c.id)}) u join content_item i on i.id = u.item_id
    where ${contentCondition(entitlement, 'i', values)})`;
}
