import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Unpacks Debian packages into a temporary folder for the time of `work`. Needs `apt-get` and `dpkg-deb`, no root. */
export async function withPackages<T>(packages: readonly string[], work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-packages-'));
  try {
    await run('apt-get', ['download', '-q', ...packages], { cwd: folder });
    for (const file of await readdir(folder)) await run('dpkg-deb', ['-x', join(folder, file), join(folder, 'files')]);
    return await work(join(folder, 'files'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
