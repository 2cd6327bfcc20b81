import { ServiceError } from '../../shared/errors.ts';
import { OutageError } from '../../shared/outage.ts';

/**
 * The error of a call about one part of a larger work: a request that is rejected, or never answered properly, is caused by
 * the content (BAD_REQUEST), which a retry does not change; the other parts can go on. Outages stay what they are.
 */
export function contentError(error: unknown): unknown {
  const isRejected = error instanceof ServiceError && !(error instanceof OutageError) && error.code === 'BAD_GATEWAY';
  return isRejected ? new ServiceError('BAD_REQUEST', error.message, {}, { cause: error }) : error;
}
