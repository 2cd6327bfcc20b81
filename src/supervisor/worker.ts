import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { ROOT } from '../shared/paths.ts';
import { type SupervisorMessage, WORKER_FLAG, type WorkerMessage } from './messages.ts';
import { Watchdog } from './watchdog.ts';

/** The service in few files, because loading its modules one by one takes a second of processor time. */
const MAIN = join(ROOT, 'dist/bundle/main.js');
/** The compiled code of the bundle, which Node reads instead of compiling it again. */
const COMPILE_CACHE = join(ROOT, 'dist/compile-cache');
const TAIL_LENGTH = 500;
/** How long the event loop of a worker that serves may be blocked before the worker counts as hanging. */
const MAX_BLOCKED_MS = 5_000;
/** The same before it serves: loading and preparing may block for seconds on a machine that is busy. */
const MAX_BLOCKED_STARTING_MS = 30_000;

/**
 * Large buffers go back to the system once they are free. By default glibc raises its threshold for that with every large
 * buffer that is freed: 25 minutes of random uploads left 580 MB of free memory with the process.
 */
export const MALLOC_SETTINGS = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_TRIM_THRESHOLD_: '131072' };

export interface WorkerEnd {
  code: number | null;
  signal: NodeJS.Signals | null;
  /** What the worker said last: its own reason, or the end of its standard error. */
  reason: string;
}

/**
 * A process of the service. It prepares what it can, and serves when the supervisor requests it. One that hangs is killed, as
 * it would neither serve nor end.
 */
export class Worker {
  /** The time when the worker began to serve; null: it has not. `serving` resolves then. */
  servingSince: number | null = null;
  readonly serving: Promise<void>;
  readonly ended: Promise<WorkerEnd>;
  private readonly child: ChildProcess;
  private readonly watchdog = new Watchdog(
    () => this.maxBlockedMs,
    () => this.kill(`Its event loop was blocked for more than ${this.maxBlockedMs / 1_000} seconds`),
  );
  private reason = '';
  private tail = '';

  /** @param startDatabase returns the connection of the embedded PostgreSQL */
  constructor(
    environment: Readonly<Record<string, string | undefined>>,
    startDatabase: (dataDir: string) => Promise<SupervisorMessage>,
  ) {
    this.child = fork(MAIN, [WORKER_FLAG], {
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
      env: { ...MALLOC_SETTINGS, NODE_COMPILE_CACHE: COMPILE_CACHE, ...environment },
    });
    this.child.stderr?.on('data', (part: Buffer) => {
      process.stderr.write(part);
      this.tail = (this.tail + String(part)).slice(-TAIL_LENGTH);
    });
    const { promise, resolve: onServing } = Promise.withResolvers<void>();
    this.serving = promise;
    this.child.on('message', (message: WorkerMessage) => {
      this.watchdog.heartbeat();
      if (message.type === 'serving') {
        this.servingSince = performance.now();
        onServing();
      }
      if (message.type === 'failed') this.reason = message.reason;
      if (message.type === 'database') void startDatabase(message.dataDir).then((answer) => this.send(answer));
    });
    this.child.once('exit', () => this.watchdog.stop());
    this.ended = new Promise((resolve) => {
      this.child.once('close', (code, signal) => resolve({ code, signal, reason: this.reason || this.tail.trim() }));
      this.child.once('error', (error) => resolve({ code: 1, signal: null, reason: error.message }));
    });
  }

  /** The message waits until the code of the process is loaded. */
  serve(): void {
    this.send({ type: 'serve' });
  }

  signal(name: NodeJS.Signals): void {
    this.child.kill(name);
  }

  private get maxBlockedMs(): number {
    return this.servingSince === null ? MAX_BLOCKED_STARTING_MS : MAX_BLOCKED_MS;
  }

  private kill(reason: string): void {
    this.reason = reason;
    this.signal('SIGKILL');
  }

  private send(message: SupervisorMessage): void {
    if (this.child.connected) this.child.send(message, () => {});
  }
}
