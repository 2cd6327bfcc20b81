import { beforeAll, expect, test } from 'vitest';
import { type Item, createItem, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, isFocused, shootViews, useDashboard } from './support/use-dashboard.ts';

const site = useSite(useService());
const dashboard = useDashboard();

let item: Item;

/** More than a page of them; the last one by slug has a field that its items are edited and listed with. */
beforeAll(async () => {
  for (let n = 0; n < 120; n += 1) await createType(site, `kind-${n}`, []);
  await site.create('/content-types', {
    name: 'Zither',
    slug: 'zither',
    fields: [{ name: 'strings', label: 'Strings', type: 'number', showInList: true }],
  });
  item = await createItem(site, { type: 'zither', title: 'Concert zither', customFields: { strings: 34 } });
});

test('an item of the last of many types is listed and edited with its fields', async () => {
  const { page } = await dashboard.open(site, '/content');
  await page.getByRole('cell', { name: 'Zither', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Type' }).fill('zit');
  await page.getByRole('option', { name: 'Zither' }).click();
  await page.getByRole('columnheader', { name: 'Strings' }).waitFor();
  await page.getByRole('cell', { name: '34', exact: true }).waitFor();
  await page.getByRole('combobox', { name: 'Columns' }).click();
  await page.getByRole('option', { name: 'Strings' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: 'Concert zither' }).click();
  await page.getByLabel('Strings').fill('38');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').waitFor();
  expect((await site.get<Item>(`/content/${item._id}`)).body.data.customFields).toEqual({ strings: 38 });
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByText('Changed: Strings').waitFor();
});

test('every type can be chosen: for a new item, for a webhook endpoint, and in the list of types', async () => {
  const { page } = await dashboard.open(site, '/content');
  await page.getByRole('button', { name: 'New item' }).click();
  await page.getByRole('option', { name: 'Zither' }).click();
  await page.getByLabel('Strings').waitFor();
  const { page: types } = await dashboard.open(site, '/types');
  await types.getByRole('link', { name: 'Zither' }).waitFor();
  const { page: endpoint } = await dashboard.open(site, '/webhooks/new', { as: 'owner' });
  await endpoint.getByLabel('Only items of these types').first().click();
  await endpoint.getByRole('option', { name: 'Zither' }).waitFor();
});

test('the type of a new item is searched for, by keyboard alone', async () => {
  const { page } = await dashboard.open(site, '/content');
  const button = page.getByRole('button', { name: 'New item' });
  await button.press('Enter');
  const box = page.getByRole('combobox', { name: 'Search types' });
  await box.waitFor();
  await expect.poll(() => isFocused(box)).toBe(true);
  const options = page.getByRole('listbox', { name: 'Types' }).getByRole('option');
  await page.keyboard.type('KIND-11');
  await expect.poll(() => options.count()).toBe(11);
  await shootViews(page, 'new-item');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.keyboard.type(' no such type');
  await page.getByText('Nothing found').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect.poll(() => isFocused(button)).toBe(true);
  await page.keyboard.press('Enter');
  await expect.poll(() => isFocused(box)).toBe(true);
  await page.keyboard.type('kind-11');
  await expect.poll(() => options.count()).toBe(11);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/content/new/kind-110');
  const { page: german } = await dashboard.open(site, '/content', { language: 'de' });
  await german.getByRole('button', { name: 'Neuer Inhalt' }).click();
  await german.getByRole('combobox', { name: 'Typen suchen' }).fill('zith');
  await german.keyboard.press('Enter');
  await german.waitForURL('**/content/new/zither');
});

test('the trash names the type of an item', async () => {
  const deleted = await createItem(site, { type: 'zither', title: 'Broken zither' });
  await site.delete(`/content/${deleted._id}`);
  const { page } = await dashboard.open(site, '/content/trash');
  await page.getByText(/^Zither · Deleted/).waitFor();
});
