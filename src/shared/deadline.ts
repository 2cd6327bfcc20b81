import { ServiceError } from './errors.ts';
import { currentContext, extendContext } from './async-context.ts';

declare module './async-context.ts' {
  interface AsyncContext {
    deadline?: Deadline | undefined;
  }
}

/**
 * The deadline of a request. It ends, with the error for the response as reason, when it passes or the client
 * disconnects.
 * See decision 40.
 */
export class Deadline {
  private readonly onEnd: ((reason: ServiceError) => void) | undefined;
  private reason: ServiceError | undefined;
  /** The controller is made when the signal is read first: most requests end before anything needs it. */
  private controller: AbortController | undefined;
  private timer: NodeJS.Timeout;
  private timerEndsAt: number;
  private endsAt: number;

  /** @param onEnd called once, when it ends */
  constructor(milliseconds: number, onEnd?: (reason: ServiceError) => void) {
    this.onEnd = onEnd;
    this.endsAt = performance.now() + milliseconds;
    this.timerEndsAt = this.endsAt;
    this.timer = this.startTimer(milliseconds);
  }

  /** The signal that aborts when the deadline ends. */
  get signal(): AbortSignal {
    if (!this.controller) {
      this.controller = new AbortController();
      if (this.reason) this.controller.abort(this.reason);
    }
    return this.controller.signal;
  }

  /** Why it has ended; undefined until then. */
  get endedBy(): ServiceError | undefined {
    return this.reason;
  }

  /** The end, on the clock of `performance.now()`. */
  get at(): number {
    return this.endsAt;
  }

  /** Restarts the deadline: an operation may have a longer one, and the time in which a body arrives does not count. */
  restart(milliseconds: number): void {
    if (this.reason) return;
    this.endsAt = performance.now() + milliseconds;
    // A timer that is early starts another one.
    if (this.timerEndsAt > this.endsAt) this.renewTimer(milliseconds);
  }

  /** Aborts the remaining work of the request. */
  abort(reason: ServiceError): void {
    clearTimeout(this.timer);
    if (this.reason) return;
    this.reason = reason;
    this.controller?.abort(reason);
    this.onEnd?.(reason);
  }

  /** The response is sent. */
  clear(): void {
    clearTimeout(this.timer);
  }

  private renewTimer(milliseconds: number): void {
    clearTimeout(this.timer);
    this.timerEndsAt = performance.now() + milliseconds;
    this.timer = this.startTimer(milliseconds);
  }

  private startTimer(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.checkTime(), milliseconds).unref();
  }

  private checkTime(): void {
    const left = Math.ceil(this.endsAt - performance.now());
    // Timers may be a fraction of a millisecond early.
    if (left > 1) this.renewTimer(left);
    else this.abort(new ServiceError('UNAVAILABLE', 'The request took too long'));
  }
}

/** Runs `work` with the deadline; undefined: without one, for work that several requests share. */
export function withDeadline<T>(deadline: Deadline | undefined, work: () => T): T {
  return extendContext({ deadline }, work);
}

const CLEANUP_MS = 10_000;

/** Runs cleanup after a failed request, even if the deadline has passed or the client has disconnected. */
export function cleanUp<T>(work: () => Promise<T>): Promise<T> {
  const deadline = new Deadline(CLEANUP_MS);
  return withDeadline(deadline, work).finally(() => deadline.clear());
}

/** The deadline of the current request; undefined in jobs. */
export function currentDeadline(): Deadline | undefined {
  return currentContext()?.deadline;
}

/** Combines the signal of the current deadline with another one; undefined if there is neither. */
export function boundSignal(signal?: AbortSignal): AbortSignal | undefined {
  const deadline = currentDeadline()?.signal;
  if (!deadline || !signal || deadline === signal) return deadline ?? signal;
  return AbortSignal.any([deadline, signal]);
}
