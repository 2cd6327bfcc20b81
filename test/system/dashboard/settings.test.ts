import { describe, expect, test } from 'vitest';
import { newMember } from '../../support/member.ts';
import { ADMIN_KEY } from '../../support/service.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, isFocused, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

const TABS = [
  'Site',
  'API keys',
  'Members',
  'Identity provider',
  'Subscriptions',
  'Language model',
  'Reranker',
  'Limits',
];

async function settings(options: Parameters<typeof dashboard.open>[2] = {}) {
  const { page } = await dashboard.open(site, '/settings', options);
  return page;
}

async function admin(query: string): Promise<unknown> {
  const { data, errors } = await service.graphql<object>(query, {}, { 'x-svc-admin-key': ADMIN_KEY });
  if (errors) throw new Error(errors[0]?.message);
  return data;
}

describe('settings', () => {
  test.each(SCHEMES)('have no violations in %s, in any part', async (scheme) => {
    await admin(`mutation { updateSite(id: "${site.id}", input: { subscriptions: [
      { slug: "gold", name: "Gold", grants: ["silver"] }, { slug: "silver", name: "Silver", grants: ["news"] },
      { slug: "news", name: "News" }
    ] }) { id } }`);
    const page = await settings({ scheme });
    for (const name of TABS) {
      await page.getByRole('tab', { name, exact: true }).click();
      await page.getByRole('tabpanel').waitFor();
      expect(await axeViolations(page), name).toEqual([]);
    }
  });

  test('an owner changes the site, invites, changes a role, removes a member, and opens no other site', async () => {
    const editor = await newMember(site, 'editor', 'Grace');
    const email = `${editor.id}@example.org`;
    const page = await settings({ as: 'owner', provokes: 403 });
    const name = page.getByRole('textbox', { name: 'Name' });
    await name.fill('x'.repeat(301));
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must have at most 300 characters', { exact: true }).waitFor();
    expect(await isFocused(name)).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await name.fill('Bicycle shop');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved').waitFor();
    const previewUrl = page.getByRole('textbox', { name: 'Preview address of the website' });
    await previewUrl.fill('https://{slug}.example.com/{token}');
    await page.getByLabel('Days that the activity log is kept').fill('90');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must be an https URL').waitFor();
    expect(await isFocused(previewUrl)).toBe(true);
    const pattern = 'https://example.com/preview?slug={slug}&token={token}';
    await previewUrl.fill(pattern);
    await shootViews(page, 'settings-site');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => admin(`{ site(id: "${site.id}") { name previewUrl activityDays } }`))
      .toEqual({ site: { name: 'Bicycle shop', previewUrl: pattern, activityDays: 90 } });
    await page.getByRole('tab', { name: 'Members' }).click();
    await page.getByLabel('Email address').fill(email);
    await page.getByRole('button', { name: 'Send the invitation' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor();
    await page.getByRole('button', { name: `Revoke: ${email}` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: email, exact: true }).waitFor({ state: 'detached' });
    await page.getByRole('combobox', { name: 'Role: Grace' }).click();
    await page.getByRole('option', { name: 'Viewer' }).click();
    const roles = async () => {
      const scope = service.app.database.forSite(site.id, 'background');
      return scope.rows('select role from site_member where id = $1', [editor.id]);
    };
    await expect.poll(roles).toEqual([{ role: 'viewer' }]);
    await page.getByRole('button', { name: 'Remove: Grace' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect.poll(roles).toEqual([]);
    await page.goto(`${service.url}/admin/${(await service.site('Of others')).id}/content`);
    await page.getByText('You are not a member of this site').waitFor();
  });

  test('a key is made with its scopes, its secret shown once, rotated with both secrets at work, and revoked', async () => {
    const page = await settings();
    await page.getByRole('tab', { name: 'API keys' }).click();
    await page.getByRole('button', { name: 'New API key' }).click();
    await page.getByLabel('Name').fill('Website');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Create' }).click();
    const first = await page.locator('[data-secret]').innerText();
    expect((await new TestSite(service, site.id, first).get('/content')).status).toBe(200);
    expect((await new TestSite(service, site.id, first).post('/personas', {})).status).toBe(403);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.content()).not.toContain(first);
    await page.getByRole('button', { name: 'Rotate: Website' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click();
    await expect.poll(() => page.locator('[data-secret]').innerText()).not.toBe(first);
    const second = await page.locator('[data-secret]').innerText();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(/also works until/).waitFor();
    for (const secret of [first, second]) {
      expect((await new TestSite(service, site.id, secret).get('/content')).status).toBe(200);
    }
    await page.getByRole('button', { name: 'Revoke: Website' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('cell', { name: /^Website/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Revoked keys: 1' }).click();
    await page.getByRole('cell', { name: /^Website/ }).waitFor();
    await page.getByRole('columnheader', { name: 'Revoked' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    expect((await new TestSite(service, site.id, second).get('/content')).status).toBe(401);
  });

  test('a token is checked, and not sent in any address', async () => {
    const page = await settings();
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await page.getByRole('tab', { name: 'Identity provider' }).click();
    const check = async (text: string) => {
      await page.getByLabel('Token', { exact: true }).fill(text);
      await page.getByRole('button', { name: 'Check a token' }).click();
    };
    const token = await service.token(site.id, { uid: 'ada', subscriptions: ['gold'] });
    await check(token);
    await page.getByText('The site accepts this token').waitFor();
    await page.getByRole('cell', { name: 'gold, silver, news' }).waitFor();
    await check('nonsense');
    await page.getByText('This is not a token').waitFor();
    expect(urls.filter((url) => ['nonsense', ...token.split('.')].some((part) => url.includes(part)))).toEqual([]);
  });

  test('a language model of its own is set with a key that is not shown, checked and removed', async () => {
    const page = await settings({ as: 'owner' });
    await page.getByRole('tab', { name: 'Language model' }).click();
    const key = page.getByLabel('API key of the provider');
    const baseUrl = page.getByLabel('Base URL');
    expect(await key.getAttribute('type')).toBe('password');
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('gpt-of-the-site');
    await baseUrl.fill('https://192.168.0.1/v1');
    await key.fill('key-of-a-site-6f21ab9c');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('must not be a private, local or reserved address').waitFor();
    expect(await isFocused(baseUrl)).toBe(true);
    await baseUrl.fill('https://models.invalid/v1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/that ends with ab9c is stored/).waitFor();
    expect(await key.inputValue()).toBe('');
    expect(await page.content()).not.toContain('6f21ab9c');
    await page.getByRole('button', { name: 'Check the model' }).click();
    await page.getByText('gpt-of-the-site: it does not answer').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'settings-model');
    await page.getByRole('button', { name: 'Remove the model' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the model' }).click();
    await page.getByText('The model is removed').waitFor();
    expect(await admin(`{ site(id: "${site.id}") { model { name } } }`)).toEqual({ site: { model: null } });
  });

  test('a reranker of its own is set in the same way', async () => {
    const page = await settings({ as: 'owner' });
    await page.getByRole('tab', { name: 'Reranker' }).click();
    await page.getByText('Searches use the reranker of the installation').waitFor();
    await page.getByRole('textbox', { name: 'Model', exact: true }).fill('rerank-of-the-site');
    await page.getByLabel('Base URL').fill('https://models.invalid');
    await page.getByLabel('API key of the provider').fill('key-of-a-site-6f21ab9c');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/that ends with ab9c is stored/).waitFor();
    expect(await page.content()).not.toContain('6f21ab9c');
    await page.getByRole('button', { name: 'Check the model' }).click();
    await page.getByText('rerank-of-the-site: it does not answer').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Remove the model' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the model' }).click();
    await page.getByText('The model is removed').waitFor();
    expect(await admin(`{ site(id: "${site.id}") { reranker { name } } }`)).toEqual({ site: { reranker: null } });
  });

  test('one request loads the page', async () => {
    const page = await settings();
    await page.getByRole('tab', { name: 'Limits' }).waitFor();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.postData() ?? ''));
    await page.reload();
    await page.getByLabel('Email address of the owner').waitFor();
    expect(requests.filter((body) => body.includes('"query"') && !body.includes('query Session'))).toHaveLength(1);
  });
});
