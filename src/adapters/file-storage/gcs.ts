import { randomUUID } from 'node:crypto';
import type { Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Bucket, File, FileMetadata, StorageOptions } from '@google-cloud/storage';
import type { FileStorage, GrantRequest, SignedUpload, StoredFile } from '../../ports/file-storage.ts';
import { toBatches } from '../../shared/to-batches.ts';
import { OutageError } from '../../shared/outage.ts';
import { withTimeout } from '../../shared/timeout.ts';
import { isKey, requireKey } from './keys.ts';
import { ownContent, withListener } from './own-content.ts';

export interface GcsOptions {
  bucket: string;
  /** Options of the client; by default it finds credentials and addresses itself. */
  client?: StorageOptions;
  /** The signing service used without a private key, as on Cloud Run. Default: Google's. */
  signingEndpoint?: string;
  /** Timeout of a call; streams have `stalledMs` between two chunks. */
  callMs?: number;
  stalledMs?: number;
}

const CALL_MS = 15_000;
const STALLED_MS = 60_000;
/** Buffer of an upload through the service. Google requires multiples of 256 KiB. */
const PIECE_BYTES = 8 * 1024 * 1024;
const DELETED_AT_ONCE = 50;
const JOINED_AT_ONCE = 32;
const SIZE_HEADER = 'x-goog-content-length-range';

/** A Google Cloud Storage bucket. Clients upload to it directly with a grant. */
export async function openGcsFileStorage(options: GcsOptions): Promise<FileStorage> {
  // Loaded on demand, because it takes about 40 MB.
  const { Storage } = await import('@google-cloud/storage');
  return new GcsFileStorage(options, new Storage(options.client).bucket(options.bucket));
}

class GcsFileStorage implements FileStorage {
  readonly redeemer = null;
  private readonly bucket: Bucket;
  private readonly options: GcsOptions;

  constructor(options: GcsOptions, bucket: Bucket) {
    this.options = options;
    this.bucket = bucket;
  }

  async grant({ key, contentType, maxBytes, expiresInSeconds }: GrantRequest): Promise<SignedUpload> {
    const range = `0,${maxBytes}`;
    const [url] = await this.limitTime(
      this.file(key).getSignedUrl({
        version: 'v4',
        action: 'write',
        expires: Date.now() + expiresInSeconds * 1000,
        contentType,
        extensionHeaders: { [SIZE_HEADER]: range },
        ...(this.options.signingEndpoint === undefined ? {} : { signingEndpoint: this.options.signingEndpoint }),
      }),
    );
    return { url, headers: { 'Content-Type': contentType, [SIZE_HEADER]: range } };
  }

  write(key: string, content: Readable, { contentType }: { contentType: string }): Promise<StoredFile> {
    return ownContent(content, async () => {
      const file = this.file(key);
      const target = file.createWriteStream({
        resumable: true,
        chunkSize: PIECE_BYTES,
        validation: false,
        metadata: { contentType },
      });
      // It may fail again after it was aborted.
      target.on('error', () => {});
      const watch = this.watch(target);
      content.on('data', () => watch.refresh());
      try {
        await pipeline(content, target);
      } finally {
        clearTimeout(watch);
      }
      return storedFile(file.metadata);
    });
  }

  async stat(key: string): Promise<StoredFile | null> {
    if (!isKey(key)) return null;
    const answer = await this.present(this.bucket.file(key).getMetadata());
    return answer ? storedFile(answer[0]) : null;
  }

  /** The file is requested before the response starts, to distinguish a missing file from a read error. */
  async read(key: string, range: { start?: number; end?: number } = {}): Promise<Readable | null> {
    if (!(await this.stat(key))) return null;
    const stream = withListener(
      this.bucket.file(key).createReadStream({ ...range, validation: false, decompress: false }),
    );
    const watch = this.watch(stream);
    // A `data` listener would start the flow of the stream.
    stream
      .on('response', () => watch.refresh())
      .once('close', () => clearTimeout(watch))
      .once('end', () => clearTimeout(watch));
    return stream;
  }

  /** A call joins at most 32 objects: groups are joined first, below a key of their own that is then deleted. */
  async join(keys: readonly string[], to: string, options: { contentType: string }): Promise<StoredFile | null> {
    if (keys.length <= JOINED_AT_ONCE) return this.compose(keys, to, options);
    const below = `${to}-${randomUUID()}`;
    try {
      const groups: string[] = [];
      for (const some of toBatches(keys, JOINED_AT_ONCE)) {
        const group = `${below}/${groups.length}`;
        if (!(await this.compose(some, group, options))) return null;
        groups.push(group);
      }
      return await this.compose(groups, to, options);
    } finally {
      await this.deletePrefix(below);
    }
  }

  /** Copies this generation, then deletes the original, because a bucket has no rename. */
  async move(from: string, to: string, version: string): Promise<boolean> {
    requireKey(to);
    if (!isKey(from)) return false;
    const original = this.bucket.file(from, { generation: version });
    const copied = await this.present(original.copy(this.bucket.file(to)));
    if (!copied) return false;
    await this.present(original.delete({ ignoreNotFound: true }));
    return true;
  }

  async delete(key: string): Promise<void> {
    if (isKey(key)) await this.limitTime(this.bucket.file(key).delete({ ignoreNotFound: true }));
  }

  async deletePrefix(key: string): Promise<void> {
    if (!isKey(key)) return;
    const query = { prefix: `${key}/`, maxResults: DELETED_AT_ONCE, autoPaginate: false };
    for (;;) {
      const [files] = await this.limitTime(this.bucket.getFiles(query));
      if (files.length === 0) return;
      await Promise.all(files.map((file) => this.limitTime(file.delete({ ignoreNotFound: true }))));
    }
  }

  async check(): Promise<void> {
    await this.limitTime(this.bucket.getFiles({ maxResults: 1, autoPaginate: false }));
  }

  async close(): Promise<void> {}

  private async compose(
    keys: readonly string[],
    to: string,
    { contentType }: { contentType: string },
  ): Promise<StoredFile | null> {
    const target = this.file(to);
    target.metadata = { contentType };
    const sources = keys.map((key) => this.file(key));
    const joined = await this.present(this.bucket.combine(sources, target));
    return joined ? storedFile(joined[1] as FileMetadata) : null;
  }

  private file(key: string): File {
    requireKey(key);
    return this.bucket.file(key);
  }

  /** Ends a stream after a time without progress, which refreshes the timer. */
  private watch(stream: Readable | Writable): NodeJS.Timeout {
    return setTimeout(() => stream.destroy(outage()), this.options.stalledMs ?? STALLED_MS).unref();
  }

  /** The result of a call; undefined if the object does not exist. */
  private async present<T>(call: Promise<T>): Promise<T | undefined> {
    try {
      return await this.limitTime(call);
    } catch (error) {
      if ((error as { code?: unknown }).code === 404) return undefined;
      throw error;
    }
  }

  /** The client ignores its own `timeout`, so a stalled call would never end. */
  private async limitTime<T>(call: Promise<T>): Promise<T> {
    return withTimeout(this.options.callMs ?? CALL_MS, call, outage).catch((error: unknown) => {
      throw isOutage(error) ? outage(error) : error;
    });
  }
}

function storedFile({ size, generation }: FileMetadata): StoredFile {
  return { size: Number(size), version: String(generation) };
}

/** Errors of Google, too many calls, or missing permission: not caused by the file. */
function isOutage(error: unknown): boolean {
  const code = (error as { code?: unknown }).code;
  return typeof code === 'number' && (code >= 500 || code === 429 || code === 401 || code === 403);
}

function outage(cause?: unknown): OutageError {
  return new OutageError('file storage', 'File storage is not reachable', cause === undefined ? {} : { cause });
}
