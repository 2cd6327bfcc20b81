import { mkdir, rename, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { writeTables } from '../../database/backup/tables.ts';
import { VERSION } from '../../shared/version.ts';
import { BACKUP_FOLDERS, copyFolder } from './folders.ts';
import { writeManifest } from './manifest.ts';
import { openDatabase } from '../open-database.ts';

/**
 * Writes a backup while the service may be running. It copies the database first, as one consistent snapshot, then the
 * files. Files never change after they are written, so every file of the snapshot is copied unless it was deleted in
 * the meantime.
 * See decision 51.
 */
export async function backUp(config: Config, folder: string, print: (line: string) => void): Promise<void> {
  const target = resolve(folder);
  const temporaryFolder = `${target}.unfinished`;
  // Not recursive, so that it fails if another backup is running or was interrupted.
  await mkdir(temporaryFolder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    const conflictMessage = `${temporaryFolder} exists: another backup is running, or one was interrupted. In the latter case, remove the folder.`;
    throw error.code === 'EEXIST' ? new Error(conflictMessage) : error;
  });
  try {
    const { migrations, tables } = await backUpDatabase(config, join(temporaryFolder, 'database'));
    let files = 0;
    for (const name of BACKUP_FOLDERS)
      files += await copyFolder(join(config.dataDir, name), join(temporaryFolder, name));
    const createdAt = new Date().toISOString();
    await writeManifest(temporaryFolder, { version: VERSION, createdAt, migrations, tables, files });
    await rename(temporaryFolder, target);
    const rows = Object.values(tables).reduce((sum, count) => sum + count, 0);
    print(`Wrote ${rows} rows of ${Object.keys(tables).length} tables and ${files} files to ${target}.`);
    for (const line of listOmissions(config)) print(line);
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    throw error;
  }
}

async function backUpDatabase(config: Config, folder: string) {
  await mkdir(folder, { mode: 0o700 });
  const opened = await openDatabase(config);
  try {
    return await writeTables(opened.connection, folder);
  } finally {
    await opened.close();
  }
}

/** What the installation needs but the backup cannot contain. */
function listOmissions({ files, encryptionKey, adminKey }: Config): string[] {
  const lines = [
    files.bucket && `It does not contain the files in the bucket ${files.bucket}.`,
    encryptionKey && 'It does not contain ENCRYPTION_KEY, which is needed to decrypt stored secrets: keep it.',
    adminKey && 'It does not contain ADMIN_KEY.',
  ];
  return lines.filter((line) => line !== undefined);
}
