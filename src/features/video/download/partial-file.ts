import { type FileHandle, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface State {
  /** Identifies what is fetched: a URL, or the key of a stored file. */
  origin: string;
  /** The validator of the content that the file is a part of; null if the fetch cannot be resumed. */
  validator: string | null;
}

/** A file that is fetched in several attempts, and what is known about it, in a work folder. */
export class PartialFile {
  /** The path of the file when it is complete. */
  readonly path: string;
  private readonly part: string;
  private readonly statePath: string;
  private readonly origin: string;
  private handle: FileHandle | undefined;
  /** Bytes that have been written. */
  size = 0;

  constructor(folder: string, origin: string) {
    this.path = join(folder, 'video');
    this.part = join(folder, 'video.part');
    this.statePath = join(folder, 'video.json');
    this.origin = origin;
  }

  /** Returns whether an earlier attempt has fetched all of it. */
  async isComplete(): Promise<boolean> {
    const state = await this.readState();
    return state?.origin === this.origin && (await fileSize(this.path)) > 0;
  }

  /** The bytes that are there, and the validator of the content that they belong to; null: it starts again. */
  async readProgress(): Promise<{ start: number; validator: string } | null> {
    const state = await this.readState();
    this.size = await fileSize(this.part);
    if (state?.origin !== this.origin || state.validator === null || this.size === 0) return null;
    return { start: this.size, validator: state.validator };
  }

  /** Deletes what is there. `validator` is kept before the first byte, so that a byte never belongs to another one. */
  async startAgain(validator: string | null): Promise<void> {
    await this.close();
    await rm(this.part, { force: true });
    await rm(this.path, { force: true });
    await writeFile(this.statePath, JSON.stringify({ origin: this.origin, validator } satisfies State));
    this.size = 0;
  }

  async append(bytes: Uint8Array): Promise<void> {
    this.handle ??= await open(this.part, 'a', 0o600);
    await this.handle.writeFile(bytes);
    this.size += bytes.byteLength;
  }

  async head(length: number): Promise<Buffer> {
    const file = await open(this.part, 'r').catch(() => null);
    if (!file) return Buffer.alloc(0);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
      return buffer.subarray(0, bytesRead);
    } finally {
      await file.close();
    }
  }

  async complete(): Promise<void> {
    await this.close();
    await rename(this.part, this.path);
  }

  async close(): Promise<void> {
    await this.handle?.close();
    this.handle = undefined;
  }

  private async readState(): Promise<State | null> {
    const text = await readFile(this.statePath, 'utf8').catch(() => null);
    try {
      return text === null ? null : (JSON.parse(text) as State);
    } catch {
      // A crash cut it.
      return null;
    }
  }
}

async function fileSize(path: string): Promise<number> {
  return stat(path).then(
    ({ size }) => size,
    () => 0,
  );
}
