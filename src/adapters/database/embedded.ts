import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client, type ClientConfig } from 'pg';
import { chooseAccount } from './embedded/account.ts';
import { locateBinaries } from './embedded/binaries.ts';
import { OWNER, ensureCluster } from './embedded/cluster.ts';
import { FolderInUse, claim, disclaim, waitUntilFree } from './embedded/lock.ts';
import { type Server, type ServerOptions, startServer } from './embedded/server.ts';
import { PORT, chooseSocketFolder } from './embedded/sockets.ts';

export interface EmbeddedPostgresOptions {
  /** A folder for PostgreSQL alone, made when missing. One service at a time. */
  dataDir: string;
  /** False trades safety against power loss for speed (tests). Default true. */
  durable?: boolean;
  log?: DatabaseLog;
}

type DatabaseLog = (line: string, severity: 'info' | 'error') => void;

export interface EmbeddedPostgres {
  /** The folder of the Unix socket. There is no TCP port and no password: who may enter the folder may connect. */
  host: string;
  port: number;
  /** The superuser, who owns the database. */
  user: string;
  database: string;
  /** Close all connections first: sessions that are still open are ended. */
  stop(): Promise<void>;
}

const DATABASE = 'lectern';

export { FolderInUse };

/**
 * Starts the PostgreSQL that comes with the service, over the data of the last run if there is any.
 * It stops when `stop` is called or when this process ends in any way, `kill -9` included, and is started again if it dies.
 * @throws with one sentence saying what to do, when the platform has no PostgreSQL, the folder is in use by another
 * running service, or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, log = () => {} } = options;
  const server = await prepare(resolve(options.dataDir), durable);
  const address = { host: server.socketFolder, port: PORT, user: OWNER, database: DATABASE };
  const stop = await keepRunning(server, log);
  try {
    await ensureDatabase(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...address, stop };
}

async function prepare(home: string, durable: boolean): Promise<ServerOptions> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const binaries = await locateBinaries(join(home, 'lib'));
  const account = await chooseAccount(binaries.bin, home);
  const cluster = await ensureCluster({ home, binaries, account, durable });
  const socketFolder = await chooseSocketFolder(cluster, account);
  return { home, cluster, socketFolder, binaries, account, durable };
}

const TAKEN_LIMIT_MS = 15_000;
const TAKEN_PAUSE_MS = 100;

/** Two services may see a free folder at once, and backends of a killed server linger: the loser looks again. */
async function startWhenFree(options: ServerOptions): Promise<Server> {
  const limit = Date.now() + TAKEN_LIMIT_MS;
  for (;;) {
    await waitUntilFree(options.home, options.cluster);
    try {
      const server = await startServer(options);
      // On a full disk this fails as well: then the next attempt must not meet a server of this one.
      await claim(options.home).catch(async (error: unknown) => {
        await server.stop();
        throw error;
      });
      return server;
    } catch (error) {
      if (!(error instanceof FolderInUse) || Date.now() > limit) throw error;
      await delay(TAKEN_PAUSE_MS);
    }
  }
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;

/** @returns what stops the server for good. */
async function keepRunning(options: ServerOptions, log: DatabaseLog): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let current: Promise<Server | undefined> = Promise.resolve(undefined);

  const watch = async (server: Server): Promise<void> => {
    await server.ended;
    if (stopping.signal.aborted) return;
    log('The embedded PostgreSQL ended unexpectedly and is started again.', 'error');
    current = restart(options, log, stopping.signal);
    const next = await current;
    if (next) await watch(next);
  };

  const first = await startWhenFree(options);
  current = Promise.resolve(first);
  void watch(first);
  return async () => {
    stopping.abort();
    await (await current)?.stop();
    await disclaim(options.home);
  };
}

/**
 * Tries for as long as it takes: a full disk is enlarged, a folder is mounted again, and nobody has to restart the service.
 * @returns undefined once `stopping` is aborted.
 */
async function restart(options: ServerOptions, log: DatabaseLog, stopping: AbortSignal): Promise<Server | undefined> {
  for (let pause = FIRST_PAUSE_MS; !stopping.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      await disclaim(options.home);
      return await startWhenFree(options);
    } catch (error) {
      log(`The embedded PostgreSQL could not be started again: ${reasonOf(error)}`, 'error');
      await delay(pause * (1 + Math.random() / 5), undefined, { signal: stopping }).catch(() => {});
    }
  }
  return undefined;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function ensureDatabase(address: ClientConfig): Promise<void> {
  const client = new Client({ ...address, database: 'postgres', ssl: false });
  client.on('error', () => {});
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE} template template0`);
  } finally {
    await client.end();
  }
}
