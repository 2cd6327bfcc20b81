import { ServiceError } from '../../../shared/errors.ts';
import { rejectOnAbort } from '../../../shared/timeout.ts';

/** The time that work may take to end after its limit; then it is not waited for. */
const END_GRACE_MS = 2_000;

/**
 * Runs work that is aborted after its limit. Work that ignores its signal continues, but keeps no slot: a port may hang
 * without a deadline of its own.
 */
export async function runWithLimit(
  limitMs: number,
  stop: AbortSignal,
  work: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const limit = new AbortController();
  const abandoned = new AbortController();
  const timers = [
    setTimeout(() => limit.abort(), limitMs),
    setTimeout(() => abandoned.abort(), limitMs + END_GRACE_MS),
  ];
  try {
    await rejectOnAbort(work(AbortSignal.any([stop, limit.signal])), abandoned.signal);
  } catch (error) {
    // Without the error as its cause, which may be that of an outage: attempts that take too long must count.
    throw limit.signal.aborted && !stop.aborted ? new ServiceError('UNAVAILABLE', 'Processing took too long') : error;
  } finally {
    for (const timer of timers) clearTimeout(timer);
  }
}
