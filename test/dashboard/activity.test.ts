import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';
import { SCHEMES, axeViolations, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  const { _id } = await site.create('/content', { externalId: 'p', type: 'article', title: 'Mend a puncture' });
  await site.put(`/content/${_id}`, { tags: ['tyres'] });
  await site.create('/personas', { name: 'Workshop', systemPrompt: 'Be brief.' });
});

const open = async (options: Parameters<typeof dashboard.open>[2] = {}) =>
  (await dashboard.open(site, '/activity', options)).page;

describe('the activity log', () => {
  test.each(SCHEMES)('has no violations in %s', async (scheme) => {
    const page = await open({ scheme });
    await page.getByText('Fields: tags').waitFor();
    expect(await axeViolations(page)).toEqual([]);
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

  test('is not offered to an editor, and says so when it is opened', async () => {
    const page = await open({ as: 'editor', provokes: 403 });
    await page.getByText('This operation requires', { exact: false }).first().waitFor();
    expect(await page.getByRole('link', { name: 'Activity' }).count()).toBe(0);
  });
});
