import { randomUUID } from 'node:crypto';
import { type BigIntStats, createReadStream, createWriteStream } from 'node:fs';
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileStorage, GrantRequest, GrantSigner, SignedUpload, StoredFile } from '../../ports/file-storage.ts';
import { ifPresent } from '../../shared/if-present.ts';
import { OutageError, findOutage } from '../../shared/outage.ts';
import { isKey, requireKey } from './keys.ts';
import { ownContent, withListener } from './own-content.ts';
import { signedGrants } from './signed-grant.ts';

/** Age after which temporary files of crashed processes are removed at the next start. */
const ABANDONED_MS = 24 * 60 * 60 * 1000;

export interface DiskOptions {
  dir: string;
  /** Base URL of the uploads that the service itself grants, without a trailing slash. */
  uploadUrl: string;
  /** Signs those grants. */
  secret: string;
}

/** Files below a folder. A file is written under a temporary name beside its path and renamed when it is complete. */
export async function openDiskFileStorage({ dir, uploadUrl, secret }: DiskOptions): Promise<FileStorage> {
  const incomingDir = join(dir, '.incoming');
  await mkdir(incomingDir, { recursive: true, mode: 0o700 });
  await clearAbandoned(incomingDir);
  return new DiskFileStorage(dir, incomingDir, signedGrants(uploadUrl, secret));
}

class DiskFileStorage implements FileStorage {
  readonly redeemer: GrantSigner;
  private readonly dir: string;
  private readonly incomingDir: string;

  constructor(dir: string, incomingDir: string, redeemer: GrantSigner) {
    this.dir = dir;
    this.incomingDir = incomingDir;
    this.redeemer = redeemer;
  }

  async grant(request: GrantRequest): Promise<SignedUpload> {
    requireKey(request.key);
    return { url: this.redeemer.sign(request), headers: { 'Content-Type': request.contentType } };
  }

  write(key: string, content: Readable): Promise<StoredFile> {
    return ownContent(content, async () => {
      requireKey(key);
      const temporary = this.temporary();
      try {
        await pipeline(content, createWriteStream(temporary, { flags: 'wx', mode: 0o600, flush: true }));
        const stored = describe(await stat(temporary, { bigint: true }));
        await this.settle(temporary, key);
        return stored;
      } catch (error) {
        await rm(temporary, { force: true });
        throw writeError(error);
      }
    });
  }

  async stat(key: string): Promise<StoredFile | null> {
    if (!isKey(key)) return null;
    const found = await ifPresent(stat(this.path(key), { bigint: true }));
    return found?.isFile() ? describe(found) : null;
  }

  /** The file is opened before the response starts, to distinguish a missing file from a read error. */
  async read(key: string, range: { start?: number; end?: number } = {}): Promise<Readable | null> {
    assertRange(range);
    if (!(await this.stat(key))) return null;
    const handle = await ifPresent(open(this.path(key), 'r'));
    return handle ? withListener(createReadStream('', { fd: handle, ...range, highWaterMark: 256 * 1024 })) : null;
  }

  async join(keys: readonly string[], to: string): Promise<StoredFile | null> {
    requireKey(to);
    const found = await Promise.all(keys.map((key) => this.stat(key)));
    if (found.includes(null)) return null;
    return this.write(to, Readable.from(this.contents(keys), { objectMode: false }));
  }

  /** The file is moved away first and verified afterwards, so that it cannot be replaced in between. */
  async move(from: string, to: string, version: string): Promise<boolean> {
    requireKey(to);
    if (!isKey(from)) return false;
    const temporary = this.temporary();
    const isMoved = await ifPresent(rename(this.path(from), temporary).then(() => true));
    if (!isMoved) return false;
    if (describe(await stat(temporary, { bigint: true })).version !== version) {
      await this.settle(temporary, from);
      return false;
    }
    try {
      await this.settle(temporary, to);
    } catch (error) {
      await this.settle(temporary, from);
      throw writeError(error);
    }
    return true;
  }

  async delete(key: string): Promise<void> {
    if (isKey(key)) await rm(this.path(key), { force: true });
  }

  async deletePrefix(key: string): Promise<void> {
    const folder = this.path(key);
    if (isKey(key) && (await ifPresent(stat(folder)))?.isDirectory())
      await rm(folder, { recursive: true, force: true });
  }

  async check(): Promise<void> {
    await access(this.incomingDir, constants.R_OK | constants.W_OK);
  }

  async close(): Promise<void> {}

  private async *contents(keys: readonly string[]): AsyncGenerator<Buffer> {
    for (const key of keys) {
      yield* createReadStream(this.path(key), { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>;
    }
  }

  private async settle(temporary: string, key: string): Promise<void> {
    await mkdir(dirname(this.path(key)), { recursive: true, mode: 0o700 });
    await rename(temporary, this.path(key));
  }

  private temporary(): string {
    return join(this.incomingDir, randomUUID());
  }

  private path(key: string): string {
    return join(this.dir, key);
  }
}

/** The version consists of facts that renaming keeps; writing changes at least the inode. */
function describe({ ino, size, mtimeNs }: BigIntStats): StoredFile {
  return { size: Number(size), version: `${ino}-${size}-${mtimeNs}` };
}

/** The stream would reject it as well, but leave the file open. */
function assertRange({ start = 0, end = Infinity }: { start?: number; end?: number }): void {
  const isValid = Number.isSafeInteger(start) && (end === Infinity || Number.isSafeInteger(end)) && start <= end;
  if (!isValid) throw new RangeError(`A file has no bytes from ${start} to ${end}`);
}

/** A disk that is full or broken says nothing against what was to be stored. */
function writeError(error: unknown): unknown {
  if (findOutage(error) !== 'disk') return error;
  return new OutageError('disk', 'File storage has no space left or cannot be written to', { cause: error });
}

async function clearAbandoned(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const found = await ifPresent(stat(file));
    if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true });
  }
}
