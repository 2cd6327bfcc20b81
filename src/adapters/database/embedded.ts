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
  /** A folder used by PostgreSQL only; created if it is missing. One service at a time can use it. */
  dataDir: string;
  /** False is faster but not safe against power loss (tests). Default true. */
  durable?: boolean;
  /** Maximum number of connections; default 60, for one service and the commands beside it. */
  maxConnections?: number;
  /** The longest pause between attempts to restart a server that stopped; default 10 seconds. */
  maxRestartPauseMs?: number;
  log?: (line: string, severity: 'info' | 'error') => void;
}

export interface EmbeddedPostgres {
  /**
   * The folder of the Unix socket. There is no TCP port and no password: access to the folder grants access to the
   * database.
   */
  host: string;
  port: number;
  /** The superuser, who owns the database. */
  user: string;
  database: string;
  /** Stops the server. Open sessions are terminated, so close all connections first. */
  stop(): Promise<void>;
}

const DATABASE = 'lectern';

export { FolderInUse };

/**
 * Starts the bundled PostgreSQL on the existing data, if there is any. It stops when `stop` is called or this process
 * exits in any way, including `kill -9`, and is restarted if it crashes.
 * @throws Error with an instruction if the platform has no PostgreSQL, another running service uses the folder, or the
 * server does not start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { durable = true, maxConnections = 60, maxRestartPauseMs = 10_000, log = () => {} } = options;
  const server = await prepare(resolve(options.dataDir), { durable, maxConnections });
  const address = { host: server.socketFolder, port: PORT, user: OWNER, database: DATABASE };
  const stop = await keepRunning(server, { log, maxRestartPauseMs });
  try {
    await ensureDatabase(address);
  } catch (error) {
    await stop();
    throw error;
  }
  return { ...address, stop };
}

async function prepare(
  home: string,
  { durable, maxConnections }: Pick<ServerOptions, 'durable' | 'maxConnections'>,
): Promise<ServerOptions> {
  await mkdir(home, { recursive: true, mode: 0o700 });
  const binaries = await locateBinaries(join(home, 'lib'));
  const account = await chooseAccount(binaries.bin, home);
  const cluster = await ensureCluster({ home, binaries, account, durable });
  const socketFolder = await chooseSocketFolder(cluster, account);
  return { home, cluster, socketFolder, binaries, account, durable, maxConnections };
}

const TAKEN_LIMIT_MS = 15_000;
const TAKEN_PAUSE_MS = 100;

/** Two services may start at the same time, and backends of a killed server may linger: retry. */
async function startWhenFree(options: ServerOptions): Promise<Server> {
  const limit = Date.now() + TAKEN_LIMIT_MS;
  for (;;) {
    await waitUntilFree(options.home, options.cluster);
    try {
      const server = await startServer(options);
      // This also fails if the disk is full; the next attempt must then not find a server started by this one.
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

type RestartOptions = Required<Pick<EmbeddedPostgresOptions, 'log' | 'maxRestartPauseMs'>>;

/** @returns a function that stops the server permanently */
async function keepRunning(options: ServerOptions, restarting: RestartOptions): Promise<() => Promise<void>> {
  const stopping = new AbortController();
  let current: Promise<Server | undefined> = Promise.resolve(undefined);

  const watch = async (server: Server): Promise<void> => {
    await server.ended;
    if (stopping.signal.aborted) return;
    restarting.log('The embedded PostgreSQL stopped unexpectedly and is being restarted.', 'error');
    current = restart(options, restarting, stopping.signal);
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
 * Retries without a limit, because a full disk may be extended or a folder mounted again without a restart of the
 * service.
 * @returns undefined once `stopping` is aborted
 */
async function restart(
  options: ServerOptions,
  { log, maxRestartPauseMs }: RestartOptions,
  stopping: AbortSignal,
): Promise<Server | undefined> {
  for (let pause = FIRST_PAUSE_MS; !stopping.aborted; pause = Math.min(pause * 2, maxRestartPauseMs)) {
    try {
      await disclaim(options.home);
      return await startWhenFree(options);
    } catch (error) {
      log(
        `The embedded PostgreSQL could not be restarted: ${error instanceof Error ? error.message : String(error)}`,
        'error',
      );
      await delay(pause * (1 + Math.random() / 5), undefined, { signal: stopping }).catch(() => {});
    }
  }
  return undefined;
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
