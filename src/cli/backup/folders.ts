import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What DATA_DIR holds that can't be made again. The vector index can: it is rebuilt from the database. */
export const KEPT_FOLDERS = ['files', 'secrets'] as const;

/** Everything embedded that a restore would mix with what is there. */
export const OWN_FOLDERS = [...KEPT_FOLDERS, 'postgres', 'vectors'] as const;

/** Copies all files below a folder; one that is removed meanwhile is left out. Answers how many it copied. */
export async function copyFolder(from: string, to: string): Promise<number> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(noneIfMissing);
  let count = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    count += await copyFile(source, target, constants.COPYFILE_FICLONE).then(() => 1, zeroIfMissing);
  }
  return count;
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  return (await readdir(folder).catch(noneIfMissing)).length === 0;
}

function noneIfMissing(error: NodeJS.ErrnoException): never[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

function zeroIfMissing(error: NodeJS.ErrnoException): number {
  if (error.code === 'ENOENT') return 0;
  throw error;
}
