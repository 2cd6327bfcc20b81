import type { Database, Scope, ScopeTransaction } from '../../../database/database.ts';
import { expression, table } from '../../../database/table.ts';
import type { FileStorage, StoredFile } from '../../../ports/file-storage.ts';
import { ServiceError, notFound, orNotFound } from '../../../shared/errors.ts';
import { isLimitReached } from '../../../shared/plan-limits.ts';
import type { UploadIndexing } from '../upload-indexing.ts';
import type { JobHandler } from '../../job/job-handler.ts';
import { type Job, type JobService, jobScope } from '../../job/job.service.ts';
import { AssetEntity } from '../asset.entity.ts';
import { type AssetRow, assetByKey, assets } from '../asset.rows.ts';
import { tooLargeError } from './read-bounded.ts';
import { MAX_BYTES, findFileType } from '../file-types.ts';
import type { InspectImage } from '../image/image-inspector.ts';
import { partsKey, stagedKey } from '../object-key.ts';
import { joinParts } from './upload-parts.ts';
import { openStoredContent, unsupportedTypeError, verifyContent } from './verify-content.ts';

/** The maximum duration of an upload after its URL has expired. */
export const GRACE_SECONDS = 2 * 60 * 60;
/** A cloud storage does not report uploads: they are checked after these many seconds, with increasing intervals. */
const FIRST_LOOK_SECONDS = 10;
const MAX_LOOK_SECONDS = 300;
/** The maximum number of times that the content may be replaced during the check. */
const MAX_CHECKS = 3;

const { c } = assets;
const DELETE_UNLESS_LIVE = table(AssetEntity, 'a', { only: ['id'] }).statement(
  (columns) => `delete from asset a where ${c.key} = $1 and ${c.status} <> 'live' returning ${columns}`,
);
const LOCK_BY_ID = table(AssetEntity, 'a', {
  only: ['status'],
  add: { isResumable: expression<boolean>(`${c.uploadSize} is not null`) },
}).select(`where ${c.id} = $1 for update`);
const TIMING_BY_ID = table(AssetEntity, 'a', {
  only: [],
  add: {
    openSeconds: expression<number>(`extract(epoch from ${c.expiresAt} - now())::float8`),
    ageSeconds: expression<number>(`extract(epoch from now() - ${c.createdAt})::float8`),
  },
}).select(`where ${c.id} = $1`);

interface SettleOptions {
  database: Database;
  storage: FileStorage;
  inspect: InspectImage;
  jobs: JobService;
  indexing: Required<UploadIndexing>;
}

/** Moves an upload from pending through verified to live, or rejects it. Idempotent and safe to run concurrently. */
export class SettleUpload implements JobHandler {
  private readonly options: SettleOptions;

  constructor(options: SettleOptions) {
    this.options = options;
  }

  /**
   * Checks the uploaded content of a key and makes it live. Returns the row: still `pending` if nothing was uploaded,
   * null if there is none.
   * @throws ServiceError if the content is rejected
   */
  async settle(scope: Scope, key: string): Promise<AssetRow | null> {
    for (let check = 1; check <= MAX_CHECKS; check++) {
      const row = await assetByKey(scope, key);
      if (!row || row.status === 'live' || row.status === 'refused') return row;
      const { storage } = this.options;
      const stored = await storage.stat(stagedKey(key));
      const staged = stored ?? (row.status === 'pending' ? await joinParts(storage, scope, key) : null);
      if (!staged && row.status === 'pending') return row;
      if (staged && !(await this.verify(scope, row, staged))) continue;
      const published = await this.publish(scope, row, staged);
      if (!published) continue;
      await storage.deletePrefix(partsKey(key));
      return published;
    }
    throw new ServiceError('CONFLICT', 'The file was replaced while it was being checked');
  }

  /** Settles an upload that is complete. @throws ServiceError also for an unknown key */
  async settleLive(scope: Scope, key: string): Promise<AssetRow> {
    const row = orNotFound(await this.settle(scope, key), 'File');
    if (row.status === 'live') return row;
    throw row.error ? new ServiceError('BAD_REQUEST', row.error.message) : notFound('File');
  }

  /** Enqueues, in the transaction that starts an upload, the job that finishes or removes it. */
  async watch(tx: ScopeTransaction, { id, key }: { id: string; key: string }, seconds: number): Promise<void> {
    const reportsUploads = this.options.storage.redeemer !== null;
    const delaySeconds = reportsUploads ? seconds + GRACE_SECONDS : FIRST_LOOK_SECONDS;
    await this.options.jobs.enqueue(tx, { kind: 'check-upload', key: id, payload: { key }, delaySeconds });
  }

  /** Removes an upload that failed. */
  async abandon(scope: Scope, key: string): Promise<void> {
    await this.deleteBytes(key);
    await scope.write(async (tx) => {
      const row = await tx.row(DELETE_UNLESS_LIVE, [key]);
      if (row) await this.options.jobs.withdraw(tx, { kind: 'check-upload', key: row.id });
    });
  }

  /** Checks whether the file was uploaded, until the grant expires; then removes what is left. */
  async run(job: Job): Promise<void> {
    const key = String(job.payload['key']);
    const scope = jobScope(this.options.database, job);
    const timing = await scope.row(TIMING_BY_ID, [job.key]);
    if (!timing) return;
    const remainingSeconds = timing.openSeconds + GRACE_SECONDS;
    if (remainingSeconds <= 0) return this.removeUnlessLive(scope, key);
    const next = Math.min(Math.max(timing.ageSeconds, FIRST_LOOK_SECONDS), MAX_LOOK_SECONDS, remainingSeconds);
    // Before anything can fail, so that there is always another check.
    const again = { kind: 'check-upload', key: job.key, payload: job.payload, delaySeconds: next } as const;
    await scope.write((tx) => this.options.jobs.enqueue(tx, again));
    await this.settle(scope, key).catch(ignoreServiceError);
  }

  private async removeUnlessLive(scope: Scope, key: string): Promise<void> {
    await this.settle(scope, key).catch(ignoreServiceError);
    await this.deleteBytes(key);
    await scope.change(DELETE_UNLESS_LIVE, [key]);
  }

  private async deleteBytes(key: string): Promise<void> {
    await this.options.storage.delete(stagedKey(key));
    await this.options.storage.deletePrefix(partsKey(key));
  }

  /** False if the content was moved or replaced in the meantime, so that the result is outdated. */
  private async verify(scope: Scope, row: AssetRow, staged: StoredFile): Promise<boolean> {
    const { storage, inspect } = this.options;
    const type = findFileType(row.fileName, row.contentType);
    try {
      if (!type) throw unsupportedTypeError('The file name has no supported extension');
      if (staged.size > MAX_BYTES[type.kind]) throw tooLargeError(MAX_BYTES[type.kind]);
      const content = openStoredContent(storage, stagedKey(row.key), staged);
      const facts = await verifyContent(content, type, (open) => inspect(scope.siteId, open));
      await scope.change(
        `update asset set status = 'verified', size = $2, width = $3, height = $4, blurhash = $5, updated_at = now()
         where id = $1 and status in ('pending', 'verified')`,
        [row.id, staged.size, facts.width, facts.height, facts.blurhash],
      );
      return true;
    } catch (error) {
      const now = await storage.stat(stagedKey(row.key));
      if (now?.version !== staged.version) return false;
      if (isVerdict(error)) await this.reject(scope, row, error);
      throw error;
    }
  }

  /** Publishes the checked content. Null if it was replaced after the check. The row is locked, so that a live file is never replaced. */
  private publish(scope: Scope, row: AssetRow, staged: StoredFile | null): Promise<AssetRow | null> {
    const { storage, jobs, indexing } = this.options;
    return scope.write(async (tx) => {
      const lockedRow = await tx.row(LOCK_BY_ID, [row.id]);
      if (lockedRow?.status === 'verified') {
        const moved = staged !== null && (await storage.move(stagedKey(row.key), row.key, staged.version));
        // Moved by a process that crashed before it updated the row.
        if (!moved && !(await storage.stat(row.key))) return null;
        await tx.rows(`update asset set status = 'live', error = null, updated_at = now() where id = $1`, [row.id]);
        const live = await assetByKey(tx, row.key);
        if (live) {
          const { fileName, folderAccessLevel } = live;
          await indexing.onUpload(tx, { key: live.key, fileName, accessLevel: folderAccessLevel });
        }
        // A cloud upload URL stays valid until it expires: later uploads must be removed. So must parts.
        if (storage.redeemer && !lockedRow.isResumable) await jobs.withdraw(tx, { kind: 'check-upload', key: row.id });
      }
      return assetByKey(tx, row.key);
    });
  }

  private async reject(scope: Scope, row: AssetRow, { code, message }: ServiceError): Promise<void> {
    const sql = `update asset set status = 'refused', error = $2, updated_at = now() where id = $1 and status <> 'live'`;
    await scope.change(sql, [row.id, JSON.stringify({ code, message })]);
    await this.deleteBytes(row.key);
  }
}

/** Errors of the content itself, or of its size for the site, which a retry cannot solve. */
function isVerdict(error: unknown): error is ServiceError {
  if (!(error instanceof ServiceError)) return false;
  return error.code === 'BAD_REQUEST' || error.code === 'PAYLOAD_TOO_LARGE' || isLimitReached(error);
}

function ignoreServiceError(error: unknown): void {
  if (!isVerdict(error)) throw error;
}
