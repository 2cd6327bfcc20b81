import { columns } from '../../database/columns.ts';
import type { SelectList } from '../../database/table.ts';
import type { Rows, ScopeTransaction } from '../../database/database.ts';
import type { AccessLevel } from '../access/access-level.ts';
import type { AssetKind, AssetStatus, FolderAccessLevel } from './asset.entity.ts';
import type { Asset } from './asset.types.ts';

export interface AssetRow {
  id: string;
  folderId: string | null;
  key: string;
  fileName: string;
  contentType: string;
  kind: AssetKind;
  status: AssetStatus;
  /** Bytes, as PostgreSQL's text of a bigint. */
  size: string | null;
  width: number | null;
  height: number | null;
  error: { code: string; message: string } | null;
  /** The stricter of the folder's level and the one that was said for the file itself; PostgreSQL computes it. */
  accessLevel: AccessLevel;
  requiredSubscriptions: string[];
  /** That of the folder it lies in, or lay in last. */
  folderAccessLevel: FolderAccessLevel;
  expiresAt: string;
  createdAt: string;
}

/** Of `asset a`. */
export const ASSET_COLUMNS = columns('a', [
  'id',
  'folderId',
  'key',
  'fileName',
  'contentType',
  'kind',
  'status',
  'size',
  'width',
  'height',
  'error',
  'accessLevel',
  'requiredSubscriptions',
  'folderAccessLevel',
  'expiresAt',
  'createdAt',
]) as SelectList<AssetRow>;

export async function assetByKey(rows: Rows, siteId: string, key: string): Promise<AssetRow | null> {
  const [row] = await rows.rows<AssetRow>(`select ${ASSET_COLUMNS} from asset a where a.site_id = $1 and a.key = $2`, [
    siteId,
    key,
  ]);
  return row ?? null;
}

export async function assetById(rows: Rows, siteId: string, id: string): Promise<AssetRow | null> {
  const [row] = await rows.rows<AssetRow>(`select ${ASSET_COLUMNS} from asset a where a.site_id = $1 and a.id = $2`, [
    siteId,
    id,
  ]);
  return row ?? null;
}

/** Held against other writes, and changes of its access level, until the transaction ends. Null: there is none, or it is not live. */
export async function holdLiveAsset(tx: ScopeTransaction, key: string): Promise<AssetRow | null> {
  const held = await tx.rows(`select id from asset where site_id = $1 and key = $2 and status = 'live' for update`, [
    tx.siteId,
    key,
  ]);
  return held.length > 0 ? assetByKey(tx, tx.siteId, key) : null;
}

export function toAsset(row: AssetRow, url: string): Asset {
  return {
    ...row,
    size: row.size === null ? null : Number(row.size),
    requiredSubscriptions: row.accessLevel === 'subscription' ? row.requiredSubscriptions : null,
    url,
  };
}

/** All files of a folder take its level, and are locked, so that none leaves or gets a document under the former one meanwhile. Answers their keys. */
export async function setFolderLevel(
  tx: ScopeTransaction,
  folderId: string,
  level: FolderAccessLevel,
): Promise<string[]> {
  const rows = await tx.rows<{ key: string }>(
    'update asset set folder_access_level = $3, updated_at = now() where site_id = $1 and folder_id = $2 returning key',
    [tx.siteId, folderId, level],
  );
  return rows.map(({ key }) => key);
}

/** A level said for the file itself, which counts where it is stricter than that of the folder. */
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
