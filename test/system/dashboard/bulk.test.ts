import type { Page } from 'playwright-core';
import { beforeEach, expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSiteForEach(service);
const dashboard = useDashboard();

const ITEMS = [
  ['Anchor', 'published'],
  ['Bolt', 'published'],
  ['Cable', 'archived'],
  ['Dynamo', 'draft'],
] as const;
const ids = new Map<string, string>();

beforeEach(async () => {
  await createType(site, 'part', [{ name: 'weight', label: 'Weight', type: 'number' }]);
  for (const [title, status] of ITEMS) ids.set(title, (await createItem(site, { type: 'part', title, status }))._id);
});

const path = (title: string) => `/content/${ids.get(title)}`;
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const confirm = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });
const isSelected = (page: Page, title: string) => page.getByRole('checkbox', { name: `Select ${title}` }).isChecked();

async function statuses(): Promise<Record<string, string>> {
  const { data } = await site.graphql<{ contents: { items: { title: string; status: string }[] } }>(
    '{ contents(filter: { type: "part" }) { items { title status } } }',
  );
  return Object.fromEntries(data?.contents.items.map(({ title, status }) => [title, status]) ?? []);
}

/** All four, as the list shows them. */
async function selectAll(page: Page): Promise<void> {
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
  await page.getByText('4 selected').waitFor();
}

test('says how many of which state before, and gives each its state back', async () => {
  const before = await statuses();
  const { page } = await dashboard.open(site, '/content?type=part', { as: 'editor' });
  await selectAll(page);
  await button(page, 'Back to draft').click();
  const dialog = page.getByRole('dialog', { name: 'Make 4 items drafts?' });
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    '2 published items will no longer be visible on the site',
    '1 archived item becomes a draft',
    '1 is a draft already',
  ]);
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await shootViews(page, 'bulk-ask');
  await confirm(page, 'Cancel').click();
  expect(await statuses()).toEqual(before);
  await button(page, 'Back to draft').click();
  await confirm(page, 'Back to draft').click();
  await page.getByText('3 items changed').waitFor();
  expect(new Set(Object.values(await statuses()))).toEqual(new Set(['draft']));
  await shootViews(page, 'bulk-undo');
  await button(page, 'Undo').click();
  await page.getByText('3 items are as they were before').waitFor();
  expect(await statuses()).toEqual(before);
});

test('undo leaves what another user has changed in between, and says so', async () => {
  const { page } = await dashboard.open(site, '/content?type=part', { as: 'editor' });
  await selectAll(page);
  await button(page, 'Publish').click();
  await confirm(page, 'Publish').click();
  await page.getByText('2 items changed').waitFor();
  await site.put(path('Dynamo'), { title: 'Dynamo of somebody else' });
  await button(page, 'Undo').click();
  const alert = page.getByRole('alert');
  await alert.getByText('1 of 2 could not be taken back').waitFor();
  await alert.getByText('Dynamo: Somebody else has changed it meanwhile').waitFor();
  expect(await page.getByText('as it was before').count()).toBe(0);
  expect(await statuses()).toMatchObject({ Cable: 'archived', 'Dynamo of somebody else': 'published' });
});

test('what was rejected is an error with its reason and stays selected, without a success', async () => {
  const fields = [{ name: 'weight', label: 'Weight', type: 'number', validation: { required: true } }];
  await site.put('/content-types/part?force=true', { fields });
  await site.put(path('Cable'), { customFields: { weight: 3 } });
  const { page } = await dashboard.open(site, '/content?type=part', { as: 'editor' });
  await selectAll(page);
  await button(page, 'Publish').click();
  await confirm(page, 'Publish').click();
  const alert = page.getByRole('alert');
  await alert.getByText('1 of 2 could not be changed').waitFor();
  expect(await alert.getByRole('listitem').allInnerTexts()).toEqual([expect.stringMatching(/^Dynamo: weight /)]);
  expect(await axeViolations(page)).toEqual([]);
  await shootViews(page, 'bulk-failures');
  await alert.getByText('They are still selected. One other item was changed.').waitFor();
  expect(await page.locator('.notices').innerText()).toBe('');
  expect(await isSelected(page, 'Dynamo')).toBe(true);
  for (const title of ['Anchor', 'Bolt', 'Cable']) expect(await isSelected(page, title)).toBe(false);
  expect(await statuses()).toMatchObject({ Cable: 'published', Dynamo: 'draft' });
});

test('what another user has changed since the list was read is not touched', async () => {
  const { page } = await dashboard.open(site, '/content?type=part', { as: 'editor' });
  await selectAll(page);
  await site.put(path('Anchor'), { title: 'Anchor of somebody else' });
  await button(page, 'Delete').click();
  await page.getByText('2 published items will no longer be visible on the site').waitFor();
  await confirm(page, 'Delete').click();
  await page.getByRole('alert').getByText('Anchor: Somebody else has changed it meanwhile').waitFor();
  expect(await statuses()).toEqual({ 'Anchor of somebody else': 'published' });
  await button(page, 'Undo').click();
  await page.getByText('3 items are as they were before').waitFor();
  expect(Object.keys(await statuses())).toHaveLength(4);
});
