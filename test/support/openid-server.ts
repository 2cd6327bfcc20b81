export type Claims = Record<string, unknown>;

/** An OpenID provider with two clients, the service and `OTHER_CLIENT`, whose users are what a test says. */
export interface OpenIdServer {
  /** Of a service that signs in with it. */
  readonly environment: Record<string, string>;
  /** Who signs in without being asked when a browser comes to the provider; null: the user cancels. */
  user: Claims | null;
  /** From now on tokens are signed with another key, and the former one is not published any more. */
  rotateKeys(): Promise<void>;
  stop(): Promise<void>;
}

export const CLIENT = { id: 'lectern', secret: 'secret of the client' };
export const OTHER_CLIENT = 'another client';

export function openIdEnvironment(issuer: string): Record<string, string> {
  return {
    SSO_ISSUER: issuer,
    SSO_CLIENT_ID: CLIENT.id,
    SSO_CLIENT_SECRET: CLIENT.secret,
    SSO_NAME: 'Example ID',
    OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
  };
}

/**
 * Where the service sends a browser is followed to the end at the provider: what the browser comes back with.
 * @param cookies of the provider, for a browser that comes there again
 */
export async function signInAtProvider(asked: URL, cookies = new Map<string, string>()): Promise<URLSearchParams> {
  let url = asked;
  while (url.origin === asked.origin) url = await nextPage(url, cookies);
  return url.searchParams;
}

/** Where a page of the provider leads. */
export async function nextPage(url: URL, cookies: Map<string, string>): Promise<URL> {
  const response = await fetch(url, {
    headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    redirect: 'manual',
  });
  const to = response.headers.get('location');
  if (to === null) throw new Error(`The provider answers ${response.status}: ${await response.text()}`);
  for (const cookie of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]*)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  return new URL(to, url);
}
