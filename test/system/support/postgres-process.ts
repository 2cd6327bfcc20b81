import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The process id of an embedded PostgreSQL. @param home the folder that it was given */
export async function postmasterIn(home: string): Promise<number> {
  const file = await readFile(join(home, 'cluster', 'postmaster.pid'), 'utf8');
  return Number(file.split('\n')[0]);
}

/** Sends it to the server and all of its sessions: those of a server that is stopped alone go on. */
export async function signalPostgres(home: string, signal: 'SIGSTOP' | 'SIGCONT'): Promise<void> {
  const root = await postmasterIn(home);
  const children = await readFile(`/proc/${root}/task/${root}/children`, 'utf8').catch(() => '');
  for (const pid of [root, ...children.split(' ').filter(Boolean).map(Number)]) process.kill(pid, signal);
}
