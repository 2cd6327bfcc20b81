import { setTimeout as wait } from 'node:timers/promises';
import { CohereError } from 'cohere-ai';
import { ServiceError } from '../../shared/errors.ts';
import { OutageError } from '../../shared/outage.ts';

export interface CallOptions {
  /** What jobs wait for while the service is away. */
  dependency: 'embedder' | 'reranker' | 'language model';
  /** For all attempts together and the pauses between them; the signal given to an attempt also ends then. */
  deadlineMs: number;
  /** Default 4. */
  mostAttempts?: number;
  /** A service that asks for a longer pause is given up at once. Default: as long as the deadline allows. */
  longestPauseMs?: number;
  signal?: AbortSignal | undefined;
}

const MOST_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const ACCOUNT_STATUSES = new Set([401, 402, 403]);
const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Runs a call to Cohere with a deadline and retries of our own: the client's deadline doesn't cover an answer that stalls
 * half-way, and its retries don't hear an abort. Tried again, after a growing pause with jitter or the one the
 * service asks for, are overload, server faults, lost connections and answers that make no sense.
 *
 * Rejects with the signal's reason when the caller aborts; with `UNAVAILABLE` when the service can't be reached in time or stays
 * overloaded; with `BAD_GATEWAY` when it refuses the call or answers nonsense. Neither carries the key or the answer.
 */
export async function callCohere<T>(attempt: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> {
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const ends = performance.now() + options.deadlineMs;
  const { mostAttempts = MOST_ATTEMPTS, longestPauseMs = Infinity } = options;
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  for (let attempts = 1; ; attempts++) {
    options.signal?.throwIfAborted();
    try {
      return await attempt(signal);
    } catch (error) {
      options.signal?.throwIfAborted();
      const pause = pauseBefore(error, attempts);
      const hopeless = deadline.aborted || performance.now() + pause >= ends || pause > longestPauseMs;
      if (hopeless || attempts >= mostAttempts || !mayPass(error))
        throw refusal(error, deadline.aborted, options.dependency);
      await wait(pause, undefined, { signal }).catch(() => options.signal?.throwIfAborted());
    }
  }
}

/** Anything but a status is a lost connection or an answer that isn't what was asked for. */
function mayPass(error: unknown): boolean {
  const status = statusOf(error);
  return status === undefined || PASSING_STATUSES.has(status);
}

function pauseBefore(error: unknown, attempts: number): number {
  const asked = error instanceof CohereError ? askedPause(error.rawResponse?.headers.get('retry-after')) : undefined;
  const grown = FIRST_PAUSE_MS * 2 ** (attempts - 1);
  return asked ?? grown * (0.5 + Math.random() / 2);
}

/** Retry-After holds seconds or a date. */
function askedPause(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const pause = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}

function refusal(error: unknown, late: boolean, dependency: string): ServiceError {
  const status = statusOf(error);
  const outage = (message: string): ServiceError => new OutageError(dependency, message);
  if (late) return outage('The model service did not answer in time');
  if (status === 429) return outage('The model service is overloaded');
  if (status !== undefined && PASSING_STATUSES.has(status))
    return outage(`The model service failed with status ${status}`);
  const message = `The model service refused the call with status ${status}`;
  // A key that is wrong, without rights or without credit says nothing of the text.
  if (status !== undefined && ACCOUNT_STATUSES.has(status)) {
    return new OutageError(dependency, message, { code: 'BAD_GATEWAY' });
  }
  if (status !== undefined) return new ServiceError('BAD_GATEWAY', message);
  if (error instanceof CohereError) return outage('The model service can not be reached');
  return new ServiceError('BAD_GATEWAY', 'The model service gave an answer that makes no sense');
}

function statusOf(error: unknown): number | undefined {
  return error instanceof CohereError ? error.statusCode : undefined;
}
