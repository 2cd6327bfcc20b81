import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK = Buffer.alloc(1_000_000);

/** What a report of tests says where `SmallDisk.mount` answers nothing. */
export const NO_MOUNT = 'no file system can be mounted (it needs root on Linux)';

/** A file system of its own that can be filled and freed. */
export class SmallDisk {
  readonly folder: string;

  private constructor(folder: string) {
    this.folder = folder;
  }

  /** Undefined where this process may not mount one. */
  static mount(megabytes: number): SmallDisk | undefined {
    const folder = mkdtempSync(join(tmpdir(), 'lectern-disk-'));
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder], { stdio: 'ignore' });
      return new SmallDisk(folder);
    } catch {
      rmSync(folder, { recursive: true });
      return undefined;
    }
  }

  /** Takes all that is left, to the last byte. */
  async fill(): Promise<void> {
    const file = await open(this.filler, 'a');
    try {
      for (let size = CHUNK.length; size > 0;) {
        const wasWritten = await file.write(CHUNK, 0, size).then(
          ({ bytesWritten }) => bytesWritten === size,
          () => false,
        );
        if (!wasWritten) size = Math.floor(size / 2);
      }
    } finally {
      await file.close();
    }
  }

  async free(): Promise<void> {
    await rm(this.filler, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
    rmSync(this.folder, { recursive: true });
  }

  private get filler(): string {
    return join(this.folder, 'filler');
  }
}
