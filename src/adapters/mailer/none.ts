import type { Mailer } from '../../ports/mailer.ts';
import { ServiceError } from '../../shared/errors.ts';

/** For production without a mailer: a mail that nobody gets is refused, so that whoever sends it learns so. */
export function createNoMailer(): Mailer {
  return {
    send: async () => {
      throw new ServiceError('UNAVAILABLE', 'No mailer is configured', {}, { retryAfterSeconds: null });
    },
    close: async () => {},
  };
}
