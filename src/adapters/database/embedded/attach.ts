import { dirname, resolve } from 'node:path';
import { OWNER, clusterFolder } from './cluster.ts';
import { readLock } from './lock.ts';
import { PORT, isListening } from './sockets.ts';

/** The embedded server of a service that runs on this folder; null when none does. Only a guest: it is not stopped. */
export async function findRunningServer(dataDir: string): Promise<{ host: string; port: number; user: string } | null> {
  const lock = await readLock(clusterFolder(resolve(dataDir)));
  if (!lock?.isReady || !(await isListening(lock.socket))) return null;
  return { host: dirname(lock.socket), port: PORT, user: OWNER };
}
