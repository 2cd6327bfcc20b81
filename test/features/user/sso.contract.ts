import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { newMember, signedIn } from '../../support/member.ts';
import { type Claims, OTHER_CLIENT, type OpenIdServer, signInAtProvider } from '../../support/openid-server.ts';
import type { TestService } from '../../support/service.ts';
import type { TestSite } from '../../support/site.ts';
import { use } from '../../support/use.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';

/** A service whose users sign in with a provider, and the steps of a browser between the two. */
export interface Sso<T extends OpenIdServer> {
  provider: T;
  service: TestService;
  site: TestSite;
  /** The page at the provider to which the service sends a browser. */
  start(browser: Browser, options?: { back?: string; asksAgain?: boolean }): Promise<URL>;
  /** Where the service leads a browser that the provider has sent back. */
  comeBack(browser: Browser, query: URLSearchParams): Promise<string | null>;
  /** All of it, by a new browser. */
  signIn(claims: Claims): Promise<{ browser: Browser; to: string | null }>;
}

export const verified = (email: string) => ({ email, email_verified: true, name: 'Grace' });
export const FAILED = '/admin/sign-in?sso=failed';

/** What the service is called if no test says otherwise, as it chooses its port itself. */
export const PUBLIC_URL = 'http://127.0.0.1:0';

export function useSso<T extends OpenIdServer>(open: () => Promise<T>): Sso<T> {
  const provider = use(open);
  const service = useOwnService(() => ({ ...provider.environment, PUBLIC_URL }));
  const site = useSite(service);
  const start = async (browser: Browser, options = {}) => {
    const { status, body } = await browser.auth<{ url: string }>('POST', '/sign-in/sso', options);
    expect(status).toBe(200);
    return new URL(body.url);
  };
  const comeBack = async (browser: Browser, query: URLSearchParams) => {
    const response = await fetch(`${service.url}/api/auth/sso/callback?${query.toString()}`, {
      headers: { cookie: browser.cookie, 'sec-fetch-site': 'cross-site' },
      redirect: 'manual',
    });
    browser.keep(response.headers.getSetCookie());
    return response.headers.get('location');
  };
  const signIn = async (claims: Claims) => {
    const browser = new Browser(service);
    provider.user = claims;
    const query = await signInAtProvider(await start(browser));
    return { browser, to: await comeBack(browser, query) };
  };
  return { provider, service, site, start, comeBack, signIn };
}

const me = async (browser: Browser) =>
  (
    await browser.graphql<{ me: { email: string; memberships: object[] } | null }>(
      '{ me { email memberships { role } } }',
    )
  ).data?.me;

/** What holds with every OpenID provider. */
export function describeSso<T extends OpenIdServer>({ provider, service, site, start, comeBack, signIn }: Sso<T>) {
  describe('signing in with the OpenID provider', () => {
    test('is offered with its name', async () => {
      expect((await new Browser(service).auth('GET', '/sso')).body).toEqual({ name: 'Example ID' });
    });

    test('asks for a code with state, nonce and PKCE, which a cookie keeps that comes back from other sites', async () => {
      const browser = new Browser(service);
      const url = await start(browser);
      expect(Object.fromEntries(url.searchParams)).toEqual({
        client_id: 'lectern',
        response_type: 'code',
        redirect_uri: expect.stringMatching(/\/api\/auth\/sso\/callback$/),
        scope: 'openid email profile',
        state: expect.stringMatching(/^.{43}$/),
        nonce: expect.stringMatching(/^.{43}$/),
        code_challenge: expect.stringMatching(/^.{43}$/),
        code_challenge_method: 'S256',
      });
      expect(browser.lastSet.join()).toMatch(/^lectern\.sso=.*; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/i);
    });

    test('signs in a user with the verified address, and leads to the page that was asked for', async () => {
      const { email } = await newMember(site, 'viewer');
      const browser = new Browser(service);
      provider.user = verified(email.toUpperCase());
      const query = await signInAtProvider(await start(browser, { back: `/${site.id}/content` }));
      expect(await comeBack(browser, query)).toBe(`/admin/${site.id}/content`);
      expect(browser.cookies.has('lectern.sso')).toBe(false);
      expect(browser.lastSet.join()).toMatch(/lectern_session=[^,]*; HttpOnly; SameSite=Strict/i);
      expect(await me(browser)).toMatchObject({ email });
    });

    test('accepts the open invitations of a new user, and of no one else', async () => {
      const email = `${newId()}@example.org`;
      const owner = await signedIn(site, 'owner');
      const invite = 'mutation ($email: String!) { inviteMember(email: $email, role: author) { id } }';
      expect((await signIn(verified(email))).to).toBe('/admin/sign-in?sso=unknown');
      expect((await owner.graphql(invite, { email }, site.id)).errors).toBeUndefined();
      expect((await signIn({ ...verified(email), email_verified: false })).to).toBe('/admin/sign-in?sso=unverified');
      const { browser, to } = await signIn({ ...verified(email), name: 'Grace\u0000' });
      expect([to, await me(browser)]).toEqual(['/admin/', { email, memberships: [{ role: 'author' }] }]);
      const { data } = await owner.graphql('{ invitations { email } }', {}, site.id);
      expect(JSON.stringify(data)).not.toContain(email);
    });

    const rejectedClaims: Record<string, [claims: object, reason: string]> = {
      'an address that is not verified': [{ email_verified: false }, 'unverified'],
      'an address of which nothing is said': [{ email_verified: undefined }, 'unverified'],
      'an address verified as text': [{ email_verified: 'true' }, 'unverified'],
      'no address': [{ email: undefined }, 'unverified'],
      'an unknown address': [{ email: 'nobody@example.org' }, 'unknown'],
    };

    test.each(Object.entries(rejectedClaims))('is rejected with %s', async (_name, [claims, reason]) => {
      const { email } = await newMember(site, 'viewer');
      const { browser, to } = await signIn({ ...verified(email), ...claims });
      expect(to).toBe(`/admin/sign-in?sso=${reason}`);
      expect([...browser.cookies.keys()]).toEqual([]);
    });

    const changed: Record<string, [parameter: string, value: string]> = {
      'the code of another client': ['client_id', OTHER_CLIENT],
      'another nonce': ['nonce', 'another'],
      'another state': ['state', 'another'],
      'the code of another browser, which has another PKCE verifier': ['code_challenge', 'x'.repeat(43)],
    };

    test.each(Object.entries(changed))('is rejected with %s', async (_name, [parameter, value]) => {
      const { email } = await newMember(site, 'viewer');
      const browser = new Browser(service);
      const url = await start(browser);
      url.searchParams.set(parameter, value);
      provider.user = verified(email);
      expect(await comeBack(browser, await signInAtProvider(url))).toBe(FAILED);
      expect([...browser.cookies.keys()]).toEqual([]);
    });

    test('leads back to the sign-in page when the user cancels it at the provider', async () => {
      const browser = new Browser(service);
      provider.user = null;
      const query = await signInAtProvider(await start(browser));
      expect(query.get('error')).toBe('access_denied');
      expect(await comeBack(browser, query)).toBe(FAILED);
      expect([...browser.cookies.keys()]).toEqual([]);
    });

    test('is rejected without what the browser was given, with that of another one, and a second time', async () => {
      const { email } = await newMember(site, 'viewer');
      const [browser, other] = [new Browser(service), new Browser(service)];
      provider.user = verified(email);
      const grant = async () => signInAtProvider(await start(browser));
      expect(await comeBack(new Browser(service), await grant())).toBe(FAILED);
      await start(other);
      expect(await comeBack(other, await grant())).toBe(FAILED);
      const mixed = await grant();
      mixed.set('iss', 'https://evil.example');
      expect(await comeBack(browser, mixed)).toBe(FAILED);
      const query = await grant();
      const kept = new Map(browser.cookies);
      expect(await comeBack(browser, query)).toBe('/admin/');
      browser.cookies = kept;
      expect(await comeBack(browser, query)).toBe(FAILED);
    });

    test('goes on at once when the provider has changed its signing keys', async () => {
      const { email } = await newMember(site, 'viewer');
      expect((await signIn(verified(email))).to).toBe('/admin/');
      await provider.rotateKeys();
      expect((await signIn(verified(email))).to).toBe('/admin/');
    });

    test('leads to no other site', async () => {
      const wrong = ['//evil.example', 'https://evil.example', '/\\evil.example', '/a b'];
      const { email } = await newMember(site, 'viewer');
      provider.user = verified(email);
      for (const back of wrong) {
        const browser = new Browser(service);
        const { status, body } = await browser.auth<{ url?: string }>('POST', '/sign-in/sso', { back });
        if (status === 400) continue;
        const to = await comeBack(browser, await signInAtProvider(new URL(body.url ?? '')));
        expect(new URL(to ?? '', service.url).origin).toBe(service.url);
      }
    });
  });
}
