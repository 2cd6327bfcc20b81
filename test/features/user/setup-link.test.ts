import { describe, expect, test } from 'vitest';
import { Browser } from '../../support/browser.ts';
import { newMember, signedIn, tokensSentTo } from '../../support/member.ts';
import { OpenIdDouble } from '../../support/openid-double.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { useSso, verified } from './sso.contract.ts';

const sso = useSso(() => OpenIdDouble.start());

const PASSWORD = 'a long enough password';
const ME = '{ me { id email isInstallationAdmin } }';
interface MeAnswer {
  me: { id: string; email: string; isInstallationAdmin: boolean } | null;
}
const meOf = async (browser: Browser) => (await browser.graphql<MeAnswer>(ME)).data?.me;
const setupToken = async () =>
  new URL((await sso.service.app.features.firstUser.setupPath()) ?? '/', sso.service.url).searchParams.get('token');
const setUp = (browser: Browser, token: string | null, email: string) =>
  browser.auth('POST', '/setup', { token, name: 'Olga Operator', email, password: PASSWORD });

async function invite(email: string): Promise<void> {
  const mutation = `mutation ($email: String!) { inviteMember(email: $email, role: viewer) { id } }`;
  const keys = { 'x-svc-api-key': sso.site.key, 'x-svc-admin-key': ADMIN_KEY };
  expect((await sso.service.graphql(mutation, { email }, keys)).errors).toBeUndefined();
}

/** In the order of a new installation. */
describe('the setup link, with an OpenID provider', () => {
  let viewer: Browser;
  let link: string | null;
  let byLink: Browser;

  test('stays for the operator when an invited viewer was the first to sign in', async () => {
    await invite('victor@example.org');
    ({ browser: viewer } = await sso.signIn(verified('victor@example.org')));
    expect(await meOf(viewer)).toMatchObject({ email: 'victor@example.org', isInstallationAdmin: false });
    link = await setupToken();
    expect(link).not.toBeNull();
  });

  test('stays when an invited person has set a password', async () => {
    await invite('paula@example.org');
    const token = (await tokensSentTo(sso.service, 'paula@example.org')).at(-1);
    const accepted = await new Browser(sso.service).auth('POST', '/accept', { token, name: 'P', password: PASSWORD });
    expect([accepted.status, await setupToken()]).toEqual([200, link]);
  });

  test('signs in a user of its own, and takes no address of another', async () => {
    byLink = new Browser(sso.service);
    expect((await byLink.auth('POST', '/setup', { token: link })).status).toBe(200);
    const before = await meOf(viewer);
    expect((await meOf(byLink))?.id).not.toBe(before?.id);
    const { status, body } = await setUp(new Browser(sso.service), link, 'Victor@Example.org');
    expect([status, body['message']]).toEqual([409, 'This address has an account already: choose another one']);
    expect([await setupToken(), await meOf(viewer)]).toEqual([link, before]);
  });

  test('makes an admin, whose other sessions end, and no other user', async () => {
    const before = await meOf(viewer);
    const operator = new Browser(sso.service);
    expect((await setUp(operator, link, 'olga@example.org')).status).toBe(200);
    expect(await meOf(operator)).toMatchObject({ email: 'olga@example.org', isInstallationAdmin: true });
    expect([await meOf(byLink), await meOf(viewer)]).toEqual([null, before]);
  });

  test('is used up, also when that admin is deleted', async () => {
    expect(await setupToken()).toBeNull();
    expect((await setUp(new Browser(sso.service), link, 'late@example.org')).status).toBe(403);
    const { database } = sso.service.app;
    await database.system.rows(`delete from user_account where user_id = (select id from app_user where email = $1)`, [
      'olga@example.org',
    ]);
    // The provider can still sign that admin in.
    expect(await setupToken()).toBeNull();
    await database.system.rows('update app_user set email = $1 where email = $2', ['deleted', 'olga@example.org']);
    expect((await setUp(new Browser(sso.service), link, 'late@example.org')).status).toBe(403);
  });
});

test.each(['password', 'passkey', 'OpenID'])('there is none while an admin can sign in by %s', async (means) => {
  const { database } = sso.service.app;
  const { email } = await newMember(sso.site, 'admin');
  const ofUser = 'user_id = (select id from app_user where email = $1)';
  if (means !== 'password') await database.system.rows(`delete from user_account where ${ofUser}`, [email]);
  if (means === 'passkey') {
    await database.system.rows(
      `insert into user_passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
       select gen_random_uuid(), id, 'Key', $1, 'k', 0, '{}', now() from app_user where email = $1`,
      [email],
    );
  }
  expect(await setupToken()).toBeNull();
  await database.system.rows('delete from app_user where email = $1', [email]);
});

test('a user changes the name alone, and not to several lines', async () => {
  const browser = await signedIn(sso.site, 'viewer');
  const before = await meOf(browser);
  for (const extra of [
    { isAdmin: true },
    { is_admin: true },
    { emailVerified: true },
    { id: 'x' },
    { role: 'admin' },
  ]) {
    await browser.auth('POST', '/update-user', { name: 'Ada', ...extra });
  }
  await browser.auth('POST', '/update-user', { email: 'olga@example.org' });
  expect(await meOf(browser)).toEqual(before);
  for (const name of ['A\nB', 'A\u2028B', 'A\u202eB', ' ', 'x'.repeat(301)]) {
    const { status, body } = await browser.auth('POST', '/update-user', { name });
    expect([status, body['message']]).toEqual([400, expect.stringMatching(/^name /)]);
  }
});
