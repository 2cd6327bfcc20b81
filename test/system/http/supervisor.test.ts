import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { install } from '../support/installation.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { compiledCode } from '../../support/scratch.ts';
import { freePort } from '../../support/local-server.ts';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));

// Each starts whole services.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

let dataDir: string;
let service: ServiceProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-supervised-'));
  await install(dataDir);
  service = await start();
});
afterAll(async () => {
  await service.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServiceProcess> {
  // The same port each time, because a restarted worker listens on the configured port.
  return startProcess({ DATA_DIR: dataDir, PORT: String(await freePort()) }, undefined, 'supervisor.js');
}

/** Processes that serve or stand by, oldest first. */
async function workers(): Promise<number[]> {
  const { pid } = service.child;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ');
  const lines = await Promise.all(children.map((child) => readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_, index) => lines[index]?.includes('--supervised')).map(Number);
}

async function postmaster(): Promise<number> {
  const text = await readFile(join(dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').catch(() => '');
  return Number(text.split('\n')[0]);
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const ready = (): Promise<boolean> =>
  fetch(`${service.url}/health/ready`).then(
    ({ ok }) => ok,
    () => false,
  );

describe('a service that crashes', () => {
  test('is started again, by a process that stood by and on a database that went on, and the log has the reason', async () => {
    await expect.poll(async () => (await workers()).length, { timeout: 30_000 }).toBe(2);
    const [serving = 0, standby = 0] = await workers();
    const server = await postmaster();
    process.kill(serving, 'SIGKILL');
    await expect.poll(() => service.output(), { timeout: 30_000 }).toContain('the service ended with SIGKILL');
    await expect.poll(ready, { timeout: 60_000, interval: 10 }).toBe(true);
    expect((await workers())[0]).toBe(standby);
    expect(await postmaster()).toBe(server);
  });

  test('is replaced by the process that stands by when it hangs', async () => {
    await expect.poll(async () => (await workers()).length, { timeout: 30_000 }).toBe(2);
    const [serving = 0, standby = 0] = await workers();
    process.kill(serving, 'SIGSTOP');
    try {
      await expect.poll(workers, { timeout: 60_000 }).not.toContain(serving);
      await expect.poll(ready, { timeout: 60_000, interval: 10 }).toBe(true);
      expect((await workers())[0]).toBe(standby);
      expect(service.output()).toContain('Its event loop was blocked for more than 5 seconds');
    } finally {
      if (isAlive(serving)) process.kill(serving, 'SIGKILL');
    }
  });

  test('takes nothing with it that a stop leaves behind: SIGTERM ends all with 0', async () => {
    const server = await postmaster();
    const all = await workers();
    expect(await service.stop()).toBe(0);
    expect([server, ...all].filter(isAlive)).toEqual([]);
  });
});

describe('a supervisor that is killed', () => {
  test('leaves no process behind, and the next start finds the data', async () => {
    service = await start();
    const all = [await postmaster(), ...(await workers())];
    const exit = once(service.child, 'exit');
    service.child.kill('SIGKILL');
    await exit;
    await expect.poll(() => all.filter(isAlive), { timeout: 30_000 }).toEqual([]);
    service = await start();
    expect(await ready()).toBe(true);
  });
});

describe('a start that fails ends with one sentence', () => {
  /** Exit code and what was written on standard error. */
  async function outcome(environment: Record<string, string>, flags: string[] = []): Promise<[number | null, string]> {
    const folder = await mkdtemp(join(tmpdir(), 'lectern-failed-'));
    const child: ChildProcess = spawn(process.execPath, [...flags, `${DIST}supervisor.js`], {
      env: { ...compiledCode(), PATH: process.env['PATH'] ?? '', LOG_LEVEL: 'fatal', DATA_DIR: folder, ...environment },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let written = '';
    child.stderr?.on('data', (part: Buffer) => (written += String(part)));
    const [code] = (await once(child, 'close')) as [number | null];
    await rm(folder, { recursive: true, force: true });
    return [code, written];
  }

  test('where the port is in use', async () => {
    const { port } = new URL(service.url);
    expect(await outcome({ PORT: port })).toEqual([
      1,
      `Port ${port} of 127.0.0.1 is in use by another process: stop that one, or choose another PORT.\n`,
    ]);
  });

  test('where the data folder is in use', async () => {
    const [code, written] = await outcome({ DATA_DIR: dataDir, PORT: '0' });
    expect([code, written]).toEqual([
      1,
      expect.stringMatching(/^The data folder .* is in use by another running service: .*\n$/),
    ]);
  });

  test('where the configuration is wrong', async () => {
    const [code, written] = await outcome({ PORT: 'x' });
    expect([code, written]).toEqual([
      1,
      expect.stringMatching(/^The configuration is invalid:\n {2}- PORT must .*\n$/),
    ]);
  });

  test('on a Node that is too old', async () => {
    const older = 'data:text/javascript,Object.defineProperty(process.versions, "node", { value: "20.20.2" })';
    const [code, written] = await outcome({}, ['--import', older]);
    expect([code, written]).toEqual([
      1,
      expect.stringMatching(/^Lectern needs Node 24 .* this is Node 20\.20\.2: .*\n$/),
    ]);
  });
});
