import type { AuthClient } from 'google-auth-library';

const GOOGLE = /(^|\.)telemetry(\.[a-z0-9-]+\.rep)?\.googleapis\.com$/;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Google's receiver asks for a token of the service's account, which is made anew every hour; for any other, undefined.
 * The account is found as Google's libraries find it: on Cloud Run without a key.
 */
export function googleHeaders(endpoint: string): (() => Promise<Record<string, string>>) | undefined {
  if (!GOOGLE.test(new URL(endpoint).hostname)) return undefined;
  let client: Promise<AuthClient> | undefined;
  return async () => {
    try {
      client ??= findAccount();
      return Object.fromEntries((await (await client).getRequestHeaders(endpoint)).entries());
    } catch {
      // The exporter must not be thrown at: without a token the receiver refuses, and that is told.
      client = undefined;
      return {};
    }
  };
}

async function findAccount(): Promise<AuthClient> {
  const { GoogleAuth } = await import('google-auth-library');
  return new GoogleAuth({ scopes: [SCOPE] }).getClient();
}
