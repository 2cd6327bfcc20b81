import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

describe('the shell', () => {
  test.each(SCHEMES)('shows the overview in %s without violations', async (scheme) => {
    const { page } = await dashboard.open(site, '', { scheme });
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.getByText('Everything is published.').waitFor();
    expect(await page.title()).toBe('Overview · Lectern');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('asks for the whole overview in one request, and one for the conversations', async () => {
    const { page } = await dashboard.open(site, '/nothing-here');
    const bodies: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/graphql')) bodies.push(request.postData() ?? '');
    });
    await page.goto(`${service.url}/admin/${site.id}`);
    await page.getByText('Everything has been processed.').waitFor();
    await page.getByRole('heading', { name: 'Agent this month' }).waitFor();
    await page.getByText('No question is without an answer.').waitFor();
    expect(bodies.filter((body) => !body.includes('query Session'))).toHaveLength(2);
  });

  test('names the limits that are reached or close, for owners', async () => {
    const limited = await service.site('Limited');
    await service.app.database.forSite(limited.id, 'background').change(
      `insert into api_key (id, site_id, name, hash, prefix, scopes, strict, created_at)
       select gen_random_uuid(), $1::uuid, 'k' || n, ($1::uuid)::text || n, 'svc', '{read}', false, now()
       from generate_series(1, 90) n returning id`,
      [limited.id],
    );
    const { page } = await dashboard.open(limited, '', { as: 'owner' });
    await page.getByText('91 of 100', { exact: true }).waitFor();
    expect(await page.getByText('API keys', { exact: true }).count()).toBe(1);
    await shootViews(page, 'overview-limits');
    expect(await axeViolations(page)).toEqual([]);
  });

  test('speaks German, and keeps the choice of another language', async () => {
    const { page } = await dashboard.open(site, '', { language: 'de' });
    await page.getByRole('heading', { name: 'Übersicht' }).waitFor();
    await page.getByRole('button', { name: 'Konto' }).click();
    await page.getByRole('menuitemradio', { name: 'English' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('en');
  });

  test('has a link that skips the menu, and menu entries in the order of the keys', async () => {
    const { page } = await dashboard.open(site, '', { width: 390 });
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.keyboard.press('Tab');
    expect(await page.locator(':focus').textContent()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.locator(':focus').getAttribute('id')).toBe('page');
    await page.getByRole('button', { name: 'Open menu' }).press('Enter');
    await page.getByRole('link', { name: 'Overview' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  test('says what an unknown address is', async () => {
    const { page } = await dashboard.open(site, '/nothing-here');
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });
});
