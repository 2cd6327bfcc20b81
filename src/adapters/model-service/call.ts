import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../shared/errors.ts';
import { ModelFailure } from '../../ports/model-failure.ts';
import { OutageError } from '../../shared/outage.ts';

export interface CallOptions {
  /** Name of the dependency that jobs wait for during an outage. */
  dependency: 'embedder' | 'reranker' | 'language model' | 'video analyzer' | 'transcriber';
  /** Limits all attempts and the pauses between them; the signal of an attempt also aborts then. */
  deadlineMs: number;
  /** Default 4. */
  maxAttempts?: number;
  /** The longest pause: if the service requests a longer one, the call fails immediately. Default: up to the deadline. */
  longestPauseMs?: number;
  signal?: AbortSignal | undefined;
}

/** What went wrong with a request, as the library of the service reports it. */
export interface CallFailure {
  /** HTTP status; undefined if there was no answer. */
  status: number | undefined;
  /** The header Retry-After. */
  retryAfter: string | null | undefined;
}

/** Calls one service with a deadline and retries. */
export type CallService = <T>(attempt: (signal: AbortSignal) => Promise<T>, options: CallOptions) => Promise<T>;

const MAX_ATTEMPTS = 4;
const FIRST_PAUSE_MS = 250;
const ACCOUNT_STATUSES = new Set([401, 402, 403]);
/** 529: overloaded, at Anthropic. */
const PASSING_STATUSES = new Set([408, 429, 500, 502, 503, 504, 529]);

/**
 * Calls a model service with a deadline and retries. Its library's own deadline does not cover a response that
 * stalls, and its retries ignore an abort. Overload, server errors, lost connections and invalid responses are retried after an
 * increasing pause with jitter, or after the requested pause. Rejects with the reason of the signal if the caller
 * aborts; with `UNAVAILABLE` if the service is not reachable in time or stays overloaded; with `BAD_GATEWAY` if it
 * rejects the request or returns an invalid response. The error contains neither the key nor the response.
 * @param readFailure undefined for an invalid response
 */
export async function callModelService<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  options: CallOptions,
  readFailure: (error: unknown) => CallFailure | undefined,
): Promise<T> {
  const deadline = AbortSignal.timeout(options.deadlineMs);
  const ends = performance.now() + options.deadlineMs;
  const { maxAttempts = MAX_ATTEMPTS, longestPauseMs = Infinity } = options;
  const signal = options.signal ? AbortSignal.any([deadline, options.signal]) : deadline;
  for (let attempts = 1; ; attempts++) {
    options.signal?.throwIfAborted();
    try {
      return await attempt(signal);
    } catch (error) {
      options.signal?.throwIfAborted();
      const failure = readFailure(error);
      const pause = nextPause(failure, attempts);
      const hopeless = deadline.aborted || performance.now() + pause >= ends || pause > longestPauseMs;
      if (hopeless || attempts >= maxAttempts || !mayPass(failure))
        throw toServiceError(failure, deadline.aborted, options.dependency);
      await wait(pause, undefined, { signal }).catch(() => options.signal?.throwIfAborted());
    }
  }
}

/** Tells whether a retry can succeed. A failure without a status is a lost connection or an invalid response. */
function mayPass(failure: CallFailure | undefined): boolean {
  return failure?.status === undefined || PASSING_STATUSES.has(failure.status);
}

function nextPause(failure: CallFailure | undefined, attempts: number): number {
  const grown = FIRST_PAUSE_MS * 2 ** (attempts - 1);
  return requestedPause(failure?.retryAfter) ?? grown * (0.5 + Math.random() / 2);
}

/** Retry-After contains seconds or a date. */
function requestedPause(header: string | null | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const pause = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isNaN(pause) ? undefined : Math.max(0, pause);
}

function toServiceError(failure: CallFailure | undefined, late: boolean, dependency: string): ServiceError {
  const outage = (message: string, cause: ModelFailure): ServiceError =>
    new OutageError(dependency, message, { cause });
  if (late) return outage('The model service did not answer in time', new ModelFailure('timeout'));
  if (!failure) {
    const cause = new ModelFailure('invalid-answer');
    return new ServiceError('BAD_GATEWAY', 'The model service returned an invalid response', {}, { cause });
  }
  const { status } = failure;
  if (status === undefined) return outage('The model service is not reachable', new ModelFailure('unreachable'));
  if (status === 429) return outage('The model service is overloaded', new ModelFailure('overloaded', status));
  if (PASSING_STATUSES.has(status)) {
    return outage(`The model service failed with status ${status}`, new ModelFailure('failed', status));
  }
  const message = `The model service rejected the request with status ${status}`;
  // An invalid key, missing permission or missing credit is not caused by the text.
  if (ACCOUNT_STATUSES.has(status)) {
    const cause = new ModelFailure('key-rejected', status);
    return new OutageError(dependency, message, { code: 'BAD_GATEWAY', cause });
  }
  const cause = new ModelFailure(status === 404 ? 'unknown-model' : 'rejected', status);
  return new ServiceError('BAD_GATEWAY', message, {}, { cause });
}
