import { type ExpectedRevision, lockForUpdate } from '../../database/revision.ts';
import { table } from '../../database/table.ts';
import { Where } from '../../database/where.ts';
import { notFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import { type Page, type PageRequest, type Sort, readPage } from '../../shared/pagination.ts';
import { readGranted } from '../access/read-granted.ts';
import { accessCondition } from '../access/access-sql.ts';
import type { Guarded } from '../access/entitlement.ts';
import type { Viewer } from '../access/viewer.ts';
import type { AssetFilter } from './asset.inputs.ts';
import { AssetEntity } from './asset.entity.ts';
import { type AssetRow, assetById, assetByKey, assets, toAsset } from './asset.rows.ts';
import type { Asset } from './asset.types.ts';
import type { FileUrls } from './file-urls.ts';
import { siteOfKey } from './object-key.ts';
import { lockFolder } from './folder.rows.ts';
import type { SettleUpload } from './settle-upload.ts';
import type { UploadIndexing } from './upload-indexing.ts';

const { c } = assets;
const NEWEST: Sort = { expression: c.createdAt, direction: 'desc', type: 'timestamptz', nullable: false };
export const ASSET_PAGES = { default: 50, max: 200 };

/** The files of a site as rows; their bytes are in the file storage. */
export class AssetService {
  private readonly settle: SettleUpload;
  private readonly urls: FileUrls;
  private readonly indexing: UploadIndexing;

  constructor(settle: SettleUpload, urls: FileUrls, indexing: UploadIndexing) {
    this.settle = settle;
    this.urls = urls;
    this.indexing = indexing;
  }

  async list(viewer: Viewer, filter: AssetFilter, page: PageRequest): Promise<Page<Asset>> {
    const { folderId } = filter;
    const where = new Where()
      .equal(c.siteId, viewer.site.id)
      .equal(c.status, filter.status ?? 'live')
      .and((values) => accessCondition(viewer.entitlement, assets.alias, values))
      .equal(c.kind, filter.kind);
    if (folderId === 'null') where.and(() => `${c.folderId} is null`);
    else where.id(c.folderId, folderId);
    return readPage(viewer.scope, page, {
      table: assets,
      where,
      sort: NEWEST,
      sizes: ASSET_PAGES,
      toItem: (row) => this.toAsset(viewer, row),
      sortValue: (asset) => asset.createdAt,
    });
  }

  /** By id or object key. 401 or 403 if the viewer cannot read it. */
  async get(viewer: Viewer, idOrKey: string): Promise<Asset> {
    const read = isId(idOrKey) ? assetById : assetByKey;
    return this.toAsset(viewer, await readGranted(viewer, 'File', (scope) => read(scope, idOrKey)));
  }

  /**
   * The site's live file with this key, without an access check; null if there is none. A file that was just uploaded
   * directly to the storage is checked and made live here.
   * @throws ServiceError 400 if its content is rejected
   */
  async find(viewer: Viewer, key: string): Promise<AssetRow | null> {
    if (siteOfKey(key) !== viewer.site.id) return null;
    const row = await this.settle.settle(viewer.unrestrictedScope, key);
    return row?.status === 'live' ? row : null;
  }

  /** Like `find`, by id. */
  async findById(viewer: Viewer, id: string): Promise<AssetRow | null> {
    const row = isId(id) ? await assetById(viewer.unrestrictedScope, id) : null;
    return row && this.find(viewer, row.key);
  }

  /** The key in a URL of one of the site's files; null for any other URL. */
  keyInUrl(viewer: Viewer, url: URL): string | null {
    const key = this.urls.keyOf(url);
    return key !== null && siteOfKey(key) === viewer.site.id ? key : null;
  }

  /** The URL of a file, signed if it is restricted and the viewer can read it. */
  urlFor(viewer: Viewer, file: Guarded & { key: string }): string {
    return this.urls.urlFor(viewer.entitlement, file);
  }

  /** The address of a file without a signature. */
  unsignedUrl({ key }: Pick<AssetRow, 'key'>): string {
    return this.urls.unsigned(key);
  }

  /**
   * Moves a file into a folder, whose access level it gets, or out of its folder, with the same level. The key does not
   * change.
   */
  async move(viewer: Viewer, id: string, folderId: string | null, expected?: ExpectedRevision): Promise<Asset> {
    const row = await viewer.unrestrictedScope.write(async (tx) => {
      const folder = folderId === null ? null : await lockFolder(tx, 'id', folderId);
      if (folderId !== null && !folder) throw notFound('Folder');
      await lockForUpdate(tx, AssetEntity, id, { resource: 'File', expected });
      const moved = await tx.row(MOVE, [id, tx.siteId, folderId, folder?.accessLevel ?? null]);
      if (folder && moved) await this.indexing.follow(tx, [moved.key], folder.accessLevel);
      return assetById(tx, id);
    });
    if (!row) throw notFound('File');
    return this.toAsset(viewer, row);
  }

  private toAsset(viewer: Viewer, row: AssetRow): Asset {
    return toAsset(row, this.urlFor(viewer, row));
  }
}

const MOVE = table(AssetEntity, 'a', { only: ['key'] }).statement(
  (columns) => `update asset a set folder_id = $3, folder_access_level = coalesce($4, a.folder_access_level),
    updated_at = now() where a.id = $1 and a.site_id = $2 returning ${columns}`,
);
