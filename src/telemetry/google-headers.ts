import type { AuthClient } from 'google-auth-library';
import { openOnce } from '../shared/once.ts';

const GOOGLE = /(^|\.)telemetry(\.[a-z0-9-]+\.rep)?\.googleapis\.com$/;
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform';

/**
 * Google's receiver requires an access token, which is renewed every hour; undefined for any other receiver. The
 * account is found by Google's default credentials: on Cloud Run without a key.
 */
export function googleHeaders(endpoint: string): (() => Promise<Record<string, string>>) | undefined {
  if (!GOOGLE.test(new URL(endpoint).hostname)) return undefined;
  const account = openOnce(findAccount);
  return async () => {
    try {
      return Object.fromEntries((await (await account()).getRequestHeaders(endpoint)).entries());
    } catch {
      // The exporter must not throw: without a token the receiver answers an error, which is logged.
      return {};
    }
  };
}

async function findAccount(): Promise<AuthClient> {
  const { GoogleAuth } = await import('google-auth-library');
  return new GoogleAuth({ scopes: [SCOPE] }).getClient();
}
