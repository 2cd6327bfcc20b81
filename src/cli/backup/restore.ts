import { join, resolve } from 'node:path';
import type { Config } from '../../config.ts';
import { insertTables } from '../../database/backup/tables.ts';
import type { DatabaseConnection } from '../../database/connection.ts';
import { migrate, resolveMigrations, pendingMigrations } from '../../database/migrate.ts';
import { migrations } from '../../database/migrations/list.ts';
import { BACKUP_FOLDERS, OWN_FOLDERS, copyFolder, isEmptyFolder } from './folders.ts';
import { readManifest } from './manifest.ts';
import { openDatabase } from '../open-database.ts';

/**
 * Restores into an empty installation. All rows are inserted in one transaction, so an interrupted restore leaves the
 * database empty.
 */
export async function restore(config: Config, folder: string, print: (line: string) => void): Promise<void> {
  const source = resolve(folder);
  const manifest = await readManifest(source);
  const required = resolveMigrations(manifest.migrations);
  const known = new Set<string>(migrations.map(({ name }) => name));
  if (required.some((name) => !known.has(name)))
    throw new Error(`The backup was made by the newer version ${manifest.version}: install that version`);
  for (const own of OWN_FOLDERS) {
    const existingFolder = join(config.dataDir, own);
    if (!(await isEmptyFolder(existingFolder)))
      throw new Error(`${existingFolder} is not empty: restore into another DATA_DIR`);
  }
  const opened = await openDatabase(config);
  try {
    await applyMigrations(opened.connection, required);
    await insertTables(opened.connection, manifest.tables, join(source, 'database'));
    await migrate(opened.connection);
  } finally {
    await opened.close();
  }
  for (const name of BACKUP_FOLDERS) await copyFolder(join(source, name), join(config.dataDir, name));
  const rows = Object.values(manifest.tables).reduce((sum, count) => sum + count, 0);
  print(`Restored ${rows} rows and ${manifest.files} files of ${manifest.createdAt}.`);
  if (config.weaviate) print('Run `npm run reindex -- --all` to fill Weaviate from the database.');
}

/** Migrates to the schema of the backup; later migrations then also change the restored rows. */
async function applyMigrations(connection: DatabaseConnection, required: readonly string[]): Promise<void> {
  const pending = await pendingMigrations(connection);
  const later = migrations.filter(({ name }) => !required.includes(name) && !pending.includes(name));
  if (later.length > 0)
    throw new Error('The database has a newer schema than the backup: restore into an empty database');
  await migrate(
    connection,
    required.filter((name) => pending.includes(name)),
  );
}
