import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '../../../shared/start-error.ts';
import { isListening, socketFile } from './sockets.ts';

const POLL_MS = 25;
/** A server whose service was killed writes a checkpoint before it exits. */
const SHUTDOWN_LIMIT_MS = 30_000;
/** A service that was just killed may still count as alive, and its server as ready. */
const IN_USE_AFTER_MS = 500;
/**
 * The longest time between creating the lock file and listening, and between closing the socket and removing the lock
 * file.
 */
const SILENCE_LIMIT_MS = 3_000;

/** Content of `postmaster.pid`. */
export interface ServerLock {
  pid: number;
  socket: string;
  isReady: boolean;
}

export async function readLock(cluster: string): Promise<ServerLock | undefined> {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => '');
  const [pid = '', , , port = '', socketFolder = '', , , status = ''] = text.split('\n');
  if (text === '') return undefined;
  return { pid: Number(pid), socket: socketFile(socketFolder, Number(port)), isReady: status.trim() === 'ready' };
}

/** Another running service uses the folder. */
export class FolderInUse extends StartError {
  constructor(home: string) {
    super(
      `The data folder ${home} is in use by another running service: stop that service or choose another DATA_DIR.`,
    );
  }
}

/** Stores the process id of the service, so that the next start can distinguish a running service from a killed one. */
export function claim(home: string): Promise<void> {
  return writeFile(ownerFile(home), `${process.pid}\n`, { mode: 0o600 });
}

/** The server has exited although its service is running. */
export function disclaim(home: string): Promise<void> {
  return rm(ownerFile(home), { force: true });
}

/**
 * Waits until the server of a killed service has exited. A lock file left by a crash is ignored, even if its process id
 * now belongs to another process.
 * @throws FolderInUse if a running service uses the folder
 */
export async function waitUntilFree(home: string, cluster: string): Promise<void> {
  const started = Date.now();
  let lastHolderAt = started;
  for (;;) {
    const lock = await readLock(cluster);
    if (lock === undefined) return;
    const waited = Date.now() - started;
    if (await isListening(lock.socket)) {
      lastHolderAt = Date.now();
      const limit = lock.isReady && (await isOwned(home)) ? IN_USE_AFTER_MS : SHUTDOWN_LIMIT_MS;
      if (waited > limit) throw new FolderInUse(home);
    } else if (!isAlive(lock.pid)) return;
    else if (Date.now() - lastHolderAt > SILENCE_LIMIT_MS) return rm(lockFile(cluster), { force: true });
    await delay(POLL_MS);
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function isOwned(home: string): Promise<boolean> {
  const pid = Number(await readFile(ownerFile(home), 'utf8').catch(() => ''));
  return pid > 0 && isAlive(pid);
}

function ownerFile(home: string): string {
  return join(home, 'owner.pid');
}

function lockFile(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}
