import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Scope } from '../../../database/database.ts';
import { type TableRow, expression, table } from '../../../database/table.ts';
import type { FileStorage, StoredFile } from '../../../ports/file-storage.ts';
import { cleanUp } from '../../../shared/deadline.ts';
import { ServiceError, conflict } from '../../../shared/errors.ts';
import { AssetEntity, type UploadPart } from '../asset.entity.ts';
import { SITE_EXISTS } from '../asset.rows.ts';
import { partsKey, stagedKey } from '../object-key.ts';

/** A part is stored, and counts, after this many bytes: what a crash loses at most. */
const PART_BYTES = 8 * 1024 * 1024;
/** Each request adds one at least. */
const MAX_PARTS = 1_000;

const uploads = table(AssetEntity, 'a', {
  only: ['id', 'key', 'status', 'contentType', 'error'],
  add: {
    /** Bytes of the whole file. */
    size: expression<number>('a.upload_size::float8'),
    parts: expression<UploadPart[]>('a.upload_parts'),
  },
});
export type ResumableUpload = TableRow<typeof uploads>;
const RESUMABLE = uploads.select(
  `where a.site_id = $1 and a.key = $2 and a.upload_size is not null and ${SITE_EXISTS}`,
);
/** Parts are only added, so their number tells whether others have been added in the meantime. */
const ADD_PART = table(AssetEntity, 'a', { only: ['id'] }).statement(
  (columns) => `update asset a set upload_parts = a.upload_parts || $3::jsonb, updated_at = now()
    where a.id = $1 and a.status = 'pending' and jsonb_array_length(a.upload_parts) = $2 returning ${columns}`,
);

/** Finds a resumable upload by its key. Null if the key is that of another upload. */
export function findResumable(scope: Scope, key: string): Promise<ResumableUpload | null> {
  return scope.row(RESUMABLE, [scope.siteId, key]);
}

/**
 * Adds the bytes to the end of the upload, in parts that are stored under keys of their own. A part counts when the row of the
 * upload has it, so that of two concurrent writers one fails and a crash loses no counted byte. Bytes that arrived before the
 * stream failed are added too.
 * @returns the number of bytes of the upload
 * @throws ServiceError 409 if another request has added bytes in the meantime; the error of the stream
 */
export async function addParts(
  storage: FileStorage,
  scope: Scope,
  upload: ResumableUpload,
  content: Readable,
): Promise<number> {
  const source = new PartCutter(content);
  let { length } = upload.parts;
  let receivedSize = receivedBytes(upload);
  while (await source.hasMore()) {
    if (length >= MAX_PARTS) throw new ServiceError('BAD_REQUEST', 'The upload has too many parts. Request a new URL.');
    const name = `${receivedSize}-${randomBytes(6).toString('hex')}`;
    const key = `${partsKey(upload.key)}/${name}`;
    const { size } = await storage.write(key, source.next(PART_BYTES), { contentType: upload.contentType });
    const part: UploadPart = { name, size };
    // Also after the client has disconnected.
    const rows = await cleanUp(() => scope.change(ADD_PART, [upload.id, length, JSON.stringify([part])]));
    if (rows.length === 0) {
      await storage.delete(key);
      throw conflict('Another request has continued this upload');
    }
    length += 1;
    receivedSize += size;
  }
  if (source.error) throw source.error;
  return receivedSize;
}

/** Stores the file under its staged key; null if it is not complete. */
export async function joinParts(storage: FileStorage, scope: Scope, key: string): Promise<StoredFile | null> {
  const upload = await findResumable(scope, key);
  if (!upload || receivedBytes(upload) < upload.size) return null;
  const keys = upload.parts.map(({ name }) => `${partsKey(key)}/${name}`);
  return storage.join(keys, stagedKey(key), { contentType: upload.contentType });
}

export function receivedBytes({ parts }: Pick<ResumableUpload, 'parts'>): number {
  return parts.reduce((sum, { size }) => sum + size, 0);
}

/** Cuts a stream into streams of a maximum length. When it fails, the last one ends normally. */
class PartCutter {
  error: unknown;
  private readonly chunks: AsyncIterator<Buffer>;
  private chunk: Buffer | null = null;

  constructor(content: Readable) {
    this.chunks = content[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  async hasMore(): Promise<boolean> {
    while (this.chunk === null || this.chunk.length === 0) {
      const next = await this.chunks.next().catch((error: unknown) => {
        this.error = error;
        return { done: true as const, value: undefined };
      });
      if (next.done) return false;
      this.chunk = next.value;
    }
    return true;
  }

  next(maxBytes: number): Readable {
    return Readable.from(this.bytes(maxBytes), { objectMode: false });
  }

  private async *bytes(maxBytes: number): AsyncGenerator<Buffer> {
    let remaining = maxBytes;
    while (remaining > 0 && (await this.hasMore()) && this.chunk !== null) {
      const part = this.chunk.subarray(0, remaining);
      this.chunk = this.chunk.subarray(part.length);
      remaining -= part.length;
      yield part;
    }
  }
}
