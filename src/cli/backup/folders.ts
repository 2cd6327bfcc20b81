import { constants } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ifPresent } from '../../shared/if-present.ts';

/** Data in DATA_DIR that cannot be regenerated. The vector index can be rebuilt from the database. */
export const BACKUP_FOLDERS = ['files', 'secrets'] as const;

/** The folders of embedded data, which a restore would mix with existing data. */
export const OWN_FOLDERS = [...BACKUP_FOLDERS, 'postgres', 'vectors'] as const;

/** Copies all files below a folder, skipping files that are removed in the meantime. Returns the number of copied files. */
export async function copyFolder(from: string, to: string): Promise<number> {
  const entries = (await ifPresent(readdir(from, { recursive: true, withFileTypes: true }))) ?? [];
  let count = 0;
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const source = join(entry.parentPath, entry.name);
    const target = join(to, source.slice(from.length));
    await mkdir(dirname(target), { recursive: true, mode: 0o700 });
    const copied = copyFile(source, target, constants.COPYFILE_FICLONE).then(() => 1);
    count += (await ifPresent(copied)) ?? 0;
  }
  return count;
}

export async function isEmptyFolder(folder: string): Promise<boolean> {
  return !(await ifPresent(readdir(folder)))?.length;
}
