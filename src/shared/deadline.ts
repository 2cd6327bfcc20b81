import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/**
 * The deadline of a request. Its signal is aborted, with the error for the response as reason, when the deadline passes
 * or the client disconnects.
 */
export class Deadline {
  readonly signal: AbortSignal;
  private readonly controller = new AbortController();
  private timer: NodeJS.Timeout;
  private endsAt: number;

  constructor(milliseconds: number) {
    this.signal = this.controller.signal;
    this.endsAt = performance.now() + milliseconds;
    this.timer = this.startTimer(milliseconds);
  }

  /** On the clock of `performance.now()`. */
  get at(): number {
    return this.endsAt;
  }

  /** Restarts the deadline: an operation may have a longer one, and the time in which a body arrives does not count. */
  restart(milliseconds: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.timer);
    this.endsAt = performance.now() + milliseconds;
    this.timer = this.startTimer(milliseconds);
  }

  /** Aborts the remaining work of the request. */
  abort(reason: ServiceError): void {
    clearTimeout(this.timer);
    this.controller.abort(reason);
  }

  /** The response is sent. */
  clear(): void {
    clearTimeout(this.timer);
  }

  private startTimer(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.abort(overdue()), milliseconds).unref();
  }
}

/** Runs `work` with the deadline; undefined: without one, for work that several requests share. */
export function withDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return current.run(deadline, work);
}

const CLEANUP_MS = 10_000;

/** For cleanup after a failed request: runs even if the deadline has passed or the client has disconnected. */
export function cleanUp<T>(work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(CLEANUP_MS);
  return withDeadline(deadline, work).finally(() => deadline.clear());
}

/** The deadline of the current request; undefined in jobs. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/** Combines the signal of the current deadline with another one; undefined if there is neither. */
export function boundSignal(signal?: AbortSignal): AbortSignal | undefined {
  const deadline = current.getStore()?.signal;
  if (!deadline || !signal || deadline === signal) return deadline ?? signal;
  return AbortSignal.any([deadline, signal]);
}

function overdue(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The request took too long');
}

const current = new AsyncLocalStorage<Deadline | undefined>();
