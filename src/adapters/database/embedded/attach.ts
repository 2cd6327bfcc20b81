import { dirname, resolve } from 'node:path';
import { OWNER, clusterFolder } from './cluster.ts';
import { readLock } from './lock.ts';
import { PORT, isListening } from './sockets.ts';

/** The embedded server of a service that is running on this folder; null if there is none. It is only used, not stopped. */
export async function findRunningServer(dataDir: string): Promise<{ host: string; port: number; user: string } | null> {
  const lock = await readLock(clusterFolder(resolve(dataDir)));
  if (!lock?.isReady || !(await isListening(lock.socket))) return null;
  return { host: dirname(lock.socket), port: PORT, user: OWNER };
}
