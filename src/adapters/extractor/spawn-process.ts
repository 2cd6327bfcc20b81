import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, sep } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { HEAP_MB, PROCESS_CPU_SECONDS, PROCESS_MEMORY_KB, PROCESS_NICENESS } from './limits.ts';

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
const LIMITED = `ulimit -d ${PROCESS_MEMORY_KB} 2>/dev/null; ulimit -t ${PROCESS_CPU_SECONDS}
  setpriv --pdeathsig KILL true 2>/dev/null && exec setpriv --pdeathsig KILL nice -n ${PROCESS_NICENESS} "$0" "$@"
  exec nice -n ${PROCESS_NICENESS} "$0" "$@"`;

/**
 * A process for reading files. It has no environment, may read its own program and the given folders only, and may neither write files
 * nor start programs, so that a parser that is taken over has little to take.
 */
export function spawnProcess(folders: readonly string[]): SpawnedProcess {
  const isSource = import.meta.url.endsWith('.ts');
  const entry = fileURLToPath(new URL(`./extraction-process.${isSource ? 'ts' : 'js'}`, import.meta.url));
  const root = dirname(dirname(dirname(dirname(entry))));
  const program = ['node_modules', 'dist', 'src'].map((folder) => `${root}${sep}${folder}`);
  const readable = [...program, ...folders].map((folder) => `--allow-fs-read=${folder}${sep}*`);
  const child = spawn(
    '/bin/sh',
    [
      ...['-c', LIMITED, process.execPath, `--max-old-space-size=${HEAP_MB}`],
      ...['--permission', '--allow-addons', '--allow-worker', ...readable, `--allow-fs-read=${root}${sep}package.json`],
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
