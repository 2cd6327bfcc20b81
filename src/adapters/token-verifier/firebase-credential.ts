import type { Agent } from 'node:http';
import type { Credential } from 'firebase-admin/app';
import { z } from 'zod';
import type { FirebaseLibrary } from './firebase-library.ts';

const ACCOUNT = z.object({ client_email: z.string(), private_key: z.string() });

/**
 * Uses only the two required fields, so a stored account cannot change where tokens are fetched. The library's own
 * `cert` is not used, because it ignores the agent and prints warnings.
 * @throws Error if the account cannot be parsed
 */
export function createCredential(
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
      if (!access_token || !expiry_date) throw new Error('No access token was issued for the service account');
      return { access_token, expires_in: Math.floor((expiry_date - Date.now()) / 1000) };
    },
  };
}

function readAccount(text: string): z.infer<typeof ACCOUNT> {
  try {
    return ACCOUNT.parse(JSON.parse(text));
  } catch {
    // The parser's own message would contain the key.
    throw new Error('The service account is not JSON with client_email and private_key');
  }
}
