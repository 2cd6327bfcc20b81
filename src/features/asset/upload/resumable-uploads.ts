import type { Readable } from 'node:stream';
import type { Database, Scope } from '../../../database/database.ts';
import type { FileStorage, RedeemedGrant } from '../../../ports/file-storage.ts';
import { ServiceError, conflict, orNotFound } from '../../../shared/errors.ts';
import { readBounded, tooLargeError } from './read-bounded.ts';
import { scopeOfKey } from '../object-key.ts';
import type { SettleUpload } from './settle-upload.ts';
import { type ResumableUpload, addParts, findResumable, receivedBytes } from './upload-parts.ts';
import { assertNotExpired, uploadUsedError } from './upload-grant.ts';

interface ResumableOptions {
  database: Database;
  settle: SettleUpload;
  storage: FileStorage;
}

/** A request that is sending bytes of an upload to this process. */
interface Writer {
  content: Readable;
  ended: Promise<unknown>;
}

/**
 * Uploads that continue after a broken connection. A URL signed for the key allows each of these calls.
 * See decision 119.
 */
export class ResumableUploads {
  private readonly options: ResumableOptions;
  private readonly writers = new Map<string, Writer>();

  constructor(options: ResumableOptions) {
    this.options = options;
  }

  /**
   * Number of bytes that have arrived. A request that is still sending is ended first, because its client has lost the
   * connection; a complete upload is made live.
   * @throws ServiceError 400 if the file was rejected
   */
  async offset(grant: RedeemedGrant): Promise<number> {
    await this.endWriter(grant.key);
    const { scope, upload } = await this.open(grant);
    if (upload.status === 'live') return upload.size;
    const receivedSize = receivedBytes(upload);
    if (receivedSize === upload.size) await this.options.settle.settleLive(scope, upload.key);
    return receivedSize;
  }

  /**
   * Adds bytes at the offset; when they complete the file, it is live. Returns the new offset.
   * @throws ServiceError 409 if the offset is not the number of bytes that have arrived, 413 beyond the size of the upload
   */
  async append(grant: RedeemedGrant, body: { offset: number; length: number | null; content: Readable }) {
    await this.endWriter(grant.key);
    const { scope, upload } = await this.open(grant);
    if (upload.status !== 'pending') throw uploadUsedError();
    const receivedSize = receivedBytes(upload);
    if (body.offset !== receivedSize) throw conflict(`Upload-Offset must be ${receivedSize}`, { offset: receivedSize });
    const remainder = upload.size - receivedSize;
    if (body.length !== null && body.length > remainder) throw tooLargeError(upload.size);
    const arrived = await this.write(scope, upload, body.content, remainder);
    if (arrived === upload.size) await this.options.settle.settleLive(scope, upload.key);
    return arrived;
  }

  /** Removes what has arrived; the URL is then not valid any more. */
  async cancel(grant: RedeemedGrant): Promise<void> {
    await this.endWriter(grant.key);
    const { scope, upload } = await this.open(grant);
    if (upload.status === 'live') throw uploadUsedError();
    await this.options.settle.abandon(scope, upload.key);
  }

  private async open(grant: RedeemedGrant): Promise<{ scope: Scope; upload: ResumableUpload }> {
    assertNotExpired(grant);
    const scope = scopeOfKey(this.options.database, grant.key);
    const upload = orNotFound(await findResumable(scope, grant.key), 'File');
    if (upload.status === 'refused')
      throw new ServiceError('BAD_REQUEST', upload.error?.message ?? 'File not accepted');
    return { scope, upload };
  }

  private async write(scope: Scope, upload: ResumableUpload, content: Readable, maxBytes: number): Promise<number> {
    let completion: Promise<unknown> = Promise.resolve();
    const writing = readBounded(content, { maxBytes }, (bytes) => {
      const adding = addParts(this.options.storage, scope, upload, bytes);
      completion = adding.catch(() => {});
      return adding;
    });
    const writer = { content, ended: completion };
    this.writers.set(upload.key, writer);
    try {
      return await writing;
    } finally {
      // What arrived before an error is being stored; the next request must see it.
      await completion;
      if (this.writers.get(upload.key) === writer) this.writers.delete(upload.key);
    }
  }

  private async endWriter(key: string): Promise<void> {
    const writer = this.writers.get(key);
    if (!writer) return;
    writer.content.destroy(conflict('Another request has continued this upload'));
    await writer.ended;
  }
}
