import { beforeAll, expect, test } from 'vitest';
import { type Item, createItem, createType } from '../features/content/items.ts';
import { useService, useSite } from '../support/use-service.ts';
import { useDashboard } from './support/use-dashboard.ts';

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
  await page.getByRole('cell', { name: '34' }).waitFor();
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
  await page.getByRole('menuitem', { name: 'Zither' }).click();
  await page.getByLabel('Strings').waitFor();
  const { page: types } = await dashboard.open(site, '/types');
  await types.getByRole('link', { name: 'Zither' }).waitFor();
  const { page: endpoint } = await dashboard.open(site, '/webhooks/new', { as: 'owner' });
  await endpoint.getByLabel('Only items of these types').first().click();
  await endpoint.getByRole('option', { name: 'Zither' }).waitFor();
});

test('the trash names the type of an item', async () => {
  const deleted = await createItem(site, { type: 'zither', title: 'Broken zither' });
  await site.delete(`/content/${deleted._id}`);
  const { page } = await dashboard.open(site, '/content/trash');
  await page.getByText(/^Zither · Deleted/).waitFor();
});
