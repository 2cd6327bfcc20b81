import { setTimeout as delay } from 'node:timers/promises';
import type { EmbeddedPostgres } from '../adapters/database/embedded.ts';
import { StartError } from '../shared/start-error.ts';
import type { SupervisorMessage } from './messages.ts';
import { Worker, type WorkerEnd } from './worker.ts';
import { writeLine } from './write-line.ts';

/** A worker that ran for this long is restarted without a pause. */
const SETTLED_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 30_000;
/** Longer than a worker takes to stop, shorter than platforms wait. */
const STOP_LIMIT_MS = 9_800;
/** A worker that has just begun to serve has the processors for itself. */
const STANDBY_AFTER_MS = 3_000;

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Runs the service in a separate process and restarts it whenever it exits. Resolves with the exit code when the service
 * was stopped or its first start failed. A standby process, which has prepared everything that several processes may do
 * at once, takes over immediately; the supervisor owns the embedded PostgreSQL, so that it keeps running meanwhile.
 * See decision 41.
 */
export async function supervise(environment: Environment): Promise<number> {
  const database = new OwnedDatabase(environment);
  const supervisor = new Supervisor(database, environment);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => supervisor.stop(signal));
  const code = await supervisor.run();
  await database.stop();
  return code;
}

class Supervisor {
  private readonly database: OwnedDatabase;
  private readonly environment: Environment;
  private active: Worker;
  private standby: Worker | null = null;
  private hasServed = false;
  private readonly stopping = new AbortController();

  constructor(database: OwnedDatabase, environment: Environment) {
    this.database = database;
    this.environment = environment;
    this.active = this.startWorker();
  }

  async run(): Promise<number> {
    for (let failures = 0; ; failures += 1) {
      this.active.serve();
      void this.prepareStandby(this.active);
      const end = await this.active.ended;
      const served = this.active.servingSince === null ? 0 : performance.now() - this.active.servingSince;
      this.hasServed ||= this.active.servingSince !== null;
      if (this.isFinalEnd(end)) return this.finish(end);
      if (served > SETTLED_MS) failures = 0;
      const pauseMs = failures === 0 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), MAX_PAUSE_MS);
      writeLine('CRITICAL', `the service ended with ${end.signal ?? `exit code ${end.code}`} and is being restarted`, {
        reason: end.reason,
        servedSeconds: Math.round(served / 1_000),
        pauseMs,
      });
      await delay(pauseMs, undefined, { signal: this.stopping.signal }).catch(() => {});
      if (this.stopping.signal.aborted) return this.finish(end);
      this.active = this.standby ?? this.startWorker();
      this.standby = null;
    }
  }

  /** Forwards every signal: a second one ends the service immediately. */
  stop(signal: NodeJS.Signals): void {
    this.standby?.signal('SIGKILL');
    this.active.signal(signal);
    if (this.stopping.signal.aborted) return;
    this.stopping.abort();
    setTimeout(() => this.active.signal('SIGKILL'), STOP_LIMIT_MS).unref();
  }

  /** The service was stopped, or its start failed for a reason that it has logged. */
  private isFinalEnd({ code }: WorkerEnd): boolean {
    return this.stopping.signal.aborted || code === 0 || !this.hasServed;
  }

  private finish({ code, signal, reason }: WorkerEnd): number {
    this.standby?.signal('SIGKILL');
    if (signal !== null) writeLine('ERROR', `the service ended with ${signal}`, { reason });
    return code ?? 1;
  }

  private startWorker(): Worker {
    return new Worker(this.environment, (dataDir) => this.database.start(dataDir));
  }

  private async prepareStandby(active: Worker): Promise<void> {
    if (this.environment['STANDBY'] === 'off') return;
    await active.serving;
    await delay(STANDBY_AFTER_MS, undefined, { ref: false });
    if (this.active !== active || this.standby || this.stopping.signal.aborted) return;
    const standby = this.startWorker();
    this.standby = standby;
    await standby.ended;
    if (this.standby === standby) this.standby = null;
  }
}

/** The embedded PostgreSQL, started for the first worker that requests it. */
class OwnedDatabase {
  private readonly saysInfo: boolean;
  private starting: Promise<EmbeddedPostgres> | null = null;

  constructor(environment: Environment) {
    this.saysInfo = ['trace', 'debug', 'info', undefined].includes(environment['LOG_LEVEL']);
  }

  async start(dataDir: string): Promise<SupervisorMessage> {
    try {
      this.starting ??= this.open(dataDir);
      const { host, port, user, database } = await this.starting;
      return { type: 'database', address: { host, port, user, database } };
    } catch (error) {
      this.starting = null;
      const message = error instanceof Error ? error.message : String(error);
      return { type: 'database failed', message, isStartError: error instanceof StartError };
    }
  }

  async stop(): Promise<void> {
    const postgres = await this.starting?.catch(() => null);
    await postgres?.stop();
  }

  private async open(dataDir: string): Promise<EmbeddedPostgres> {
    const { startEmbeddedPostgres } = await import('../adapters/database/embedded.ts');
    return startEmbeddedPostgres({
      dataDir,
      log: (line, severity) => {
        if (severity === 'error' || this.saysInfo) writeLine(severity.toUpperCase(), line, { component: 'postgres' });
      },
    });
  }
}
