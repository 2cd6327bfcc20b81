import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort, stopProcess } from '../process.ts';

const MAIN = fileURLToPath(new URL('../../dist/bundle/main.js', import.meta.url));
const ADMIN_KEY = 'admin-key-of-the-evaluation';
const START_LIMIT_MS = 60_000;
const POLL_MS = 50;

export interface OwnService {
  url: string;
  adminKey: string;
  dataDir: string;
  /** Stops the process, but keeps its data. */
  stop(): Promise<void>;
  /** Stops it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts the built service as a process of its own, on a new folder, with the defaults of an installation.
 * @param environment further variables
 */
export async function startOwnService(environment: Record<string, string> = {}): Promise<OwnService> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-eval-'));
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, ['--max-semi-space-size=8', '--heap-growing-percent=100', MAIN], {
    env: {
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PORT: String(port),
      ADMIN_KEY,
      LOG_LEVEL: 'warn',
      HF_HUB_OFFLINE: '1',
      EMBED_MODEL: process.env['EMBED_MODEL'],
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const stop = () => stopProcess(child);
  const remove = async () => {
    await stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await becomesReady(url, child);
  } catch (error) {
    await remove();
    throw error;
  }
  return { url, adminKey: ADMIN_KEY, dataDir, stop, remove };
}

async function becomesReady(url: string, child: ChildProcess): Promise<void> {
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit && child.exitCode === null) {
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    await delay(POLL_MS);
  }
  throw new Error('The service did not start');
}
