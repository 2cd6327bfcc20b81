import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../shared/errors.ts';
import { rejectOnAbort } from '../../shared/timeout.ts';

export interface Patience {
  /** Maximum time for all attempts at one email, in milliseconds. */
  deadlineMs?: number | undefined;
  /** The first pause between attempts, in milliseconds; it doubles each time. */
  pauseMs?: number | undefined;
}

/** Why an attempt failed, for the log: without content of the email or credentials. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  /** True if a retry can succeed. */
  readonly isPassing: boolean;

  constructor(isPassing: boolean, message: string) {
    super(message);
    this.isPassing = isPassing;
  }
}

const DEADLINE_MS = 15_000;
const PAUSE_MS = 250;

/**
 * Retries until an attempt succeeds, is rejected permanently, or the deadline passes. An attempt is not aborted before
 * the deadline: the server may be about to accept the email, and a second attempt would send it twice.
 * @throws ServiceError BAD_GATEWAY (rejected permanently) or UNAVAILABLE (not in time)
 */
export async function deliverMail<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  toFailure: (error: unknown) => AttemptFailure,
  { deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS }: Patience = {},
): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs);
  let last: unknown;
  for (let pause = pauseMs; ; pause *= 2) {
    try {
      const work = attempt(signal).catch((error: unknown) => Promise.reject(toFailure(error)));
      return await rejectOnAbort(work, signal, () => new AttemptFailure(true, 'no answer by the deadline'));
    } catch (error) {
      if (error instanceof AttemptFailure && !error.isPassing) {
        throw new ServiceError('BAD_GATEWAY', 'The mail server rejected the email', {}, { cause: error });
      }
      if (!signal.aborted || last === undefined) last = error;
    }
    // Between half and all of the pause, so that emails that failed together are not retried together.
    await wait(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    if (!signal.aborted) continue;
    throw new ServiceError('UNAVAILABLE', 'The mail server did not accept the email in time', {}, { cause: last });
  }
}
