import { columns } from '../../database/columns.ts';
import type { Rows, ScopeTransaction } from '../../database/database.ts';
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
  accessLevel: FolderAccessLevel;
  expiresAt: string;
  createdAt: string;
}

const FACTS = ['id', 'folderId', 'key', 'fileName', 'contentType', 'kind', 'status', 'size', 'width', 'height'];

/** Of `asset a`, with the folder's access level. */
export const ASSET_COLUMNS = `${columns('a', [...FACTS, 'error', 'expiresAt', 'createdAt'])},
  coalesce((select f.access_level from asset_folder f where f.id = a.folder_id), 'public') as "accessLevel"`;

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

/** Held against other writes, and changes of its folder's access level, until the transaction ends. Null: there is none, or it is not live. */
export async function holdLiveAsset(tx: ScopeTransaction, key: string): Promise<AssetRow | null> {
  const held = await tx.rows(`select id from asset where site_id = $1 and key = $2 and status = 'live' for update`, [
    tx.siteId,
    key,
  ]);
  return held.length > 0 ? assetByKey(tx, tx.siteId, key) : null;
}

/** @param cdnUrl without a slash at the end */
export function shownAsset({ size, ...row }: AssetRow, cdnUrl: string): Asset {
  return { ...row, size: size === null ? null : Number(size), url: `${cdnUrl}/${row.key}` };
}
