import type { Agent } from 'node:http';
import type { Credential } from 'firebase-admin/app';
import { z } from 'zod';
import type { FirebaseLibrary } from './firebase-library.ts';

const ACCOUNT = z.object({ client_email: z.string(), private_key: z.string() });

/**
 * Only the two fields that are needed: a stored account can't steer where and how tokens are fetched. Not the library's
 * own `cert`, which ignores the agent and warns on stderr.
 * Throws when the account can't be read.
 */
export function credentialOf(
  serviceAccount: string,
  library: FirebaseLibrary,
  httpAgent: Agent | undefined,
): Credential {
  const { client_email, private_key } = readAccount(serviceAccount);
  const client = new library.ServiceAccountClient({
    email: client_email,
    key: private_key,
    scopes: ['https://www.googleapis.com/auth/identitytoolkit'],
    ...(httpAgent ? { transporterOptions: { agent: httpAgent } } : {}),
  });
  return {
    async getAccessToken() {
      const { access_token, expiry_date } = await client.authorize();
      if (!access_token || !expiry_date) throw new Error('The service account got no access token');
      return { access_token, expires_in: Math.floor((expiry_date - Date.now()) / 1000) };
    },
  };
}

function readAccount(text: string): z.infer<typeof ACCOUNT> {
  try {
    return ACCOUNT.parse(JSON.parse(text));
  } catch {
    // The parser's own text would quote the key.
    throw new Error('The service account is not JSON with client_email and private_key');
  }
}
