import { readFileSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileFiles } from '../../adapters/extractor/hostile.ts';
import { demoKey, install } from '../../support/installation.ts';
import { type ServiceProcess, startProcess } from '../../support/process.ts';

/** Keeps its reader busy for minutes, with not a moment to notice anything. */
const ENDLESS = 'pdf: forms that draw the next one ten times, ten deep';
const MAX_START_MS = 12_000;

let dataDir: string;
let service: ServiceProcess | undefined;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-stuck-'));
  await install(dataDir);
  service = await startProcess({ DATA_DIR: dataDir });
});
afterAll(async () => {
  await service?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Processes that were started by this one to read files. */
function readersOf(pid: number | undefined): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .map(Number)
    .filter((candidate) => {
      try {
        const parent = /^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${candidate}/status`, 'utf8'))?.[1];
        return (
          Number(parent) === pid && readFileSync(`/proc/${candidate}/cmdline`, 'utf8').includes('extraction-process')
        );
      } catch {
        return false;
      }
    });
}

/** Processor time that a process has used, in hundredths of a second. */
function worked(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return Number(fields[11]) + Number(fields[12]);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a reader that hangs ends with its service, so that the next one starts immediately', async () => {
  if (!service) throw new Error('The service does not run');
  const { child } = service;
  const bytes =
    hostileFiles()
      .find(({ name }) => name === ENDLESS)
      ?.bytes() ?? Buffer.alloc(0);
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(bytes)]), 'endless.pdf');
  const headers = { 'x-svc-api-key': await demoKey(dataDir) };
  const sent = await fetch(`${service.url}/api/sdk/assets/upload`, { method: 'POST', headers, body: form });
  expect(sent.status).toBe(200);
  await expect.poll(() => readersOf(child.pid).length, { timeout: 20_000 }).toBe(1);
  const [reader = 0] = readersOf(child.pid);
  // Three times what it takes to start: it is in the middle of the file.
  await expect.poll(() => worked(reader), { timeout: 20_000 }).toBeGreaterThan(150);
  child.kill('SIGKILL');
  await expect.poll(() => isAlive(reader), { timeout: 5_000 }).toBe(false);
  const begun = performance.now();
  service = await startProcess({ DATA_DIR: dataDir });
  const took = performance.now() - begun;
  process.stdout.write(`started again after ${(took / 1000).toFixed(1)} s\n`);
  expect(took).toBeLessThan(MAX_START_MS);
});
