import { expect, test } from 'vitest';
import { fieldsOf } from '../../features/content-type/fields.ts';
import { type Item, createItem, createType } from '../../features/content/items.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { axeViolations, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSiteForEach(service);
const dashboard = useDashboard();

const valuesOf = async (id: string) => (await site.get<Item>(`/content/${id}`)).body.data.customFields;

async function offers(...prices: string[]): Promise<Item[]> {
  await createType(site, 'offer', [
    { name: 'price', label: 'Price', type: 'text' },
    { name: 'note', label: 'Note', type: 'text' },
  ]);
  const items: Item[] = [];
  for (const price of prices) {
    items.push(await createItem(site, { type: 'offer', title: price, customFields: { price, note: 'Ask' } }));
  }
  return items;
}

test('a field that is renamed, removed and given another type says what becomes of values, and loses none', async () => {
  const [item, other] = await offers('12.50', 'on request');
  const { page } = await dashboard.open(site, '/types/offer');
  await page.getByRole('button', { name: 'Options of Price' }).click();
  await page.getByRole('textbox', { name: 'Name in queries' }).fill('amount');
  await page.getByRole('combobox', { name: 'Kind' }).click();
  await page.getByRole('option', { name: 'number', exact: true }).click();
  await page.getByRole('button', { name: 'Remove Note' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('“Note” is removed. 2 items keep their values').waitFor();
  await dialog.getByText('“Price” changes from text to number. 2 items have values.').waitFor();
  await dialog.getByText('One item has a value that cannot be converted.').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('radio', { name: 'Convert one value' }).check();
  await dialog.getByRole('button', { name: 'Save nevertheless' }).click();
  await page.getByText('Saved').waitFor();
  expect(await fieldsOf(site, 'offer')).toMatchObject([{ name: 'amount', type: 'number' }]);
  await site.indexed();
  expect(await valuesOf(item!._id)).toEqual({ amount: 12.5, note: 'Ask' });
  expect(await valuesOf(other!._id)).toEqual({ amount: 'on request', note: 'Ask' });
});

test('values can be left as they are', async () => {
  const [item] = await offers('12');
  const { page } = await dashboard.open(site, '/types/offer', { language: 'de' });
  await page.getByRole('button', { name: 'Einstellungen von Price' }).click();
  await page.getByRole('combobox', { name: 'Art' }).click();
  await page.getByRole('option', { name: 'number', exact: true }).click();
  await page.getByRole('button', { name: 'Speichern' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Alle Werte lassen, wie sie sind' }).check();
  await dialog.getByRole('button', { name: 'Trotzdem speichern' }).click();
  await page.getByText('Gespeichert').waitFor();
  await site.indexed();
  expect(await valuesOf(item!._id)).toEqual({ price: '12', note: 'Ask' });
});

test('an item shows values that do not fit and those of removed fields, and is saved when it is mended', async () => {
  const [item] = await offers('on request');
  await site.put('/content-types/offer', { fields: [{ name: 'price', label: 'Price', type: 'number' }] });
  const { page } = await dashboard.open(site, `/content/${item!._id}`);
  await page.getByText('Stored value: on request. It does not fit this field any more.').waitFor();
  const former = page.getByRole('region', { name: 'No longer part of the type' });
  await former.getByText('Ask').waitFor();
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Price' }).fill('7');
  await former.getByRole('button', { name: 'Remove note' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Saved').waitFor();
  expect(await valuesOf(item!._id)).toEqual({ price: 7, note: null });
  expect(await page.getByText('No longer part of the type').count()).toBe(0);
});

test('what could not be published by schedule is on the overview and in the list', async () => {
  const [item] = await offers('on request');
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  await site.put(`/content/${item!._id}/schedule`, { publishAt });
  await createItem(site, { type: 'offer', title: 'Another' });
  await service.app.database
    .forSite(site.id, 'background')
    .rows(`update content_schedule set at = now(), failed_reason = 'customFields.price must be a number'`);
  const overview = await dashboard.open(site, '/');
  await overview.page.getByText('customFields.price must be a number').waitFor();
  await overview.page.getByRole('link', { name: 'on request' }).first().waitFor();
  const { page } = await dashboard.open(site, '/content');
  await page.getByText('2 items').waitFor();
  await page.getByText('Schedule failed').waitFor();
  await page.getByRole('switch', { name: 'Not done at its time' }).click();
  await page.getByText('1 item', { exact: true }).waitFor();
  expect(await axeViolations(page)).toEqual([]);
});
