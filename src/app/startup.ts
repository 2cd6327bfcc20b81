import { setTimeout as delay } from 'node:timers/promises';
import { ServiceError } from '../shared/errors.ts';
import type { Logger } from '../shared/log/logger.ts';
import { findOutage } from '../shared/outage.ts';
import { StartError } from '../shared/start-error.ts';

export type StartStep = () => Promise<unknown>;

const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

/**
 * Runs the steps of a start that need dependencies, in order, each until it succeeds once. While a dependency is not
 * reachable the process keeps running, not ready, and retries.
 */
export class Startup {
  /** The steps that remain; null: the start has not begun. */
  private pendingSteps: StartStep[] | null = null;
  private readonly log: Pick<Logger, 'info' | 'error'>;
  private readonly stopping = new AbortController();
  private waitCause: Error | null = null;
  private completion: Promise<void> = Promise.resolve();

  constructor(log: Pick<Logger, 'info' | 'error'>) {
    this.log = log;
  }

  get isDone(): boolean {
    return this.pendingSteps?.length === 0;
  }

  /** @throws ServiceError UNAVAILABLE, with the reason, until all steps are done */
  assertDone(): void {
    if (this.isDone) return;
    const error = this.waitCause;
    const isForCallers = error instanceof ServiceError || error instanceof StartError;
    throw new ServiceError(
      'UNAVAILABLE',
      isForCallers ? error.message : 'The service is starting',
      {},
      { cause: error },
    );
  }

  /**
   * Resolves after the first attempt; if a dependency was not reachable, further attempts follow in the background.
   * @throws errors that a retry cannot solve
   */
  async begin(steps: readonly StartStep[]): Promise<void> {
    this.pendingSteps = [...steps];
    try {
      await this.attempt();
    } catch (error) {
      if (!isOutage(error)) throw error;
      this.wait(error);
      this.completion = this.complete();
    }
  }

  /** Resolves when all steps are done. False if it was stopped before. */
  async done(): Promise<boolean> {
    await this.completion;
    return this.isDone;
  }

  stop(): void {
    this.stopping.abort();
  }

  private async complete(): Promise<void> {
    const { signal } = this.stopping;
    for (let pause = FIRST_PAUSE_MS; !this.isDone && !signal.aborted; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      await delay(pause, undefined, { signal }).catch(() => {});
      await this.attempt().catch((error: unknown) => this.wait(error));
    }
    if (this.isDone) this.log.info('the dependencies needed at start are available');
  }

  private async attempt(): Promise<void> {
    const pendingSteps = this.pendingSteps ?? [];
    for (let [step] = pendingSteps; step && !this.stopping.signal.aborted; [step] = pendingSteps) {
      await step();
      pendingSteps.shift();
    }
  }

  /** Logs each reason once, because there are many attempts. */
  private wait(error: unknown): void {
    const reason = error instanceof Error ? error : new Error(String(error));
    const isKnown = reason.message === this.waitCause?.message;
    this.waitCause = reason;
    if (!isKnown && !this.stopping.signal.aborted) {
      this.log.error({ err: reason }, 'waiting for a dependency: requests are answered with 503 until it is available');
    }
  }
}

function isOutage(error: unknown): boolean {
  return (error instanceof ServiceError && error.code === 'UNAVAILABLE') || findOutage(error) !== null;
}
