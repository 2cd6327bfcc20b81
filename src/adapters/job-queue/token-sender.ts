import type { LoginTicket, OAuth2Client } from 'google-auth-library';
import type { DeliverySender } from '../../ports/job-queue.ts';
import { ServiceError } from '../../shared/errors.ts';
import { singleFlight } from '../../shared/once.ts';
import { openOnce } from '../../shared/once.ts';
import { withTimeout } from '../../shared/timeout.ts';

interface SenderOptions {
  serviceAccount: string;
  serviceUrl: string;
  /** Source of the certificates, as `http://host:port`. Default: Google's. */
  emulator?: string | undefined;
}

const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];
/** The library tries four times, which takes two seconds. */
const CERTIFICATES_MS = 5_000;

/** Verifies the OIDC tokens that Google issues for one service account and this service. */
export function createTokenSender({ serviceAccount, serviceUrl, emulator }: SenderOptions): DeliverySender {
  const opening = openOnce(() => openClient(emulator));
  // The library itself would fetch once for each concurrent caller.
  const certificates = singleFlight(async () => {
    const client = await opening();
    const late = () => new Error('The certificates were not received in time');
    return { client, ...(await withTimeout(CERTIFICATES_MS, client.getFederatedSignonCertsAsync(), late)) };
  });
  return {
    async verify(token) {
      const { client, certs } = await certificates().catch((error: unknown) => {
        throw new ServiceError('UNAVAILABLE', 'Tokens cannot be verified', {}, { cause: error });
      });
      const claims = await client
        .verifySignedJwtWithCertsAsync(token, certs, serviceUrl, ISSUERS)
        // The message contains the token.
        .then((ticket: LoginTicket) => ticket.getPayload())
        .catch(() => undefined);
      if (!claims) throw new ServiceError('UNAUTHENTICATED', 'Unauthorized');
      if (claims.email !== serviceAccount || claims.email_verified !== true) {
        throw new ServiceError('FORBIDDEN', 'Forbidden');
      }
    },
  };
}

async function openClient(emulator: string | undefined): Promise<OAuth2Client> {
  const { OAuth2Client: Client } = await import('google-auth-library');
  if (emulator === undefined) return new Client();
  return new Client({ endpoints: { oauth2FederatedSignonPemCertsUrl: `${emulator}/oauth2/v1/certs` } });
}
