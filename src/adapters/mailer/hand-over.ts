import { setTimeout as wait } from 'node:timers/promises';
import { ServiceError } from '../../shared/errors.ts';

export interface Patience {
  /** How long all attempts at one mail may take together, in milliseconds. */
  deadlineMs?: number | undefined;
  /** The first pause between attempts, in milliseconds; it doubles each time. */
  pauseMs?: number | undefined;
}

/** Why an attempt failed, in words for the log: nothing of the mail and no credentials. */
export class AttemptFailure extends Error {
  override readonly name = 'AttemptFailure';
  /** Whether the next attempt may fare better. */
  readonly isPassing: boolean;

  constructor(isPassing: boolean, message: string) {
    super(message);
    this.isPassing = isPassing;
  }
}

const DEADLINE_MS = 15_000;
const PAUSE_MS = 250;

/**
 * Tries until an attempt succeeds, is refused for good, or the deadline has come. An attempt is not cut short before the
 * deadline: the other side may be about to accept, and a second attempt would then be a second mail.
 * @throws ServiceError BAD_GATEWAY (refused for good) or UNAVAILABLE (not in time).
 */
export async function handOver<T>(
  attempt: (signal: AbortSignal) => Promise<T>,
  { deadlineMs = DEADLINE_MS, pauseMs = PAUSE_MS }: Patience = {},
): Promise<T> {
  const signal = AbortSignal.timeout(deadlineMs);
  let last: unknown;
  for (let pause = pauseMs; ; pause *= 2) {
    try {
      return await orAborted(attempt(signal), signal);
    } catch (error) {
      if (error instanceof AttemptFailure && !error.isPassing) throw refused(error);
      if (!signal.aborted || last === undefined) last = error;
    }
    // Between half and all of the pause, so that many mails that failed together do not come back together.
    await wait(pause * (0.5 + Math.random() / 2), undefined, { signal }).catch(() => {});
    if (signal.aborted) throw late(last);
  }
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const giveUp = (): void => reject(new AttemptFailure(true, 'no answer by the deadline'));
    signal.addEventListener('abort', giveUp, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', giveUp));
  });
}

function refused(cause: AttemptFailure): ServiceError {
  return new ServiceError('BAD_GATEWAY', 'The mail was refused', {}, { cause });
}

function late(cause: unknown): ServiceError {
  return new ServiceError('UNAVAILABLE', 'The mail could not be handed over in time', {}, { cause });
}
