import type { Database } from '../../database/database.ts';
import { type ExpectedRevision, assertRevision } from '../../database/revision.ts';
import { expression, table } from '../../database/table.ts';
import type { FileStorage } from '../../ports/file-storage.ts';
import { orNotFound } from '../../shared/errors.ts';
import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { assertUnused } from './asset-use.rows.ts';
import type { UploadIndexing } from './upload-indexing.ts';
import type { JobHandler } from '../job/job-handler.ts';
import { type Job, type JobService, jobScope } from '../job/job.service.ts';
import { AssetEntity } from './asset.entity.ts';
import { variantsPrefix } from './image/variant-store.ts';
import { partsKey, stagedKey } from './object-key.ts';
import { GRACE_SECONDS } from './upload/settle-upload.ts';

/** The time after which no running upload or image transform can continue after the deletion. */
const LATE_SECONDS = 10 * 60;
const AGAIN_SECONDS = 60 * 60;

const deleted = table(AssetEntity, 'a', {
  only: ['id', 'key', 'revision'],
  add: { openSeconds: expression<number>('extract(epoch from a.expires_at - now())::float8') },
});
const deletion = (column: 'id' | 'key') =>
  deleted.statement((columns) => `delete from asset a where a.site_id = $1 and a.${column} = $2 returning ${columns}`);
const DELETE = { id: deletion('id'), key: deletion('key') };

interface RemoveOptions {
  database: Database;
  storage: FileStorage;
  jobs: JobService;
  indexing: UploadIndexing;
}

/** Deletes files: their rows immediately, so that they are not served or found any more; their bytes by a job. */
export class RemoveAsset implements JobHandler {
  private readonly options: RemoveOptions;

  constructor(options: RemoveOptions) {
    this.options = options;
  }

  /**
   * Deletes a file by its id or object key, with any status. Returns the id.
   * @throws ServiceError 409 if content items use it, unless it is forced
   */
  async delete(
    viewer: Viewer,
    idOrKey: string,
    { force = false, expected }: { force?: boolean; expected?: ExpectedRevision } = {},
  ): Promise<string> {
    const { jobs, indexing } = this.options;
    return viewer.unrestricted('write').write(async (tx) => {
      if (!force) await assertUnused(viewer, tx, idOrKey, expected);
      const row = await tx.row(DELETE[isId(idOrKey) ? 'id' : 'key'], [viewer.site.id, idOrKey]);
      const asset = orNotFound(row, 'File');
      assertRevision(asset, expected);
      await jobs.withdraw(tx, { kind: 'check-upload', key: asset.id });
      await indexing.forget(tx, asset);
      const lastLook = Date.now() + Math.max(asset.openSeconds + GRACE_SECONDS, LATE_SECONDS) * 1000;
      await jobs.enqueue(tx, { kind: 'clear-asset', key: asset.id, payload: { key: asset.key, lastLook } });
      return asset.id;
    });
  }

  /** Removes the objects of a file now, and once more when no issued upload URL is valid any more. */
  async run(job: Job): Promise<void> {
    const { storage } = this.options;
    const key = String(job.payload['key']);
    await storage.delete(key);
    await storage.delete(stagedKey(key));
    await storage.deletePrefix(partsKey(key));
    await storage.deletePrefix(variantsPrefix(key));
    const remainingMs = Number(job.payload['lastLook']) - Date.now();
    if (remainingMs > 0) await this.again(job, remainingMs / 1000);
  }

  /** All bytes of a deleted site. */
  async removeSite(siteId: string): Promise<void> {
    for (const folder of [siteId, stagedKey(siteId), partsKey(siteId), variantsPrefix(siteId)])
      await this.options.storage.deletePrefix(folder);
  }

  /** The storage was unavailable for long: the job must be repeated, because nothing else removes these bytes. */
  async onFailed(job: Job): Promise<void> {
    await this.again(job, AGAIN_SECONDS);
  }

  private async again(job: Job, delaySeconds: number): Promise<void> {
    const { key, payload } = job;
    const scope = jobScope(this.options.database, job);
    await scope.write((tx) => this.options.jobs.enqueue(tx, { kind: 'clear-asset', key, payload, delaySeconds }));
  }
}
