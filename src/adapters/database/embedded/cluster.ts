import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ifPresent } from '../../../shared/if-present.ts';
import { type Account, changeOwner } from './account.ts';
import type { Binaries } from './binaries.ts';

const run = promisify(execFile);

/** The superuser, who owns everything. */
export const OWNER = 'lectern';

const UNFINISHED = 'unfinished-';
const ABANDONED_AFTER_MS = 10 * 60_000;

export interface ClusterOptions {
  home: string;
  binaries: Binaries;
  account: Account;
  durable: boolean;
}

/**
 * PostgreSQL's data folder, created at the first start. It is created atomically, so an interrupted first start leaves
 * none.
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const cluster = clusterFolder(options.home);
  await removeAbandoned(options.home);
  if (!existsSync(join(cluster, 'PG_VERSION'))) await createCluster(cluster, options);
  await changeOwner(options.account, cluster);
  return cluster;
}

export function clusterFolder(home: string): string {
  return join(home, 'cluster');
}

/**
 * PostgreSQL reads PGDATA and similar variables and fails with a locale that is not installed, so it gets its own
 * environment.
 */
export function serverEnvironment(binaries: Binaries): Record<string, string> {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...binaries.environment };
}

async function createCluster(cluster: string, options: ClusterOptions): Promise<void> {
  const temporaryFolder = await mkdtemp(join(options.home, UNFINISHED));
  try {
    await changeOwner(options.account, temporaryFolder);
    await initialise(temporaryFolder, options);
    await rename(temporaryFolder, cluster);
    if (!options.durable) return;
    const handle = await open(options.home);
    await handle.sync().finally(() => handle.close());
  } catch (error) {
    await rm(temporaryFolder, { recursive: true, force: true });
    // Another service was faster; the start of the server decides which one uses the folder.
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error;
  }
}

async function initialise(folder: string, { binaries, account, durable, home }: ClusterOptions): Promise<void> {
  const initdb = [join(binaries.bin, 'initdb'), '-D', folder, '-U', OWNER, '--auth=trust', '--encoding=UTF8'];
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'];
  const [command = '', ...args] = [...account.prefix, ...initdb, ...locale, ...(durable ? [] : ['--no-sync'])];
  const settings = { ...account.credentials, cwd: home, env: serverEnvironment(binaries) };
  await run(command, args, settings).catch((error: Error & { stderr?: string }) => {
    throw new Error(`PostgreSQL's first start failed in ${home}: ${(error.stderr || error.message).trim()}`, {
      cause: error,
    });
  });
}

async function removeAbandoned(home: string): Promise<void> {
  const names = (await readdir(home)).filter((name) => name.startsWith(UNFINISHED));
  for (const name of names) {
    const folder = join(home, name);
    const made = (await ifPresent(stat(folder)))?.mtimeMs ?? 0;
    if (Date.now() - made > ABANDONED_AFTER_MS) await rm(folder, { recursive: true, force: true });
  }
}
