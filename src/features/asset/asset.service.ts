import type { ScopeTransaction } from '../../database/database.ts';
import { type ExpectedRevision, findForUpdate } from '../../database/revision.ts';
import { badRequest, orNotFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Page, PageRequest } from '../../database/pagination.ts';
import { patch } from '../../shared/patch.ts';
import { readGranted } from '../../access/read-granted.ts';
import type { AccessProperties } from '../../access/entitlement.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type AssetFilter, UpdateAssetInput } from './asset.inputs.ts';
import { AssetEntity } from './asset.entity.ts';
import { listAssets } from './asset.list.ts';
import { type AssetRow, assetById, assetByKey, toAsset } from './asset.rows.ts';
import type { Asset } from './asset.types.ts';
import type { FileUrls } from './file-urls.ts';
import { siteOfKey } from './object-key.ts';
import { lockFolder } from './folder/folder.rows.ts';
import type { SettleUpload } from './upload/settle-upload.ts';
import type { UploadIndexing } from './upload-indexing.ts';

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
    return listAssets(viewer, filter, page, (row) => this.toAsset(viewer, row));
  }

  /** Returns a file by its id or object key. @throws ServiceError 401 or 403 if the viewer cannot read it */
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
    const row = await this.settle.settle(viewer.unrestricted('write'), key);
    return row?.status === 'live' ? row : null;
  }

  /** Finds a file by its id, as `find` does. */
  async findById(viewer: Viewer, id: string): Promise<AssetRow | null> {
    const row = isId(id) ? await assetById(viewer.unrestricted('write'), id) : null;
    return row && this.find(viewer, row.key);
  }

  /** The key in a URL of one of the site's files; null for any other URL. */
  keyInUrl(viewer: Viewer, url: URL): string | null {
    const key = this.urls.parseKey(url);
    return key !== null && siteOfKey(key) === viewer.site.id ? key : null;
  }

  /** The URL of a file, signed if it is restricted and the viewer can read it. */
  fileUrl(viewer: Viewer, file: AccessProperties & { key: string }): string {
    return this.urls.fileUrl(viewer.entitlement, file);
  }

  /** The address of a file without a signature. */
  unsignedUrl({ key }: Pick<AssetRow, 'key'>): string {
    return this.urls.unsignedUrl(key);
  }

  /** Changes a file by its id or object key. The key does not change. */
  async update(viewer: Viewer, idOrKey: string, input: UpdateAssetInput, expected?: ExpectedRevision): Promise<Asset> {
    const row = await viewer.unrestricted('write').write((tx) => this.change(tx, idOrKey, input, expected));
    return this.toAsset(viewer, row);
  }

  private async change(
    tx: ScopeTransaction,
    idOrKey: string,
    { folderId, ...values }: UpdateAssetInput,
    expected: ExpectedRevision,
  ): Promise<AssetRow> {
    const folder = folderId ? orNotFound(await lockFolder(tx, 'id', folderId), 'Folder') : null;
    const by = isId(idOrKey) ? { id: idOrKey } : { key: idOrKey };
    const asset = await findForUpdate(tx, AssetEntity, by, { resource: 'File', expected });
    if (values.focalPoint && asset.kind !== 'image') throw badRequest('focalPoint', 'focalPoint is only for images');
    Object.assign(asset, patch(asset, values, {}), { updatedAt: new Date() });
    if (folderId !== undefined) asset.folderId = folder?.id ?? null;
    // Out of its folder it keeps the level.
    if (folder) asset.folderAccessLevel = folder.accessLevel;
    await tx.em.flush();
    if (folder) await this.indexing.follow(tx, [asset.key], folder.accessLevel);
    return orNotFound(await assetById(tx, asset.id), 'File');
  }

  private toAsset(viewer: Viewer, row: AssetRow): Asset {
    return toAsset(row, this.fileUrl(viewer, row));
  }
}
