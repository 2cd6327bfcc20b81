import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { ifPresent } from '../../../shared/if-present.ts';
import { type ClusterOptions, serverEnvironment } from './cluster.ts';
import { FolderInUse, readLock } from './lock.ts';
import { PORT } from './sockets.ts';

export interface ServerOptions extends ClusterOptions {
  cluster: string;
  socketFolder: string;
  maxConnections: number;
}

export interface Server {
  pid: number;
  /** Resolves when the server has exited for any reason. */
  ended: Promise<void>;
  /** Terminates sessions, writes a checkpoint and resolves when the server has exited. */
  stop(): Promise<void>;
}

/**
 * Runs the server with its arguments until it or this process exits: when this process exits, the pipe on standard
 * input closes and the server is stopped. Prints the server's process id.
 */
const LIFE_LINE =
  'exec 3<&0; "$@" >&2 3<&- & server=$!; echo $server; ' +
  '( read -r _ <&3; kill -INT $server ) >/dev/null & watch=$!; exec >/dev/null 3<&-; wait $server; kill $watch 2>/dev/null';

const POLL_MS = 10;
const START_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 30_000;
const LOG_LIMIT_BYTES = 5_000_000;
const TAIL_BYTES = 2_000;
const TAKEN = /lock file ".*" already exists|pre-existing shared memory block|is another postmaster/i;

/**
 * Starts the server and resolves when it accepts connections.
 * @throws FolderInUse if another server uses the folder, even temporarily
 */
export async function startServer(options: ServerOptions): Promise<Server> {
  const log = await openLog(options.home);
  try {
    const { size } = await log.stat();
    const shell = spawnShell(options, log.fd);
    const ended = hasEnded(shell);
    const pid = await Promise.race([printedPid(shell), ended.then(() => 0)]);
    if (!(await becomesReady(options.cluster, pid, ended))) {
      shell.stdin?.destroy();
      throw startFailure(options.home, await readTail(log, size));
    }
    return { pid, ended, stop: () => stopServer(shell, pid, ended) };
  } finally {
    await log.close();
  }
}

function spawnShell(options: ServerOptions, log: number): ChildProcess {
  const { account, binaries, home } = options;
  const server = [...account.prefix, join(binaries.bin, 'postgres'), ...serverArguments(options)];
  const shell = spawn('/bin/sh', ['-c', LIFE_LINE, 'sh', ...server], {
    ...account.credentials,
    cwd: home,
    env: serverEnvironment(binaries),
    // Its own process group: Ctrl+C in the terminal reaches only the service, which then stops the server.
    detached: true,
    stdio: ['pipe', 'pipe', log],
  });
  // The server must not keep this process alive.
  shell.unref();
  if (shell.stdin instanceof Socket) shell.stdin.unref();
  shell.stdin?.on('error', () => {});
  return shell;
}

function serverArguments({ cluster, socketFolder, durable, maxConnections }: ServerOptions): string[] {
  const settings: Record<string, string> = {
    listen_addresses: '',
    port: String(PORT),
    unix_socket_directories: `"${socketFolder.replaceAll('"', '""')}"`,
    unix_socket_permissions: '0700',
    max_connections: String(maxConnections),
    shared_buffers: '64MB',
    max_wal_senders: '0',
    max_logical_replication_workers: '0',
    logging_collector: 'off',
    log_destination: 'stderr',
    log_checkpoints: 'off',
    log_timezone: 'UTC',
    timezone: 'UTC',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', wal_level: 'minimal' }),
  };
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function hasEnded(shell: ChildProcess): Promise<void> {
  await once(shell, 'exit');
  shell.stdin?.destroy();
  shell.stdout?.destroy();
}

async function printedPid(shell: ChildProcess): Promise<number> {
  if (!shell.stdout) throw new Error('The server was started without standard output');
  const lines = createInterface({ input: shell.stdout });
  const [line]: unknown[] = await once(lines, 'line');
  return Number(line);
}

/** False if the server exited. PostgreSQL writes its state into the lock file, which pg_ctl reads as well. */
async function becomesReady(cluster: string, pid: number, ended: Promise<void>): Promise<boolean> {
  const exited = ended.then(() => true);
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const lock = await readLock(cluster);
    if (lock?.pid === pid && lock.isReady) return true;
    if (await Promise.race([exited, delay(POLL_MS, false)])) return false;
  }
  return false;
}

async function stopServer(shell: ChildProcess, pid: number, ended: Promise<void>): Promise<void> {
  shell.ref();
  shell.stdin?.end();
  if (await Promise.race([ended.then(() => false), delay(STOP_LIMIT_MS, true, { ref: false })])) {
    // Without a checkpoint: no committed data is lost, but the next start takes longer.
    process.kill(pid, 'SIGQUIT');
    await ended;
  }
}

function startFailure(home: string, log: string): Error {
  if (TAKEN.test(log)) return new FolderInUse(home);
  return new Error(
    `PostgreSQL did not start in ${home}; the end of ${logFile(home)}: ${log.slice(-TAIL_BYTES).trim()}`,
  );
}

async function openLog(home: string): Promise<FileHandle> {
  const file = logFile(home);
  const size = (await ifPresent(stat(file)))?.size ?? 0;
  if (size > LOG_LIMIT_BYTES) await rename(file, `${file}.old`);
  return open(file, 'a+', 0o600);
}

/** What was written to the log after so many bytes. */
async function readTail(log: FileHandle, from: number): Promise<string> {
  const { size } = await log.stat();
  const { buffer } = await log.read({ buffer: Buffer.alloc(size - from), position: from });
  return buffer.toString('utf8');
}

function logFile(home: string): string {
  return join(home, 'server.log');
}
