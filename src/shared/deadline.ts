import { AsyncLocalStorage } from 'node:async_hooks';
import { ServiceError } from './errors.ts';

/**
 * Until when a request is to be answered. Its signal is aborted, with the error to answer with as its reason, when the time
 * is over or when nobody waits for the answer any more.
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

  /** Counts from now on: an operation may take longer than others, and the time in which a body arrives is its sender's. */
  restart(milliseconds: number): void {
    if (this.signal.aborted) return;
    clearTimeout(this.timer);
    this.endsAt = performance.now() + milliseconds;
    this.timer = this.startTimer(milliseconds);
  }

  /** What still works for the request stops. */
  abort(reason: ServiceError): void {
    clearTimeout(this.timer);
    this.controller.abort(reason);
  }

  /** The request has its answer. */
  clear(): void {
    clearTimeout(this.timer);
  }

  private startTimer(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.abort(overdue()), milliseconds).unref();
  }
}

/** `work` and what it starts are bound by the deadline; undefined: by none, as work that several requests share must be. */
export function withDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return current.run(deadline, work);
}

const CLEANUP_MS = 10_000;

/** For what must be undone although the request has failed: it runs even when the caller has gone or the time is over. */
export function cleanUp<T>(work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(CLEANUP_MS);
  return withDeadline(deadline, work).finally(() => deadline.clear());
}

/** Of the request that runs here; undefined in jobs. */
export function currentDeadline(): Deadline | undefined {
  return current.getStore();
}

/** The signal of the current deadline together with another one; undefined when there is neither. */
export function boundSignal(signal?: AbortSignal): AbortSignal | undefined {
  const deadline = current.getStore()?.signal;
  if (!deadline || !signal || deadline === signal) return deadline ?? signal;
  return AbortSignal.any([deadline, signal]);
}

function overdue(): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The request took too long');
}

const current = new AsyncLocalStorage<Deadline | undefined>();
