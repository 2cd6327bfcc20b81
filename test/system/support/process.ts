import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { MALLOC_SETTINGS } from '../../../src/supervisor/worker.ts';
import { compiledCode } from '../../support/scratch.ts';

const DIST = fileURLToPath(new URL('../../../dist/', import.meta.url));

/** As in the script `start`: the young generation would else take 50 MB more, for a few per cent of speed. */
const FLAGS = ['--max-semi-space-size=8', '--heap-growing-percent=100'];

/** The built service in a process of its own, with everything embedded. */
export interface ServiceProcess {
  url: string;
  /** What it has printed so far. */
  output(): string;
  child: ChildProcess;
  /** Sends SIGTERM; answers the exit code. */
  stop(): Promise<number | null>;
}

/**
 * @param entry `supervisor.js`: with the process that starts it again, as `npm start` does
 * @param dist the built service
 * @param flags of V8, besides those of `npm start`
 */
export async function startProcess(
  environment: Record<string, string>,
  cwd?: string,
  entry: 'main.js' | 'bundle/main.js' | 'supervisor.js' = 'bundle/main.js',
  dist = DIST,
  flags: readonly string[] = [],
): Promise<ServiceProcess> {
  const child = spawn(process.execPath, [...FLAGS, ...flags, dist + entry], {
    env: {
      ...MALLOC_SETTINGS,
      ...compiledCode(),
      PATH: process.env['PATH'] ?? '',
      HF_HUB_OFFLINE: '1',
      PORT: '0',
      LOG_LEVEL: 'error',
      ...environment,
    },
    ...(cwd === undefined ? {} : { cwd }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  const ready = new Promise<string>((resolve, reject) => {
    const read = (part: Buffer): void => {
      printed += String(part);
      const url = /Lectern is ready\.[^]*?(http:\/\/\S+)\/graphql/.exec(printed)?.[1];
      if (url !== undefined) resolve(url);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`The service ended with ${code} before it was ready:\n${printed}`)));
  });
  const url = await ready;
  return {
    url,
    child,
    output: () => printed,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      const [code] = (await exit) as [number | null];
      return code;
    },
  };
}
