import type { SiteRows, ScopeTransaction } from '../../database/database.ts';
import { type TableRow, expression, table } from '../../database/table.ts';
import type { AccessLevel } from '../../access/access-level.ts';
import { findDenial } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { AssetEntity } from './asset.entity.ts';
import type { Asset } from './asset.types.ts';

export const assets = table(AssetEntity, 'a', {
  omit: ['siteId', 'size', 'uploadSize', 'uploadParts'],
  add: { size: expression<number | null>('a.size::float8') },
});
const { c } = assets;
/** A condition on files that are reached without a key, by which their site would have been found. */
export const SITE_EXISTS = `exists (select from site s where s.id = ${c.siteId})`;
const FIND_BY_KEY = assets.select(`where ${c.siteId} = $1 and ${c.key} = $2 and ${SITE_EXISTS}`);
const LIVE_LOCKED = assets.select(`where ${c.siteId} = $1 and ${c.key} = $2 and ${c.status} = 'live' for update`);

export type AssetRow = TableRow<typeof assets>;

export async function assetByKey(rows: SiteRows, key: string): Promise<AssetRow | null> {
  return rows.row(FIND_BY_KEY, [rows.siteId, key]);
}

export async function assetById(rows: SiteRows, id: string): Promise<AssetRow | null> {
  return rows.row(assets.byId, [rows.siteId, id]);
}

const live = (column: 'id' | 'key', type: 'uuid' | 'text') => {
  const sql = assets.select(`where ${c.siteId} = $1 and ${c[column]} = any($2::${type}[]) and ${c.status} = 'live'`);
  return async (viewer: Viewer, names: readonly string[]): Promise<(AssetRow | null)[]> => {
    const rows = new Map((await viewer.scope.rows(sql, [viewer.site.id, names])).map((row) => [row[column], row]));
    return names.map((name) => {
      const row = rows.get(name);
      return row && findDenial(viewer.entitlement, row) === null ? row : null;
    });
  };
};

/** Loads live files by id; null for unknown ids and for files that the viewer cannot read. */
export const liveAssetById = live('id', 'uuid');

/** Loads live files by object key, as `liveAssetById` does by id. */
export const liveAssetByKey = live('key', 'text');

/** Locks a live file against other writes and changes of its access level until the transaction ends. Null if there is none. */
export async function lockLiveAsset(tx: ScopeTransaction, key: string): Promise<AssetRow | null> {
  return tx.row(LIVE_LOCKED, [tx.siteId, key]);
}

export function toAsset(row: AssetRow, url: string): Asset {
  return {
    ...row,
    requiredSubscriptions: row.accessLevel === 'subscription' ? row.requiredSubscriptions : null,
    url,
  };
}

/** Sets the level of all files of a folder and locks them, so that none is moved or indexed with the previous level in the meantime. */
export const SET_FOLDER_LEVEL = table(AssetEntity, 'a', { only: ['key'] }).statement(
  (columns) => `update asset a set folder_access_level = $3, updated_at = now()
    where a.site_id = $1 and a.folder_id = $2 returning ${columns}`,
);

/** Sets the file's own level, which applies if it is stricter than that of the folder. */
export async function setOwnLevel(
  tx: ScopeTransaction,
  key: string,
  own: { accessLevel: AccessLevel; requiredSubscriptions: readonly string[] },
): Promise<void> {
  await tx.rows(
    `update asset set own_access_level = $3, own_required_subscriptions = $4, updated_at = now()
     where site_id = $1 and key = $2 and (own_access_level, own_required_subscriptions) is distinct from ($3, $4::text[])`,
    [tx.siteId, key, own.accessLevel, own.requiredSubscriptions],
  );
}
