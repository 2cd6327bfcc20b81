import { expect, test } from 'vitest';
import { type Member, newMember } from '../../support/member.ts';
import { Browser } from '../../support/browser.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';

const service = useService();
const site = useSite(service);

const MAKE = 'mutation { createPreviewToken { token } }';

interface Made {
  createPreviewToken: { token: string };
}

async function madeBy(member: Member): Promise<string> {
  const browser = new Browser(service);
  await browser.signIn(member.email, member.password);
  const { data } = await browser.graphql<Made>(MAKE, {}, site.id);
  return data!.createPreviewToken.token;
}

const reads = (token: string) => site.get('/content', { 'x-svc-preview-token': token });
const change = (sql: string, ...values: unknown[]) => service.app.database.system.change(sql, values);
const asOwner = (query: string, id: string) =>
  service.graphql(query, { id }, { 'x-svc-admin-key': ADMIN_KEY, 'x-svc-api-key': site.key });

const INVALID = { status: 401, body: { error: 'Preview token is invalid or has expired' } };

test.each([
  ['has a role that may not make them', 'mutation ($id: ID!) { updateMember(id: $id, role: author) { id } }'],
  ['is no longer a member', 'mutation ($id: ID!) { removeMember(id: $id) { id } }'],
])('a preview token ends when the member that made it %s', async (_, mutation) => {
  const member = await newMember(site, 'editor');
  const token = await madeBy(member);
  expect((await reads(token)).status).toBe(200);
  await asOwner(mutation, member.id);
  expect(await reads(token)).toMatchObject(INVALID);
});

test('a preview token ends when the installation admin that made it, who is no member, is none any more', async () => {
  const member = await newMember(site, 'admin');
  await change('delete from site_member where id = $1', member.id);
  const token = await madeBy(member);
  expect((await reads(token)).status).toBe(200);
  await change('update app_user set is_admin = false where email = $1', member.email);
  expect(await reads(token)).toMatchObject(INVALID);
});

test.each([
  ['is revoked', 'revoked_at = now()'],
  ['has expired', `expires_at = now() - interval '1 second'`],
  ['loses the scope preview', `scopes = '{read,write}'`],
  ['loses the scope write', `scopes = '{read,preview}'`],
])('a preview token ends when the key that made it %s', async (_, changes) => {
  const { id, secret } = await service.key(site.id);
  const { data } = await service.graphql<Made>(MAKE, {}, { 'x-svc-api-key': secret });
  const { token } = data!.createPreviewToken;
  expect((await reads(token)).status).toBe(200);
  await change(`update api_key set ${changes} where id = $1`, id);
  expect(await reads(token)).toMatchObject(INVALID);
});

test('a preview token shows nothing of another site', async () => {
  const other = await service.site();
  const { data } = await other.graphql<Made>(MAKE);
  await createItem(other, { status: 'draft' });
  expect(await reads(data!.createPreviewToken.token)).toMatchObject(INVALID);
});
