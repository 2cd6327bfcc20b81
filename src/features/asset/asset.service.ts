import type { Values } from '../../database/columns.ts';
import type { ScopeTransaction } from '../../database/database.ts';
import { Where } from '../../database/where.ts';
import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { refuseUnlessGranted } from '../access/access.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Viewer } from '../access/viewer.ts';
import type { AssetFilter } from './asset.inputs.ts';
import type { FolderAccessLevel } from './asset.entity.ts';
import { ASSET_COLUMNS, type AssetRow, assetById, assetByKey, holdLiveAsset, toAsset } from './asset.rows.ts';
import type { Asset } from './asset.types.ts';
import type { FileUrls } from './file-urls.ts';
import { siteOfKey } from './object-key.ts';
import type { OnLevel } from './folder.service.ts';
import type { SettleUpload } from './settle-upload.ts';

const NEWEST: Sort = { expression: 'a.created_at', direction: 'desc', type: 'timestamptz', nullable: false };
const SIZES = { default: 50, max: 200 };

/** The files of a site, as rows: their bytes are the file storage's. */
export class AssetService {
  private readonly settle: SettleUpload;
  private readonly urls: FileUrls;
  private readonly onLevel: OnLevel;

  constructor(settle: SettleUpload, urls: FileUrls, onLevel: OnLevel) {
    this.settle = settle;
    this.urls = urls;
    this.onLevel = onLevel;
  }

  async list(viewer: Viewer, filter: AssetFilter, page: PageRequest): Promise<Page<Asset>> {
    const { folderId } = filter;
    const where = new Where()
      .equal('a.site_id', viewer.site.id)
      .equal('a.status', filter.status ?? 'live')
      .and((values) => accessCondition(viewer.entitlement, 'a', values))
      .equal('a.kind', filter.kind);
    if (folderId) where.and((values) => inFolder(folderId, values));
    return readPage<AssetRow, Asset>(viewer.scope, page, {
      table: { name: 'asset a', alias: 'a', from: 'asset a', columns: ASSET_COLUMNS },
      where,
      sort: NEWEST,
      sizes: SIZES,
      toItem: (row) => this.toAsset(viewer, row),
      sortValue: (asset) => asset.createdAt,
    });
  }

  /** By id or object key. 401 or 403 for one that the viewer may not see. */
  async get(viewer: Viewer, idOrKey: string): Promise<Asset> {
    const read = isId(idOrKey) ? assetById : assetByKey;
    const row =
      (await read(viewer.scope, viewer.site.id, idOrKey)) ??
      (await read(viewer.unrestrictedScope, viewer.site.id, idOrKey));
    if (!row) throw notFound('File');
    refuseUnlessGranted(viewer, row);
    return this.toAsset(viewer, row);
  }

  /**
   * The site's live file of that key, whoever may see it; null where there is none. What was uploaded a moment ago,
   * straight to the vendor, is checked and made live here. @throws ServiceError 400 when its content is refused.
   */
  async find(viewer: Viewer, key: string): Promise<AssetRow | null> {
    if (siteOfKey(key) !== viewer.site.id) return null;
    const row = await this.settle.settle(viewer.unrestrictedScope, key);
    return row?.status === 'live' ? row : null;
  }

  /** The same in a transaction, locked until it ends. */
  async hold(tx: ScopeTransaction, key: string): Promise<AssetRow | null> {
    return holdLiveAsset(tx, key);
  }

  /** Into a folder, whose access level it takes, or out of any, with the level that it had: the key stays. */
  async move(viewer: Viewer, id: string, folderId: string | null): Promise<Asset> {
    if (!isId(id)) throw notFound('File');
    const row = await viewer.unrestrictedScope.write(async (tx) => {
      let folder: { accessLevel: FolderAccessLevel } | undefined;
      if (folderId !== null) {
        const values = [isId(folderId) ? folderId : null, viewer.site.id];
        [folder] = await tx.rows<{ accessLevel: FolderAccessLevel }>(
          'select access_level as "accessLevel" from asset_folder where id = $1 and site_id = $2 for share',
          values,
        );
        if (!folder) throw notFound('Folder');
      }
      const [moved] = await tx.rows<{ key: string }>(
        `update asset set folder_id = $3, folder_access_level = coalesce($4, folder_access_level), updated_at = now()
         where id = $1 and site_id = $2 returning key`,
        [id, viewer.site.id, folderId, folder?.accessLevel ?? null],
      );
      if (!moved) throw notFound('File');
      if (folder) await this.onLevel(tx, [moved.key], folder.accessLevel);
      return assetByKey(tx, viewer.site.id, moved.key);
    });
    if (!row) throw notFound('File');
    return this.toAsset(viewer, row);
  }

  private toAsset(viewer: Viewer, row: AssetRow): Asset {
    return toAsset(row, this.urls.urlFor(viewer.entitlement, row));
  }
}

function inFolder(folderId: string, values: Values): string {
  if (folderId === 'null') return 'a.folder_id is null';
  return isId(folderId) ? `a.folder_id = ${values.add(folderId)}` : 'false';
}
