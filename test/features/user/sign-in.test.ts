import { beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { useOwnService } from '../../support/use-service.ts';

const service = useOwnService();

const OWNER = { name: 'Ada Owner', email: 'ada@example.org', password: 'a long enough password' };
const ME = '{ me { id email name isInstallationAdmin memberships { role site { id name } } } }';

interface MeAnswer {
  me: { id: string; email: string; name: string; isInstallationAdmin: boolean; memberships: object[] } | null;
}

const setupToken = async () =>
  new URL((await service.app.features.firstUser.setupPath()) ?? '/', service.url).searchParams.get('token');

/** In the order of a new installation. */
describe('the first user', () => {
  let siteId = '';
  beforeAll(async () => {
    siteId = (await service.site('First site')).id;
  });

  test('is not signed in with another token or from another site', async () => {
    const browser = new Browser(service);
    const token = await setupToken();
    expect((await browser.auth('POST', '/setup', { token: `${token}x` })).status).toBe(403);
    expect((await browser.auth('POST', '/setup', { token }, { origin: 'https://evil.example' })).status).toBe(403);
    expect(browser.cookies.size).toBe(0);
  });

  test('is signed in by the link, is the admin and owns the first site', async () => {
    const browser = new Browser(service);
    expect((await browser.auth('POST', '/setup', { token: await setupToken() })).status).toBe(200);
    const { data } = await browser.graphql<MeAnswer>(ME);
    expect(data?.me).toMatchObject({
      isInstallationAdmin: true,
      memberships: [{ role: 'owner', site: { id: siteId, name: 'First site' } }],
    });
  });

  test('rejects a weak password, and the link is still valid', async () => {
    const weak = { token: await setupToken(), ...OWNER, password: 'short' };
    const { status, body } = await new Browser(service).auth('POST', '/setup', weak);
    expect([status, body['message']]).toEqual([400, 'password must have 10 to 128 characters']);
    expect(await setupToken()).not.toBeNull();
  });

  test('sets name, email and password, and the link is used up', async () => {
    const token = await setupToken();
    const answers = await Promise.all(
      [1, 2, 3].map(() => new Browser(service).auth('POST', '/setup', { token, ...OWNER })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
    expect(await service.app.features.firstUser.setupPath()).toBeNull();
    expect((await new Browser(service).auth('POST', '/setup', { token })).status).toBe(403);
    const browser = new Browser(service);
    await browser.signIn(OWNER.email, OWNER.password);
    const { data } = await browser.graphql<MeAnswer>(ME);
    expect(data?.me).toMatchObject({ email: OWNER.email, name: OWNER.name, isInstallationAdmin: true });
  });
});

describe('a session', () => {
  /** An account may sign in ten times a minute. */
  let known: Browser | undefined;
  const newSession = async () => {
    const browser = new Browser(service);
    expect((await browser.signIn(OWNER.email, OWNER.password)).status).toBe(200);
    return browser;
  };
  const signedIn = async () => (known ??= await newSession());

  test('has a cookie that no script reads and no other site sends', async () => {
    const browser = await signedIn();
    expect(browser.lastSet.join()).toMatch(/^lectern_session=.*; Path=\/; HttpOnly; SameSite=Strict$/i);
  });

  test('is stored as a hash', async () => {
    const browser = await signedIn();
    const [token = ''] = decodeURIComponent(browser.cookies.get('lectern_session') ?? '').split('.');
    const rows = await service.app.database.system.rows<{ token: string }>('select token from user_session');
    expect(token.length).toBeGreaterThan(20);
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.filter((row) => row.token.includes(token) || !row.token.startsWith('sha256:'))).toEqual([]);
  });

  test('is another one at each sign-in, whatever cookie was there before', async () => {
    const browser = await newSession();
    const before = browser.cookie;
    await browser.signIn(OWNER.email, OWNER.password);
    expect(browser.cookie).not.toBe(before);
    const planted = new Browser(service);
    planted.cookies.set('lectern_session', 'planted');
    await planted.signIn(OWNER.email, OWNER.password);
    expect(planted.cookies.get('lectern_session')).not.toBe('planted');
  });

  test('ends at once when it is revoked in the list of sessions', async () => {
    const [one, other] = [await newSession(), await signedIn()];
    const { body: mine } = await one.auth<{ session: { id: string } }>('GET', '/get-session');
    const { body: list } = await other.auth<{ id: string; token: string }[]>('GET', '/list-sessions');
    const found = list.find(({ id }) => id === mine.session.id);
    expect(found?.token).toMatch(/^sha256:/);
    await other.auth('POST', '/revoke-session', { token: found?.token });
    expect((await one.graphql<MeAnswer>(ME)).data?.me).toBeNull();
    expect((await other.graphql<MeAnswer>(ME)).data?.me).not.toBeNull();
  });

  test('ends at once when its user signs out', async () => {
    const browser = await newSession();
    const { cookie } = browser;
    expect((await browser.auth('POST', '/sign-out')).status).toBe(200);
    const answer = await browser.graphql<MeAnswer>(ME, {}, null, { cookie });
    expect(answer.data?.me).toBeNull();
  });

  test('is none with a forged cookie', async () => {
    const browser = await signedIn();
    const value = browser.cookies.get('lectern_session') ?? '';
    const row = await service.app.database.system.row<{ token: string }>('select token from user_session limit 1');
    const hash = row?.token ?? '';
    const forged = [`${value.slice(0, -6)}AAAAAA`, value.split('.')[0], hash, `${hash}.AAAA`, '%', '.', ''];
    for (const each of forged) {
      const answer = await browser.graphql<MeAnswer>(ME, {}, null, { cookie: `lectern_session=${each}` });
      expect(answer.data?.me).toBeNull();
    }
  });

  test('does not count in requests that another site may have made the browser send', async () => {
    const browser = await signedIn();
    const forged: Record<string, string>[] = [
      { origin: 'https://evil.example', 'x-lectern-csrf': '1' },
      { origin: 'null', 'x-lectern-csrf': '1' },
      { 'x-lectern-csrf': '1' },
      { origin: service.url },
      { origin: service.url, 'x-lectern-csrf': '0' },
      { origin: service.url, 'sec-fetch-site': 'same-site', 'x-lectern-csrf': '1' },
    ];
    for (const headers of forged) {
      const answer = await service.graphql<MeAnswer>(ME, {}, { cookie: browser.cookie, ...headers });
      expect([headers, answer.data?.me]).toEqual([headers, null]);
    }
    const own: Record<string, string>[] = [
      { origin: service.url, 'x-lectern-csrf': '1' },
      { 'sec-fetch-site': 'same-origin', 'x-lectern-csrf': '1' },
    ];
    for (const headers of own) {
      const answer = await service.graphql<MeAnswer>(ME, {}, { cookie: browser.cookie, ...headers });
      expect(answer.data?.me).not.toBeNull();
    }
  });

  test('acts for the site of the header, and for no site without it', async () => {
    const browser = await signedIn();
    const site = await service.site('Second site');
    const list = '{ contents { pagination { total } } }';
    expect((await browser.graphql(list)).errors?.[0]).toMatchObject({
      message: 'The header X-Lectern-Site is required',
      extensions: { code: 'UNAUTHENTICATED' },
    });
    expect((await browser.graphql(list, {}, site.id)).errors).toBeUndefined();
    const unknown = await browser.graphql(list, {}, '00000000-0000-7000-8000-000000000000');
    expect(unknown.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });

  test('counts for GraphQL alone: REST, files and MCP ignore the cookie', async () => {
    const browser = await signedIn();
    const site = await service.site('Third site');
    const headers = { origin: service.url, cookie: browser.cookie, 'x-lectern-site': site.id, 'x-lectern-csrf': '1' };
    for (const path of ['/api/sdk/content', '/mcp', '/cdn/anything']) {
      const { status } = await fetch(service.url + path, { headers });
      expect([path, status >= 400]).toEqual([path, true]);
    }
    expect((await fetch(`${service.url}/api/sdk/content`, { headers })).status).toBe(401);
  });

  test('gives way to an API key in the same request', async () => {
    const browser = await signedIn();
    const site = await service.site('Fourth site');
    const answer = await browser.graphql<MeAnswer>(ME, {}, site.id, { 'x-svc-api-key': site.key });
    expect(answer).toMatchObject({ data: { me: null } });
    expect(answer.errors).toBeUndefined();
  });
});

describe('signing in', () => {
  test('says the same of a wrong password and of an unknown address', async () => {
    const wrong = await new Browser(service).signIn(OWNER.email, 'another password');
    const unknown = await new Browser(service).signIn('unknown@example.org', 'another password');
    expect([wrong.status, wrong.body]).toEqual([401, unknown.body]);
    expect(unknown.status).toBe(401);
  });

  test('is limited per account', async () => {
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 12; attempt++) {
      statuses.push((await new Browser(service).signIn('somebody@example.org', `guess number ${attempt}`)).status);
    }
    expect(statuses.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 401));
    expect(statuses.slice(10)).toEqual([429, 429]);
  });

  test('has no endpoints but those it needs', async () => {
    const browser = new Browser(service);
    const body = { name: 'X', email: 'x@example.org', password: 'a long enough password' };
    expect((await browser.auth('POST', '/sign-up/email', body)).status).toBe(404);
    expect((await browser.auth('GET', '/ok')).status).toBe(404);
    expect((await browser.auth('POST', '/sign-in/email', { email: 'x'.repeat(9_000) })).status).toBe(413);
  });
});
