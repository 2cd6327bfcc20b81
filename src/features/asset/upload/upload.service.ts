import type { Readable } from 'node:stream';
import type { Database, ScopeTransaction } from '../../../database/database.ts';
import { assertRoom } from '../../../database/writes.ts';
import type { FileStorage, GrantSigner, RedeemedGrant, StoredFile } from '../../../ports/file-storage.ts';
import { Checks, NAME_LENGTH } from '../../../shared/checks.ts';
import { cleanUp } from '../../../shared/deadline.ts';
import { ServiceError, orNotFound } from '../../../shared/errors.ts';
import { newId } from '../../../shared/ids.ts';
import type { UploadedFile } from '../../../shared/http/uploaded-file.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { JobService } from '../../job/job.service.ts';
import { CreateUploadGrantInput, type UploadTarget } from '../asset.inputs.ts';
import { assetByKey, toAsset } from '../asset.rows.ts';
import type { Asset, UploadGrant } from '../asset.types.ts';
import { readBounded, tooLargeError } from './read-bounded.ts';
import { type FileType, MAX_BYTES, findFileType, fileTypeOfForm } from '../file-types.ts';
import type { FileUrls } from '../file-urls.ts';
import { lockFolder } from '../folder/folder.rows.ts';
import { folderPath, newKey, scopeOfKey, stagedKey } from '../object-key.ts';
import { assertNotExpired, uploadUsedError } from './upload-grant.ts';
import type { SettleUpload } from './settle-upload.ts';

/** Lifetime of the URL of a resumable upload. */
const RESUMABLE_SECONDS = 24 * 60 * 60;
/** Maximum duration of a form upload. */
const FORM_SECONDS = 6 * 60 * 60;

export interface UploadOptions {
  database: Database;
  storage: FileStorage;
  jobs: JobService;
  settle: SettleUpload;
  /** Signs the URLs of resumable uploads. */
  resumable: GrantSigner;
  urls: FileUrls;
  /** Lifetime of an upload URL. */
  grantSeconds: number;
}

/** Uploads files by a grant that is redeemed later, or by a form. Both end in `SettleUpload`. */
export class UploadService {
  private readonly options: UploadOptions;

  constructor(options: UploadOptions) {
    this.options = options;
  }

  async grant(viewer: Viewer, input: CreateUploadGrantInput): Promise<UploadGrant> {
    const type = findFileType(input.filename, input.contentType) ?? unsupportedType();
    const { storage, grantSeconds, urls, resumable } = this.options;
    const { contentType } = input;
    const size = input.size ?? null;
    if (size !== null && size > MAX_BYTES[type.kind]) throw tooLargeError(MAX_BYTES[type.kind]);
    const seconds = size === null ? grantSeconds : Math.max(grantSeconds, RESUMABLE_SECONDS);
    const key = await this.begin(viewer, input.filename, type, input, { seconds, size });
    const upload = await storage.grant({
      key: stagedKey(key),
      contentType,
      maxBytes: MAX_BYTES[type.kind],
      expiresInSeconds: grantSeconds,
    });
    return {
      uploadUrl: upload.url,
      resumableUrl:
        size === null ? null : resumable.sign({ key, contentType, maxBytes: size, expiresInSeconds: seconds }),
      headers: upload.headers,
      cdnUrl: urls.unsignedUrl(key),
      key,
      expiresIn: grantSeconds,
    };
  }

  /** A file in a form: streamed to the storage, live when the call returns. */
  async upload(viewer: Viewer, file: UploadedFile, target: UploadTarget): Promise<Asset> {
    const checks = new Checks();
    checks.required('filename', file.fileName);
    checks.length('filename', file.fileName, NAME_LENGTH);
    checks.throwIfInvalid();
    const type = fileTypeOfForm(file.fileName, file.contentType) ?? unsupportedType();
    const key = await this.begin(viewer, file.fileName, type, target, { seconds: FORM_SECONDS, size: null });
    try {
      await this.stage(key, type.contentTypes[0], MAX_BYTES[type.kind], file.content);
      const row = await this.options.settle.settleLive(viewer.unrestricted('write'), key);
      return toAsset(row, this.options.urls.fileUrl(viewer.entitlement, row));
    } catch (error) {
      await cleanUp(() => this.options.settle.abandon(viewer.unrestricted('write'), key));
      throw error;
    }
  }

  /** The bytes of a grant that this service redeems itself. */
  async receive(
    grant: RedeemedGrant,
    body: { contentType: string; length: number | null; content: Readable },
  ): Promise<Pick<Asset, 'key' | 'url'>> {
    assertNotExpired(grant);
    if (body.contentType.trim().toLowerCase() !== grant.contentType.trim().toLowerCase()) {
      throw new ServiceError('BAD_REQUEST', `Content-Type must be ${grant.contentType}`);
    }
    if (body.length !== null && body.length > grant.maxBytes) throw tooLargeError(grant.maxBytes);
    const key = grant.key.slice(stagedKey('').length);
    const scope = scopeOfKey(this.options.database, key);
    const row = orNotFound(await assetByKey(scope, key), 'File');
    if (row.status !== 'pending') throw uploadUsedError();
    if (body.length !== null) await assertRoom(scope, 'stored_bytes', body.length);
    await this.stage(key, row.contentType, grant.maxBytes, body.content);
    await this.options.settle.settleLive(scope, key);
    return { key, url: this.options.urls.unsignedUrl(key) };
  }

  /** The row of an expected file, and the job that removes it if it is not uploaded. */
  private async begin(
    viewer: Viewer,
    fileName: string,
    type: FileType,
    target: UploadTarget,
    { seconds, size }: { seconds: number; size: number | null },
  ): Promise<string> {
    const id = newId();
    return viewer.unrestricted('write').write(async (tx) => {
      // Of a file whose size is not known yet, the size is compared when it has arrived.
      if (size === null) await assertRoom(tx, 'stored_bytes');
      const { folderId, path, accessLevel } = await locate(tx, target);
      const key = newKey(viewer.site.id, path, fileName);
      await tx.rows(
        `insert into asset (id, site_id, folder_id, folder_access_level, key, file_name, content_type, kind, status,
           expires_at, upload_size, upload_parts, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8, 'pending', now() + make_interval(secs => $9), $10,
           case when $10::bigint is not null then '[]'::jsonb end, now(), now())`,
        [id, viewer.site.id, folderId, accessLevel, key, fileName, type.contentTypes[0], type.kind, seconds, size],
      );
      await this.options.settle.watch(tx, { id, key }, seconds);
      return key;
    });
  }

  private stage(key: string, contentType: string, maxBytes: number, content: Readable): Promise<StoredFile> {
    return readBounded(content, { maxBytes }, (bytes) =>
      this.options.storage.write(stagedKey(key), bytes, { contentType }),
    );
  }
}

/** The folder by its id; or the requested path, and the folder with that path, if any. */
async function locate(tx: ScopeTransaction, { folderId, folder }: UploadTarget) {
  const path = folderId ? '' : folderPath(folder ?? '');
  const pathFolder = path === '' ? null : await lockFolder(tx, 'path', path);
  const target = folderId ? orNotFound(await lockFolder(tx, 'id', folderId), 'Folder') : pathFolder;
  return { folderId: target?.id ?? null, path: target?.path ?? path, accessLevel: target?.accessLevel ?? 'public' };
}

function unsupportedType(): never {
  throw new ServiceError('BAD_REQUEST', 'File type not supported');
}
