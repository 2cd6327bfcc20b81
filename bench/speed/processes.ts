import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, stopProcess } from '../process.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const REFERENCE = fileURLToPath(new URL('reference.ts', import.meta.url));
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;
const NANOSECONDS_PER_MS = 1e6;
const MS_PER_TICK = 10;

export const ADMIN_KEY = 'admin-key-of-the-benchmark';

export interface Process {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

/**
 * The service by the command of `npm start`, on this database.
 * @param profileDir where V8 writes processor profiles when it ends
 */
export async function startBenchedService(
  databaseUrl: string,
  dataDir: string,
  profileDir?: string,
  environment: Record<string, string> = {},
): Promise<Process> {
  const { scripts } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8')) as { scripts: { start: string } };
  return start(['/bin/sh', '-c', scripts.start], '/health/ready', {
    ADMIN_KEY,
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_ENTERPRISE_PER_MINUTE: '1000000',
    STANDBY: 'off',
    ...environment,
    ...(profileDir === undefined ? {} : { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profileDir}` }),
  });
}

export async function startReference(databaseUrl: string): Promise<Process> {
  return start([process.execPath, REFERENCE], '/', { DATABASE_URL: databaseUrl });
}

async function start(
  [command = '', ...args]: string[],
  readyPath: string,
  environment: Record<string, string>,
): Promise<Process> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { PATH: process.env['PATH'], PORT: String(port), HF_HUB_OFFLINE: '1', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await becomesReady(url + readyPath, child);
  return { url, pid: child.pid ?? 0, stop: () => stopProcess(child) };
}

async function becomesReady(url: string, child: ChildProcess): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    const ready = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(POLL_MS);
  }
  child.kill('SIGKILL');
  throw new Error(`${url} did not become ready`);
}

/** Processor time in ms of a process and all below it, those that have ended included. */
export async function cpuOfTree(pid: number): Promise<number> {
  const [own, ended, children] = await Promise.all([cpuOf(pid), cpuOfEndedChildren(pid), childrenOf(pid)]);
  const below = await Promise.all(children.map(cpuOfTree));
  return below.reduce((sum, cpu) => sum + cpu, own + ended);
}

/** Processor time in ms by session of a PostgreSQL, without what it does by itself, such as vacuuming. */
export async function cpuOfSessions(postmaster: number): Promise<ReadonlyMap<number, number>> {
  const times = await Promise.all(
    (await childrenOf(postmaster)).map(async (pid) => {
      const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return title.includes('[local]') ? [[pid, await cpuOf(pid)] as const] : [];
    }),
  );
  return new Map(times.flat());
}

/** What the sessions used in between. One that was idle and has ended used nothing. */
export function usedBySessions(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0);
}

/**
 * Resident memory in MB of the largest process of a tree.
 * @param kind `RssFile`: of files that are mapped, which the system takes back when it needs memory
 */
export async function memoryOfTree(pid: number, kind: 'VmRSS' | 'RssFile' = 'VmRSS'): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const own = Number(new RegExp(`^${kind}:\\s+(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  const below = await Promise.all((await childrenOf(pid)).map((child) => memoryOfTree(child, kind)));
  return Math.max(own, ...below);
}

/** By the scheduler's own clock: `stat` counts in steps of 10 ms. */
async function cpuOf(pid: number): Promise<number> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return texts.reduce((sum, text) => sum + Number.parseInt(text, 10) / NANOSECONDS_PER_MS, 0);
}

async function cpuOfEndedChildren(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[13] ?? 0) + Number(fields[14] ?? 0)) * MS_PER_TICK;
}

async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')),
  );
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number));
}
