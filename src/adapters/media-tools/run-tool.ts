import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname } from 'node:path';
import type { Readable } from 'node:stream';
import { execNiced } from '../process/spawn-process.ts';
import { PROCESS_LIMITS } from './limits.ts';

export interface ToolRun {
  /** Path of the program. */
  program: string;
  args: readonly string[];
  /** The file that is read; the program runs in its folder. */
  path: string;
  cpuSeconds: number;
  /** The program is killed when it writes more. */
  maxOutputBytes: number;
  /** Receives the output in lines instead of collecting it. */
  onLine?: ((line: string) => void) | undefined;
  /** Receives the time in the video that the program has reached, in seconds. */
  onTime?: ((seconds: number) => void) | undefined;
  signal?: AbortSignal | undefined;
}

export interface ToolResult {
  output: Buffer;
  /** The end of what it wrote to standard error. */
  errors: string;
  /** The last time in the video that it reached, in seconds; null if it reached none. */
  reached: number | null;
  end: 'done' | 'failed' | 'crashed' | 'out of time' | 'out of memory' | 'too much output';
}

const MAX_ERRORS = 8_000;
const MAX_LINE = 64 * 1024;
/** A busy machine may run a process this many times slower than its processor time says. */
const PATIENCE = 3;

/**
 * Sets the limits, then executes the program. It can write nothing into a file, which `ulimit -f` ensures. Where the kernel
 * does not kill it with the service, it ends when its processor time is used up or its output is read no more.
 */
function limitCommand(cpuSeconds: number): string {
  const { memoryKb, openFiles, niceness } = PROCESS_LIMITS;
  const seconds = Math.ceil(cpuSeconds);
  // At the soft limit of time, the signal says why it ends; at the hard limit, it is killed.
  return `ulimit -c 0; ulimit -f 0; ulimit -n ${openFiles}; ulimit -S -t ${seconds}; ulimit -H -t ${seconds + 5}
  ulimit -d ${memoryKb} 2>/dev/null; ${execNiced(niceness)}`;
}

/** Runs ffmpeg or ffprobe with limits. Resolves after the process has ended; rejects with the signal's reason. */
export async function runTool(run: ToolRun): Promise<ToolResult> {
  run.signal?.throwIfAborted();
  const child = spawn('/bin/sh', ['-c', limitCommand(run.cpuSeconds), run.program, ...run.args], {
    // Errors are recognised by their English texts.
    env: { LC_ALL: 'C' },
    cwd: dirname(run.path),
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A process group of its own, which is killed as a whole.
    detached: true,
  });
  let killReason: ToolResult['end'] | undefined;
  const kill = (reason: ToolResult['end']): void => {
    killReason ??= reason;
    killGroup(child);
  };
  const timer = setTimeout(() => kill('out of time'), run.cpuSeconds * PATIENCE * 1_000);
  const abort = (): void => kill('failed');
  run.signal?.addEventListener('abort', abort, { once: true });
  try {
    const output = collectOutput(child, run, () => kill('too much output'));
    const errors = collectErrors(child);
    const progress = followProgress(child, run.onTime);
    await once(child, 'close');
    run.signal?.throwIfAborted();
    return { output: output(), errors: errors(), reached: progress(), end: killReason ?? classifyEnd(child, errors()) };
  } finally {
    clearTimeout(timer);
    run.signal?.removeEventListener('abort', abort);
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

function classifyEnd({ exitCode, signalCode }: ChildProcess, errors: string): ToolResult['end'] {
  if (exitCode === 0) return 'done';
  // 128 + 24: the shell reports it if it could not execute the program directly.
  if (signalCode === 'SIGXCPU' || exitCode === 152) return 'out of time';
  // `kill` sets an end of its own; otherwise only the kernel sends SIGKILL, when memory runs out.
  if (signalCode === 'SIGKILL' || /Cannot allocate memory|bad_alloc|out of memory/i.test(errors))
    return 'out of memory';
  return signalCode === null ? 'failed' : 'crashed';
}

function collectOutput(child: ChildProcess, { maxOutputBytes, onLine }: ToolRun, tooMuch: () => void): () => Buffer {
  const parts: Buffer[] = [];
  const splitLines = onLine && lineSplitter(onLine);
  let bytes = 0;
  child.stdout?.on('data', (part: Buffer) => {
    bytes += part.length;
    if (bytes > maxOutputBytes) tooMuch();
    else if (splitLines) splitLines(part);
    else parts.push(part);
  });
  return () => Buffer.concat(parts);
}

function lineSplitter(onLine: (line: string) => void): (part: Buffer) => void {
  let rest = '';
  return (part) => {
    const lines = (rest + part.toString('latin1')).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    lines.forEach(onLine);
  };
}

function collectErrors(child: ChildProcess): () => string {
  let errors = '';
  child.stderr?.on('data', (part: Buffer) => {
    errors = (errors + part.toString('latin1')).slice(-MAX_ERRORS);
  });
  return () => errors;
}

/** `-progress pipe:3` writes blocks of `name=value`. */
function followProgress(child: ChildProcess, onTime: ToolRun['onTime']): () => number | null {
  let progress: number | null = null;
  const read = (line: string): void => {
    const microseconds = Number(/^out_time_us=(\d+)$/.exec(line)?.[1]);
    if (Number.isNaN(microseconds)) return;
    progress = microseconds / 1_000_000;
    onTime?.(progress);
  };
  (child.stdio[3] as Readable).on('data', lineSplitter(read));
  return () => progress;
}
