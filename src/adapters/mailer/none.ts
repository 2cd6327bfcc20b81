import type { Mailer } from '../../ports/mailer.ts';
import { ServiceError } from '../../shared/errors.ts';

/** Creates the mailer of production without one: every email fails, so that the sender is informed. */
export function createNoMailer(): Mailer {
  return {
    send: async () => {
      throw new ServiceError('UNAVAILABLE', 'No mailer is configured', {}, { retryAfterSeconds: null });
    },
    close: async () => {},
  };
}
