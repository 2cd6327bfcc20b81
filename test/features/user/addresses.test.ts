import { describe, expect, test } from 'vitest';
import { canonicalEmail } from '../../../src/shared/email.ts';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { newMember, tokensSentTo } from '../../support/member.ts';
import { OpenIdDouble } from '../../support/openid-double.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { useSso, verified } from './sso.contract.ts';

const sso = useSso(() => OpenIdDouble.start());
const PASSWORD = 'a long enough password';
const KELVIN = '\u212a';

async function invite(email: string) {
  const mutation = `mutation ($email: String!) { inviteMember(email: $email, role: editor) { email } }`;
  const keys = { 'x-svc-api-key': sso.site.key, 'x-svc-admin-key': ADMIN_KEY };
  return sso.service.graphql<{ inviteMember: { email: string } }>(mutation, { email }, keys);
}
const usersWith = (part: string) =>
  sso.service.app.database.system.rows('select email from app_user where email like $1', [`%${part}%`]);

/** What Unicode folds to `kate-i@…`, in the local part and in the domain. */
const FOLDED = (name: string): string[] => [
  `${KELVIN}ate-${name}@example.org`,
  `kate-${name}@e\uff58ample.org`,
  `\uff4bate-${name}@example.org`,
  `kate-${name}@example\u3002org`,
  `kate-${name}@ex\u00adample.org`,
  `kate\u200b-${name}@example.org`,
];

describe('an address that Unicode folds to another', () => {
  test('does not accept its invitation, nor sign in to its account', async () => {
    const name = newId();
    expect((await invite(`kate-${name}@example.org`)).errors).toBeUndefined();
    for (const email of FOLDED(name)) {
      const { browser, to } = await sso.signIn(verified(email));
      expect([email, to, browser.cookies.size]).toEqual([email, '/admin/sign-in?sso=unverified', 0]);
    }
    expect(await usersWith(name)).toEqual([]);
    const { browser } = await sso.signIn(verified(` Kate-${name.toUpperCase()}@EXAMPLE.org`));
    expect(browser.cookies.size).toBe(1);
    for (const email of FOLDED(name)) expect((await sso.signIn(verified(email))).browser.cookies.size).toBe(0);
    expect(await usersWith(name)).toEqual([{ email: `kate-${name}@example.org` }]);
  });

  test('is not invited, is no recipient of forms, and is not the address of the first user', async () => {
    for (const email of [...FOLDED(newId()), `d\u0131ana@example.org`, 'stra\u00dfe@example.org']) {
      const { errors } = await invite(email);
      expect([email, errors?.[0]?.message]).toEqual([email, 'email must be an email address']);
      const update = 'mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }';
      const input = { forms: { recipients: [email], replyTo: email } };
      const answer = await sso.service.graphql(update, { id: sso.site.id, input }, { 'x-svc-admin-key': ADMIN_KEY });
      expect(answer.errors?.[0]?.message).toBe('forms.recipients[0] must be an email address');
    }
  });

  test('does not sign in with a password', async () => {
    const { email } = await newMember(sso.site, 'viewer');
    const at = email.indexOf('e');
    const folded = `${email.slice(0, at)}\uff45${email.slice(at + 1)}`;
    const browser = new Browser(sso.service);
    expect((await browser.signIn(folded, PASSWORD)).status).not.toBe(200);
    expect(browser.cookies.size).toBe(0);
    expect((await browser.signIn(` ${email.toUpperCase()} `, PASSWORD)).status).toBe(200);
  });
});

test('a domain in Unicode is the same as in ASCII, for invitations, OpenID and passwords', async () => {
  const name = newId();
  const [unicode, ascii] = [`${name}@b\u00fccher.example`, `${name}@xn--bcher-kva.example`];
  expect((await invite(unicode)).data?.inviteMember.email).toBe(ascii);
  const token = (await tokensSentTo(sso.service, ascii)).at(-1);
  const accepted = await new Browser(sso.service).auth('POST', '/accept', { token, name: 'B', password: PASSWORD });
  expect(accepted.status).toBe(200);
  for (const email of [unicode, ascii, ascii.toUpperCase()]) {
    expect((await new Browser(sso.service).signIn(email, PASSWORD)).status).toBe(200);
    expect((await sso.signIn(verified(email))).browser.cookies.size).toBe(1);
  }
  expect(await usersWith(name)).toEqual([{ email: ascii }]);
});

test.each([
  ['Kate@Example.ORG', 'kate@example.org'],
  ['m\u00fcller@example.org', 'm\u00fcller@example.org'],
  ['M\u00dcLLER@example.org', null],
  ['mu\u0308ller@example.org', null],
  ['\u03c3\u03c2@example.org', null],
  ['I\u0307@example.org', null],
  ['kate @example.org', null],
  ['kate', null],
])('the stored form of %j is %j', (text, expected) => {
  expect(canonicalEmail(text)).toBe(expected);
});
