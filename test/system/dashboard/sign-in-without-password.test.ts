import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { createItem } from '../../features/content/items.ts';
import { newMember } from '../../support/member.ts';
import { OpenIdProviderServer } from '../../support/openid-provider.ts';
import { startRoundRobin } from '../../support/round-robin.ts';
import { use } from '../../support/use.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

/** Passkeys and redirects belong to the public URL, so the port must be known before the service starts. */
const proxy = use(() => startRoundRobin());
const address = () => proxy.url.replace('127.0.0.1', 'localhost');
const provider = use(() => OpenIdProviderServer.start({ publicUrl: address() }));
const service = useOwnService(() => ({ ...provider.environment, PUBLIC_URL: address() }));
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(() => void proxy.targets.push(service.url));

const AUTHENTICATOR = {
  protocol: 'ctap2',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
} as const;

/** A device with a fingerprint reader. */
async function connectDevice(page: Page): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  return { cdp, ...(await cdp.send('WebAuthn.addVirtualAuthenticator', { options: AUTHENTICATOR })) };
}

test('a passkey is added, signs in and is deleted', async () => {
  const member = await newMember(site, 'viewer');
  const { page } = await dashboard.openUrl(`${address()}/admin/sign-in?back=/${site.id}/account`, {
    provokes: 403,
    alone: true,
  });
  const device = await connectDevice(page);
  const signOut = async () => {
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  };
  await page.getByRole('textbox', { name: 'Email' }).fill(member.email);
  await page.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('No passkey yet.').waitFor();

  await service.app.database.system.rows(`update user_session set created_at = now() - interval '1 hour'`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Laptop');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('textbox', { name: 'Password' }).fill(member.password);
  await shootViews(page, 'account-add');
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('cell', { name: /^Laptop/ }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  await shootViews(page, 'account');
  expect(await axeViolations(page)).toEqual([]);
  const { credentials } = await device.cdp.send('WebAuthn.getCredentials', device);
  expect(credentials).toMatchObject([{ rpId: 'localhost', isResidentCredential: true }]);

  // The device chooses at once what the field of the email address offers.
  await signOut();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.addInitScript('PublicKeyCredential.isConditionalMediationAvailable = async () => false');
  await signOut();
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await shootViews(page, 'sign-in');
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Account settings' }).click();
  await page.getByRole('button', { name: 'Delete: Laptop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('No passkey yet.').waitFor();
});

test('the OpenID provider, which is another site, signs in who has an account', async () => {
  const { email } = await newMember(site, 'viewer');
  const { page } = await dashboard.openUrl(`${address()}/admin/sign-in?back=/${site.id}/content`, { alone: true });
  const button = page.getByRole('button', { name: 'Sign in with Example ID' });
  provider.user = { email: 'nobody@example.org', email_verified: true };
  await button.click();
  await page.getByText('There is no account and no open invitation', { exact: false }).waitFor();
  await shootViews(page, 'sign-in-sso');
  expect(await axeViolations(page)).toEqual([]);
  // Otherwise the provider remembers who has signed in there.
  await page.context().clearCookies({ domain: new URL(provider.url).hostname });
  await page.goto(`${address()}/admin/sign-in?back=/${site.id}/content`);
  provider.user = { email, email_verified: true };
  await button.click();
  await page.getByRole('heading', { name: 'Content', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/${site.id}/content`);
});

test('the OpenID provider renews a session beside the form that needs it, which then is saved', async () => {
  const { email } = await newMember(site, 'editor');
  const item = await createItem(site, { title: 'Baskets' });
  provider.user = { email, email_verified: true };
  const { page } = await dashboard.openUrl(`${address()}/admin/sign-in?back=/${site.id}/content/${item._id}`, {
    alone: true,
    provokes: 401,
  });
  const button = page.getByRole('button', { name: 'Sign in with Example ID' });
  await button.click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Wicker baskets');
  await page.context().clearCookies({ domain: 'localhost' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog', { name: 'Sign in to go on' }).waitFor();
  await button.click();
  await page.getByText('Saved', { exact: true }).waitFor();
  expect((await site.get<{ title: string }>(`/content/${item._id}`)).body.data.title).toBe('Wicker baskets');
});
