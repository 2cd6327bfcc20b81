import { spawn } from 'node:child_process';
import { join, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { ROOT, entryFile } from '../../shared/paths.ts';

export interface ProcessOptions {
  /** The program: a module below `src` or `dist`, see `entryFile`. */
  entry: string;
  /** Folders that it may read besides its own program. */
  folders?: readonly string[];
  heapMb: number;
  /** Memory limit including the heap, enforced by the kernel. */
  memoryKb: number;
  /** CPU time limit, so that a process whose service was killed ends. */
  cpuSeconds: number;
  /** Priority of the process, a value of `nice`. */
  niceness: number;
}

const LAST_WORDS = 2_000;

/**
 * Sets the limits, then executes the program: the kernel denies memory above the limit. A process that hangs would not
 * notice the end of the service by itself, and keep files open that the next start needs; where the kernel does not kill it
 * then, it ends when its CPU time is used up.
 */
function limitCommand({ memoryKb, cpuSeconds, niceness }: ProcessOptions): string {
  return `ulimit -d ${memoryKb} 2>/dev/null; ulimit -t ${cpuSeconds}; ${execNiced(niceness)}`;
}

/**
 * Executes the arguments of a shell script with a lower priority than that of the service. With `setpriv` (as on Debian),
 * the kernel also kills the program when the service exits in any way.
 */
export function execNiced(niceness: number): string {
  return `setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL nice -n ${niceness} "$0" "$@"
  exec nice -n ${niceness} "$0" "$@"`;
}

/**
 * A process for untrusted files. It has no environment, can only read its own program and the given folders, and cannot
 * write files or start programs, so that an exploited parser gains little.
 */
export function spawnProcess(options: ProcessOptions) {
  const program = ['node_modules', 'dist', 'src'].map((folder) => join(ROOT, folder));
  const readable = [...program, ...(options.folders ?? [])].map((folder) => `--allow-fs-read=${folder}${sep}*`);
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      limitCommand(options),
      process.execPath,
      `--max-old-space-size=${options.heapMb}`,
      '--permission',
      '--allow-addons',
      '--allow-worker',
      ...readable,
      `--allow-fs-read=${join(ROOT, 'package.json')}`,
      fileURLToPath(entryFile(options.entry)),
    ],
    { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  );
  let words = '';
  child.stderr?.on('data', (bytes) => {
    words = (words + String(bytes)).slice(-LAST_WORDS);
  });
  // A process that exits early closes the pipe; its exit is reported instead.
  child.stdin?.on('error', () => {});
  return {
    child,
    input: child.stdin as Writable,
    output: child.stdio[3] as Readable,
    /** The end of its output, for the log and for the reason of its exit. */
    lastOutput: () => words,
  };
}
