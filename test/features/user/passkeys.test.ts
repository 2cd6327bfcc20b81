import { beforeAll, describe, expect, test } from 'vitest';
import { TOOL_CERTIFICATE } from '../../adapters/egress/tool-certificate.ts';
import { Authenticator } from '../../support/authenticator.ts';
import { Browser } from '../../support/browser.ts';
import { PASSWORD, signedInMember, tokensSentTo } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
const database = () => service.app.database.system;

/** The public URL of the service under test, with the host that browsers know instead of 127.0.0.1. */
const ORIGIN = 'http://localhost:0';
const REJECTED = { code: 'UNAUTHENTICATED', message: 'The passkey was not accepted' };

interface Options {
  challenge: string;
  user: { id: string };
}

interface Shown {
  id: string;
  name: string;
  createdAt: string;
  lastUsedAt: string | null;
}

const person = async () => (await signedInMember(service, site.id, 'viewer')).browser;

async function creationOptions(browser: Browser, body: object = {}): Promise<Options> {
  const answer = await browser.auth<Options>('POST', '/passkey/creation-options', body);
  expect([answer.status, answer.body]).toEqual([200, expect.objectContaining({ challenge: expect.any(String) })]);
  return answer.body;
}

async function requestOptions(): Promise<Options> {
  return (await new Browser(service).auth<Options>('POST', '/sign-in/passkey-options')).body;
}

const add = (browser: Browser, response: object, name = 'Laptop') =>
  browser.auth<Shown & Record<string, unknown>>('POST', '/passkey/add', { name, response });
const list = async (browser: Browser) => (await browser.auth<Shown[]>('GET', '/passkey/list')).body;
const signIn = (response: object, browser = new Browser(service)) =>
  browser.auth('POST', '/sign-in/passkey', { response });

/** A new passkey of a signed-in user. */
async function passkeyOf(browser: Browser) {
  const device = new Authenticator(ORIGIN);
  const { status, body } = await add(browser, device.create(await creationOptions(browser)));
  expect(status).toBe(200);
  return { device, id: body.id };
}

async function withPasskey() {
  const { browser, email } = await signedInMember(service, site.id, 'viewer');
  return { browser, email, ...(await passkeyOf(browser)) };
}

describe('a passkey', () => {
  test('is added, listed and signs in with a session as a password does', async () => {
    const { browser, email, device, id } = await withPasskey();
    expect(await list(browser)).toEqual([{ id, name: 'Laptop', createdAt: expect.any(String), lastUsedAt: null }]);
    const other = new Browser(service);
    const { status, body } = await signIn(device.get(await requestOptions()), other);
    expect([status, body]).toMatchObject([200, { user: { email } }]);
    expect(other.lastSet.join()).toMatch(/^lectern_session=.*; Path=\/; HttpOnly; SameSite=Strict$/i);
    const { data } = await other.graphql<{ me: { email: string } | null }>('{ me { email } }', {}, site.id);
    expect(data?.me).toEqual({ email });
    const sessions = await browser.auth<{ ipAddress: string }[]>('GET', '/list-sessions');
    expect(sessions.body.map(({ ipAddress }) => ipAddress)).toEqual(['127.0.0.1', '127.0.0.1']);
    expect((await list(browser))[0]?.lastUsedAt).not.toBeNull();
  });

  test('has a challenge that is stored as a hash, expires after five minutes and is then deleted', async () => {
    const { device } = await passkeyOf(await person());
    const { challenge } = await requestOptions();
    const stored = await database().row<{ id: string; row: string; seconds: number }>(
      `select id, v::text as row, extract(epoch from expires_at - created_at)::int as seconds
       from user_verification v order by id desc limit 1`,
    );
    expect(stored).toMatchObject({ seconds: 300, row: expect.stringContaining('sha256:') });
    expect(stored?.row).not.toContain(challenge);
    const expire = `update user_verification set expires_at = now() - interval '1 hour' where id = $1 returning id`;
    await database().change(expire, [stored?.id]);
    expect((await signIn(device.get({ challenge }))).status).toBe(401);
    await requestOptions();
    expect(await database().rows('select id from user_verification where id = $1', [stored?.id])).toEqual([]);
  });

  test('is deleted by its user alone, and then signs in no more', async () => {
    const { browser, device, id } = await withPasskey();
    const remove = (who: Browser) => who.auth('POST', '/passkey/delete', { id });
    expect([(await remove(await person())).status, (await remove(new Browser(service))).status]).toEqual([404, 401]);
    expect((await signIn(device.get(await requestOptions()))).status).toBe(200);
    expect((await remove(browser)).status).toBe(200);
    expect(await list(browser)).toEqual([]);
    expect(await signIn(device.get(await requestOptions()))).toMatchObject({ status: 401, body: REJECTED });
  });

  test('stays when its user changes the password, and is deleted when the password is reset', async () => {
    const { browser, email, device } = await withPasskey();
    const change = { currentPassword: PASSWORD, newPassword: 'a second long password' };
    expect((await browser.auth('POST', '/change-password', change)).status).toBe(200);
    expect((await signIn(device.get(await requestOptions()))).status).toBe(200);
    await browser.auth('POST', '/request-password-reset', { email });
    await expect.poll(() => tokensSentTo(service, email), { timeout: 10_000 }).toHaveLength(1);
    const [token] = await tokensSentTo(service, email);
    const reset = { token, newPassword: 'a third long password' };
    expect((await browser.auth('POST', '/reset-password', reset)).status).toBe(200);
    expect((await signIn(device.get(await requestOptions()))).status).toBe(401);
  });
});

describe('signing in with a passkey', () => {
  let known: Awaited<ReturnType<typeof withPasskey>>;
  let other: Authenticator;
  beforeAll(async () => {
    known = await withPasskey();
    other = (await withPasskey()).device;
  });
  const newDevice = async () => (await passkeyOf(known.browser)).device;

  const attacks: Record<string, (device: Authenticator, options: Options) => object | Promise<object>> = {
    'another origin': (device, options) => device.get(options, { origin: 'https://localhost.evil.example' }),
    'another port of the host': (device, options) => device.get(options, { origin: 'http://localhost:1' }),
    'another host': (device, options) => device.get(options, { host: 'evil.example' }),
    'an unknown credential': (_, options) => new Authenticator(ORIGIN).get(options),
    'no PIN': (device, options) => device.get(options, { isVerified: false }),
    'a challenge of the caller': (device) => device.get({ challenge: 'Y2hhbGxlbmdl' }),
    'a challenge for adding one': async (device) => device.get(await creationOptions(known.browser)),
    'the key of another user': (device, options) =>
      other.get(options, { id: device.id, userHandle: device.userHandle }),
    'the name of another user': (device, options) => device.get(options, { userHandle: other.userHandle }),
    'a changed signature': (device, options) => {
      const { response, ...rest } = device.get(options);
      return { ...rest, response: { ...response, signature: device.get(options).response.signature.slice(0, -4) } };
    },
  };

  test.each(Object.entries(attacks))('is rejected with %s', async (_name, attack) => {
    const browser = new Browser(service);
    const response = await attack(known.device, await requestOptions());
    const { status, body } = await signIn(response, browser);
    expect([status, body]).toEqual([401, REJECTED]);
    expect(browser.cookies.size).toBe(0);
  });

  test('takes each answer once, also of several at the same time', async () => {
    const device = await newDevice();
    const response = device.get(await requestOptions());
    const answers = await Promise.all([signIn(response), signIn(response), signIn(response)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    expect((await signIn(response)).status).toBe(401);
  });

  test('is rejected if the count of the authenticator stays or goes back', async () => {
    const device = await newDevice();
    const statusOf = async (counter: number) => (await signIn(device.get(await requestOptions(), { counter }))).status;
    expect([await statusOf(7), await statusOf(7), await statusOf(6), await statusOf(0), await statusOf(8)]).toEqual([
      200, 401, 401, 401, 200,
    ]);
    const same = await Promise.all([statusOf(9), statusOf(9), statusOf(9)]);
    expect(same.toSorted()).toEqual([200, 401, 401]);
  });

  test('accepts authenticators that do not count', async () => {
    const device = await newDevice();
    for (let time = 0; time < 2; time++) {
      expect((await signIn(device.get(await requestOptions(), { counter: 0 }))).status).toBe(200);
    }
  });

  test('says what is no answer of an authenticator', async () => {
    const response = known.device.get(await requestOptions());
    const wrong: [object, string][] = [
      [{ ...response, id: 'x'.repeat(2_000) }, 'response.id'],
      [{ ...response, response: { ...response.response, signature: 1 } }, 'response.response.signature'],
      [{ id: response.id }, 'response.rawId'],
    ];
    for (const [body, field] of wrong) {
      const answer = await signIn(body);
      expect([field, answer.status]).toEqual([field, 400]);
      expect(String(answer.body['message'])).toContain(field);
    }
  });

  test('comes from the origin of the service', async () => {
    const response = known.device.get(await requestOptions());
    const headers = { origin: 'https://evil.example' };
    expect((await new Browser(service).auth('POST', '/sign-in/passkey', { response }, headers)).status).toBe(403);
  });
});

describe('adding a passkey', () => {
  test('needs a session', async () => {
    const browser = new Browser(service);
    const response = new Authenticator(ORIGIN).create({ challenge: 'Y2hhbGxlbmdl' });
    expect((await browser.auth('POST', '/passkey/creation-options')).status).toBe(401);
    expect((await add(browser, response)).status).toBe(401);
    expect((await browser.auth('GET', '/passkey/list')).status).toBe(401);
  });

  test('needs the password when the session is older than 15 minutes', async () => {
    const { browser, email } = await signedInMember(service, site.id, 'viewer');
    await database().change(
      `update user_session set created_at = now() - interval '16 minutes'
       where user_id = (select id from app_user where email = $1) returning id`,
      [email],
    );
    const ask = (body: object = {}) => browser.auth('POST', '/passkey/creation-options', body);
    expect(await ask()).toMatchObject({ status: 403, body: { code: 'PASSWORD_REQUIRED' } });
    await creationOptions(browser, { password: PASSWORD });
    const guesses: number[] = [];
    for (let guess = 0; guess < 10; guess++) guesses.push((await ask({ password: `guess number ${guess}` })).status);
    expect(guesses).toEqual([...Array.from({ length: 9 }, () => 400), 429]);
  });

  test('is rejected for an answer to another question', async () => {
    const browser = await person();
    const other = await person();
    const device = new Authenticator(ORIGIN);
    const options = () => creationOptions(browser);
    const rejected = [
      device.create(await options(), { origin: 'https://evil.example' }),
      device.create(await options(), { host: 'evil.example' }),
      device.create(await options(), { isVerified: false }),
      device.create(await creationOptions(other)),
      device.create(await requestOptions()),
      device.get(await options()),
    ];
    for (const response of rejected) expect((await add(browser, response)).status).toBe(400);
    const response = device.create(await options());
    expect((await add(browser, response)).status).toBe(200);
    expect((await add(browser, response)).status).toBe(400);
    expect(await list(browser)).toHaveLength(1);
    expect((await add(other, device.create(await creationOptions(other)))).status).toBe(409);
    expect(await list(other)).toEqual([]);
  });

  test('takes no certificate: its list of revoked ones would be fetched from where it says', async () => {
    const browser = await person();
    const device = new Authenticator(ORIGIN);
    const response = device.create(await creationOptions(browser), { certificate: TOOL_CERTIFICATE });
    expect(await add(browser, response)).toMatchObject({ status: 400, body: { details: [{ field: 'response' }] } });
    expect((await add(browser, device.create(await creationOptions(browser)))).status).toBe(200);
  });

  test('needs a name of at most 100 characters', async () => {
    const browser = await person();
    const device = new Authenticator(ORIGIN);
    const response = device.create(await creationOptions(browser));
    for (const name of ['', '  ', 'x'.repeat(101), 'x'.repeat(6_000), 'a\u0000b']) {
      expect(await add(browser, response, name)).toMatchObject({ status: 400, body: { details: [{ field: 'name' }] } });
    }
    expect((await add(browser, response, 'x'.repeat(10_000))).status).toBe(413);
    expect((await add(browser, response, ` ${'x'.repeat(100)} `)).body.name).toBe('x'.repeat(100));
  });

  test('ends at 20, also of several at the same time', async () => {
    const { browser, email } = await signedInMember(service, site.id, 'viewer');
    await database().change(
      `insert into user_passkey (id, user_id, name, credential_id, public_key, counter, transports, created_at)
       select gen_random_uuid(), u.id, 'Key ' || n, u.id || '-' || n, '', 0, '{}', now()
       from app_user u, generate_series(1, 19) n where u.email = $1 returning id`,
      [email],
    );
    const answers = await Promise.all(
      [1, 2, 3].map(async () => add(browser, new Authenticator(ORIGIN).create(await creationOptions(browser)))),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(await list(browser)).toHaveLength(20);
  });
});
