import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { newMember, signedIn } from '../../support/member.ts';
import { OpenIdDouble } from '../../support/openid-double.ts';
import { use } from '../../support/use.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';

const provider = use(() => OpenIdDouble.start());
const service = useOwnService(() => provider.environment);
const site = useSite(service);

const verified = (email: string) => ({ email, email_verified: true, name: 'Grace' });

/** The page at the provider to which a browser is sent. */
async function start(browser: Browser, back?: string): Promise<URL> {
  const { status, body } = await browser.auth<{ url: string }>(
    'POST',
    '/sign-in/sso',
    back === undefined ? {} : { back },
  );
  expect(status).toBe(200);
  return new URL(body.url);
}

/** Where the service leads a browser that the provider has sent back. */
async function comeBack(browser: Browser, query: URLSearchParams): Promise<string | null> {
  const response = await fetch(`${service.url}/api/auth/sso/callback?${query.toString()}`, {
    headers: { cookie: browser.cookie, 'sec-fetch-site': 'cross-site' },
    redirect: 'manual',
  });
  browser.keep(response.headers.getSetCookie());
  return response.headers.get('location');
}

async function signIn(claims: object, options = {}, browser = new Browser(service)) {
  const query = provider.grant(await start(browser), { ...claims }, options);
  return { browser, to: await comeBack(browser, query) };
}

const me = async (browser: Browser) =>
  (
    await browser.graphql<{ me: { email: string; memberships: object[] } | null }>(
      '{ me { email memberships { role } } }',
    )
  ).data?.me;

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
    const query = provider.grant(await start(browser, `/${site.id}/content`), verified(email.toUpperCase()));
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

  const rejected: Record<string, [claims: object, reason: string, options?: object]> = {
    'an address that is not verified': [{ email_verified: false }, 'unverified'],
    'an address of which nothing is said': [{ email_verified: undefined }, 'unverified'],
    'an address verified as text': [{ email_verified: 'true' }, 'unverified'],
    'an unknown address': [{ email: 'nobody@example.org' }, 'unknown'],
    'another issuer': [{ iss: 'https://evil.example' }, 'failed'],
    'another audience': [{ aud: 'another client' }, 'failed'],
    'another nonce': [{ nonce: 'another' }, 'failed'],
    'an old token': [{ exp: 1_000_000_000 }, 'failed'],
    'a forged signature': [{}, 'failed', { isForged: true }],
  };

  test.each(Object.entries(rejected))('is rejected with %s', async (_name, [claims, reason, options]) => {
    const { email } = await newMember(site, 'viewer');
    const { browser, to } = await signIn({ ...verified(email), ...claims }, options);
    expect(to).toBe(`/admin/sign-in?sso=${reason}`);
    expect([...browser.cookies.keys()]).toEqual([]);
  });

  test('is rejected without what the browser was given, with that of another one, and a second time', async () => {
    const { email } = await newMember(site, 'viewer');
    const [browser, other] = [new Browser(service), new Browser(service)];
    const grant = async () => provider.grant(await start(browser), verified(email));
    const failed = '/admin/sign-in?sso=failed';
    expect(await comeBack(new Browser(service), await grant())).toBe(failed);
    await start(other);
    expect(await comeBack(other, await grant())).toBe(failed);
    const mixed = await grant();
    mixed.set('iss', 'https://evil.example');
    expect(await comeBack(browser, mixed)).toBe(failed);
    const query = await grant();
    const kept = new Map(browser.cookies);
    expect(await comeBack(browser, query)).toBe('/admin/');
    browser.cookies = kept;
    expect(await comeBack(browser, query)).toBe(failed);
  });

  test('leads to no other site', async () => {
    const wrong = ['//evil.example', 'https://evil.example', '/\\evil.example', '/a b'];
    const { email } = await newMember(site, 'viewer');
    for (const back of wrong) {
      const browser = new Browser(service);
      const { status, body } = await browser.auth<{ url?: string }>('POST', '/sign-in/sso', { back });
      if (status === 400) continue;
      const to = await comeBack(browser, provider.grant(new URL(body.url ?? ''), verified(email)));
      expect(new URL(to ?? '', service.url).origin).toBe(service.url);
    }
  });
});
