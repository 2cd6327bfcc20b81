import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

export interface ProcessOptions {
  /** The program: a module beside `from`, without its extension. Both stand two folders below `src` or `dist`. */
  entry: string;
  from: string;
  /** What it may read besides its own program. */
  folders?: readonly string[];
  heapMb: number;
  /** What it may hold, heap and all; the kernel refuses it more. */
  memoryKb: number;
  /** What it may compute: one whose service was killed goes on by itself, and is not to go on for ever. */
  cpuSeconds: number;
  /** How far it stands back for others where the processors are busy, as `nice` has it. */
  niceness: number;
}

export interface SpawnedProcess {
  child: ChildProcess;
  input: Writable;
  output: Readable;
  /** The end of what it printed, for the log and to tell why it ended. */
  lastWords(): string;
}

const LAST_WORDS = 2_000;

/**
 * Sets the limits, then becomes the program: whatever it allocates beyond them, the kernel refuses, and what it computes comes
 * after what the service does. Where there is `setpriv` (as on Debian), the kernel also kills it together with the service,
 * however that ends: a reader that is stuck would notice nothing, and hold files of the service open that the next start waits for.
 * Elsewhere it lives until its processor time is over.
 */
function limited({ memoryKb, cpuSeconds, niceness }: ProcessOptions): string {
  return `ulimit -d ${memoryKb} 2>/dev/null; ulimit -t ${cpuSeconds}
  setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL nice -n ${niceness} "$0" "$@"
  exec nice -n ${niceness} "$0" "$@"`;
}

/**
 * A process for reading files. It has no environment, may read its own program and the given folders only, and may neither write files
 * nor start programs, so that a parser that is taken over has little to take.
 */
export function spawnProcess(options: ProcessOptions): SpawnedProcess {
  const extension = options.from.endsWith('.ts') ? 'ts' : 'js';
  const entry = fileURLToPath(new URL(`./${options.entry}.${extension}`, options.from));
  const root = dirname(dirname(dirname(dirname(entry))));
  const program = ['node_modules', 'dist', 'src'].map((folder) => `${root}${sep}${folder}`);
  const readable = [...program, ...(options.folders ?? [])].map((folder) => `--allow-fs-read=${folder}${sep}*`);
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      limited(options),
      process.execPath,
      `--max-old-space-size=${options.heapMb}`,
      '--permission',
      '--allow-addons',
      '--allow-worker',
      ...readable,
      `--allow-fs-read=${root}${sep}package.json`,
      entry,
    ],
    { env: {}, cwd: '/', stdio: ['pipe', 'ignore', 'pipe', 'pipe'] },
  );
  let words = '';
  child.stderr?.on('data', (bytes) => {
    words = (words + String(bytes)).slice(-LAST_WORDS);
  });
  // A process that ends early breaks the pipe; its end is what is told of.
  child.stdin?.on('error', () => {});
  return { child, input: child.stdin as Writable, output: child.stdio[3] as Readable, lastWords: () => words };
}
