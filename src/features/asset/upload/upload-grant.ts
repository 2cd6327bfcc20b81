import type { RedeemedGrant } from '../../../ports/file-storage.ts';
import { ServiceError, conflict } from '../../../shared/errors.ts';

export function assertNotExpired({ isExpired }: RedeemedGrant): void {
  if (isExpired) throw new ServiceError('BAD_REQUEST', 'Upload URL has expired. Request a new one.');
}

export function uploadUsedError(): ServiceError {
  return conflict('Upload URL has been used. Request a new one.');
}
