import { beforeAll, describe, expect, test } from 'vitest';
import { addEntries } from '../../features/activity/log.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  const { _id } = await site.create('/content', { externalId: 'p', type: 'article', title: 'Mend a puncture' });
  await site.put(`/content/${_id}`, { tags: ['tyres'] });
  await site.create('/personas', { name: 'Workshop', systemPrompt: 'Be brief.' });
  await addEntries(site, 120, { daysAgo: 1 });
});

const open = async (options: Parameters<typeof dashboard.open>[2] = {}) =>
  (await dashboard.open(site, '/activity', options)).page;

describe('the activity log', () => {
  test.each(SCHEMES)('has no violations in %s', async (scheme) => {
    const page = await open({ scheme });
    await page.getByText('Fields: tags').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'activity');
  });

  test('has few rows in the page, however many were read', async () => {
    const page = await open();
    const more = page.getByRole('button', { name: 'Show older entries' });
    const rows = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
    await more.click();
    await expect.poll(() => rows.first().getAttribute('aria-setsize')).toBe('100');
    await more.click();
    await more.waitFor({ state: 'detached' });
    await page.keyboard.press('End');
    await expect
      .poll(() => rows.last().getAttribute('aria-posinset'))
      .toBe(await rows.first().getAttribute('aria-setsize'));
    await rows.last().getByText('Old').waitFor();
    expect(await rows.count()).toBeLessThan(40);
  });

  test('says who did what, and is chosen from by kind, title and resource', async () => {
    const page = await open({ language: 'de' });
    const entries = () => page.getByRole('list', { name: 'Einträge' }).getByRole('listitem').allInnerTexts();
    await page.getByText('Felder: tags').waitFor();
    expect((await entries()).join('\n')).toMatch(/Persona · Angelegt\s+Workshop\s+[^\n]+ \(svc_sdk_/);
    await page.getByLabel('Titel beginnt mit').fill('mend');
    await expect.poll(async () => (await entries()).length).toBe(2);
    await page.getByRole('combobox', { name: 'Alle Aktionen' }).click();
    await page.getByRole('option', { name: 'Geändert' }).click();
    await expect.poll(async () => (await entries()).length).toBe(1);
    await page.getByRole('button', { name: 'Mend a puncture' }).click();
    const only = page.getByRole('button', { name: 'Nur was mit Mend a puncture geschah' });
    await only.waitFor();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Als CSV exportieren' }).click();
    expect((await file).suggestedFilename()).toBe('activity.csv');
  });

  test('keeps the older entries that were read when the user comes back to the window', async () => {
    const page = await open({ alone: true });
    const more = page.getByRole('button', { name: 'Show older entries' });
    const first = page.getByRole('list', { name: 'Entries' }).getByRole('listitem').first();
    await more.click();
    await expect.poll(() => first.getAttribute('aria-setsize')).toBe('100');
    await site.create('/personas', { name: 'Late', systemPrompt: 'Be brief.' });
    // What was read is older than what is read again, and the window has the focus again.
    await page.clock.setFixedTime(Date.now() + 60_000);
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`);
    await more.click();
    await more.waitFor({ state: 'detached' });
    await expect.poll(async () => Number(await first.getAttribute('aria-setsize'))).toBeGreaterThan(120);
  });

  test('is not offered to an editor, and says so when it is opened', async () => {
    const page = await open({ as: 'editor', provokes: 403 });
    await page.getByText('This operation requires', { exact: false }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });
});
