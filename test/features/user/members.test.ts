import { beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { conflictAt } from '../../support/conflict.ts';
import { PASSWORD, signedInMember, tokensSentTo } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
let owner: Browser;
let ownerId: string;
const addressOf = (name: string) => `${name}-${newId()}@example.org`;

beforeAll(async () => {
  ({ browser: owner, id: ownerId } = await signedInMember(service, site.id, 'owner'));
});

const tokensFor = (address: string) => tokensSentTo(service, address);

const INVITE =
  'mutation ($email: String!, $role: MemberRole!) { inviteMember(email: $email, role: $role) { id email role invitedBy } }';

async function invited(email: string, role = 'editor'): Promise<string> {
  const { errors } = await owner.graphql(INVITE, { email, role }, site.id);
  expect(errors).toBeUndefined();
  return (await tokensFor(email)).at(-1) ?? '';
}

async function list<T>(query: string): Promise<T[]> {
  const { data, errors } = await owner.graphql<Record<string, T[]>>(query, {}, site.id);
  expect(errors).toBeUndefined();
  return Object.values(data ?? {})[0] ?? [];
}
const members = () => list<{ id: string; email: string; role: string }>('{ members { id email role } }');
const invitations = () => list<{ id: string; email: string }>('{ invitations { id email } }');
const accept = (browser: Browser, token: string, more: object = { name: 'Grace', password: PASSWORD }) =>
  browser.auth('POST', '/accept', { token, ...more });

describe('an invitation', () => {
  test('makes a new user a member with its role, once', async () => {
    const email = addressOf('grace');
    const token = await invited(email.toUpperCase().replace('EXAMPLE.ORG', 'example.org')).then(
      async () => (await tokensFor(email)).at(-1) ?? '',
    );
    expect((await invitations()).map((each) => each.email)).toContain(email);
    const browsers = [new Browser(service), new Browser(service), new Browser(service)];
    const answers = await Promise.all(browsers.map((browser) => accept(browser, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await members()).filter((each) => each.email === email)).toMatchObject([{ role: 'editor' }]);
    expect((await invitations()).map((each) => each.email)).not.toContain(email);
    const joined = browsers[answers.findIndex(({ status }) => status === 200)] ?? browsers[0];
    expect((await joined?.graphql('{ contents { total } }', {}, site.id))?.errors).toBeUndefined();
    expect((await accept(new Browser(service), token)).status).toBe(403);
  });

  test('is stored as a hash, and is no longer accepted when it is revoked, replaced or expired', async () => {
    const email = addressOf('late');
    const first = await invited(email);
    const second = await invited(email, 'viewer');
    const rows = await service.app.database
      .forSite(site.id, 'background')
      .rows<{ token: string }>('select token from site_invitation where email = $1', [email]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.token).toMatch(/^sha256:/);
    expect((await accept(new Browser(service), first)).status).toBe(403);
    await service.app.database
      .forSite(site.id, 'background')
      .change(`update site_invitation set expires_at = now() where email = $1 returning id`, [email]);
    expect((await accept(new Browser(service), second)).status).toBe(403);
    const third = await invited(email);
    const id = (await invitations()).find((each) => each.email === email)?.id;
    const revoke = 'mutation ($id: ID!) { revokeInvitation(id: $id) { deleted } }';
    expect((await owner.graphql(revoke, { id }, site.id)).errors).toBeUndefined();
    expect((await accept(new Browser(service), third)).status).toBe(403);
  });

  test('accepted by many at once makes one member, and is used up for the others as it is later', async () => {
    const tokens = [await invited(addressOf('many')), await invited(addressOf('other'))];
    for (const token of tokens) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => accept(new Browser(service), token)));
      const late = await accept(new Browser(service), token);
      const { status, body } = late;
      expect(answers.map((each) => each.status).toSorted()).toEqual([200, 403, 403, 403, 403]);
      for (const answer of answers)
        if (answer.status !== 200) expect([answer.status, answer.body]).toEqual([status, body]);
    }
  });

  test('is no longer accepted once who has made it is no owner any more', async () => {
    const { id: siteId } = await service.site('Two owners');
    const { browser: other } = await signedInMember(service, siteId, 'owner');
    const inviter = await signedInMember(service, siteId, 'owner');
    const email = addressOf('late');
    await inviter.browser.graphql(INVITE, { email, role: 'owner' }, siteId);
    const change = 'mutation ($id: ID!, $role: MemberRole!) { updateMember(id: $id, role: $role) { role } }';
    expect((await other.graphql(change, { id: inviter.id, role: 'editor' }, siteId)).errors).toBeUndefined();
    const [token = ''] = await tokensFor(email);
    expect((await accept(new Browser(service), token)).status).toBe(403);
    expect((await other.graphql(change, { id: inviter.id, role: 'owner' }, siteId)).errors).toBeUndefined();
    expect((await accept(new Browser(service), token)).status).toBe(200);
  });

  test('to two sites, accepted at once, makes one user', async () => {
    const email = addressOf('twice');
    const other = await service.site('The other site');
    const { browser: otherOwner } = await signedInMember(service, other.id, 'owner');
    await otherOwner.graphql(INVITE, { email, role: 'viewer' }, other.id);
    await invited(email);
    const tokens = await tokensFor(email);
    const statuses = await Promise.all(tokens.map(async (token) => (await accept(new Browser(service), token)).status));
    expect(statuses.toSorted()).toEqual([200, expect.toSatisfy((status) => status === 401 || status === 409)]);
    const users = await service.app.database.system.rows('select id from app_user where email = $1', [email]);
    expect(users).toHaveLength(1);
  });

  test('does not change the browser of who is signed in to a new account', async () => {
    const { browser } = await signedInMember(service, site.id, 'viewer');
    const token = await invited(addressOf('new'));
    const { cookie } = browser;
    const { status, body } = await accept(browser, token);
    expect([status, body['message']]).toEqual([409, expect.stringMatching(/^You are signed in as another user/)]);
    expect(browser.cookie).toBe(cookie);
    expect((await accept(new Browser(service), token)).status).toBe(200);
  });

  test('opens no account that exists: its user has to be signed in', async () => {
    const other = await service.site('Where they are');
    const { browser, email } = await signedInMember(service, other.id, 'viewer');
    const token = await invited(email);
    const stranger = new Browser(service);
    expect((await accept(stranger, token)).status).toBe(401);
    expect((await accept(owner, token, {})).status).toBe(401);
    expect(stranger.cookies.size).toBe(0);
    expect((await accept(browser, token, {})).status).toBe(200);
    expect((await browser.graphql('{ contents { total } }', {}, site.id)).errors).toBeUndefined();
  });

  test('is denied for a member, a wrong address and a weak password', async () => {
    const { email } = await signedInMember(service, site.id, 'viewer');
    const codeOf = async (to: string) =>
      (await owner.graphql(INVITE, { email: to, role: 'viewer' }, site.id)).errors?.[0]?.extensions['code'];
    const { errors } = await owner.graphql(INVITE, { email, role: 'viewer' }, site.id);
    const { error: message, details } = conflictAt('email', 'This person is a member already');
    expect(errors).toMatchObject([{ message, extensions: { code: 'CONFLICT', details } }]);
    expect(await codeOf('nobody')).toBe('BAD_REQUEST');
    const token = await invited(addressOf('weak'));
    expect((await accept(new Browser(service), token, { name: 'W', password: 'short' })).status).toBe(400);
    expect((await accept(new Browser(service), token)).status).toBe(200);
  });

  test('is sent at most 50 times in an hour, and at most 100 are open', async () => {
    const busy = await service.site('Busy');
    const { browser } = await signedInMember(service, busy.id, 'owner');
    await service.app.database.forSite(busy.id, 'background').change(
      `insert into site_invitation (id, site_id, email, role, token, expires_at, created_at)
       select gen_random_uuid(), $1::uuid, 'p' || n, 'viewer', ($1::uuid)::text || n, now() + interval '1 day', now()
       from generate_series(1, 100) n returning id`,
      [busy.id],
    );
    const codes: unknown[] = [];
    for (let count = 0; count < 51; count++) {
      const { errors } = await browser.graphql(INVITE, { email: 'x@example.org', role: 'viewer' }, busy.id);
      codes.push(errors?.[0]?.extensions['code']);
    }
    expect([new Set(codes.slice(0, 50)), codes[50]]).toEqual([new Set(['CONFLICT']), 'RATE_LIMITED']);
  });
});

describe('members', () => {
  const change = (browser: Browser, siteId: string, id: string, role: string) =>
    browser.graphql(
      'mutation ($id: ID!, $role: MemberRole!) { updateMember(id: $id, role: $role) { role } }',
      { id, role },
      siteId,
    );
  const remove = (browser: Browser, siteId: string, id: string) =>
    browser.graphql('mutation ($id: ID!) { removeMember(id: $id) { deleted } }', { id }, siteId);

  test('get another role and are removed, from the next request on', async () => {
    const { browser, id } = await signedInMember(service, site.id, 'viewer');
    expect((await change(owner, site.id, id, 'editor')).data).toEqual({ updateMember: { role: 'editor' } });
    expect((await members()).find((each) => each.id === id)?.role).toBe('editor');
    expect((await remove(owner, site.id, id)).errors).toBeUndefined();
    const { errors } = await browser.graphql('{ contents { total } }', {}, site.id);
    expect(errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });

  test('of another site are unknown', async () => {
    const other = await service.site('Other members');
    const { id } = await signedInMember(service, other.id, 'viewer');
    for (const answer of [await change(owner, site.id, id, 'owner'), await remove(owner, site.id, id)]) {
      expect(answer.errors?.[0]).toMatchObject({ message: 'Member not found', extensions: { code: 'NOT_FOUND' } });
    }
    expect((await members()).map((each) => each.id)).not.toContain(id);
  });

  test('keep an owner, also when two owners remove or demote each other at once', async () => {
    expect((await remove(owner, site.id, ownerId)).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    expect((await change(owner, site.id, ownerId, 'editor')).errors?.[0]?.extensions['code']).toBe('CONFLICT');
    const pair = await service.site('Two owners');
    const one = await signedInMember(service, pair.id, 'owner');
    const two = await signedInMember(service, pair.id, 'owner');
    await Promise.all([remove(one.browser, pair.id, two.id), change(two.browser, pair.id, one.id, 'viewer')]);
    const owners = await service.app.database
      .forSite(pair.id, 'background')
      .rows(`select id from site_member where role = 'owner'`);
    expect(owners).toHaveLength(1);
  });
});

describe('a forgotten password', () => {
  const ask = (email: string) => new Browser(service).auth('POST', '/request-password-reset', { email });

  test('is replaced by the link in an email, once, and ends all sessions', async () => {
    const { browser, email } = await signedInMember(service, site.id, 'viewer');
    expect((await ask(email)).status).toBe(200);
    await expect.poll(() => tokensFor(email), { timeout: 10_000 }).toHaveLength(1);
    const [token] = await tokensFor(email);
    const body = { token, newPassword: 'another long password' };
    expect((await new Browser(service).auth('POST', '/reset-password', { ...body, newPassword: 'short' })).status).toBe(
      400,
    );
    expect((await new Browser(service).auth('POST', '/reset-password', body)).status).toBe(200);
    expect((await new Browser(service).auth('POST', '/reset-password', body)).status).toBe(400);
    expect((await browser.graphql('{ me { id } }')).data).toEqual({ me: null });
    expect((await new Browser(service).signIn(email, PASSWORD)).status).toBe(401);
    expect((await new Browser(service).signIn(email, body.newPassword)).status).toBe(200);
  });

  test('is answered the same for an unknown address', async () => {
    const { email } = await signedInMember(service, site.id, 'viewer');
    const [known, unknown] = [await ask(email), await ask(addressOf('unknown'))];
    expect([known.status, known.body]).toEqual([unknown.status, unknown.body]);
    expect(known.status).toBe(200);
  });
});
