import { expect, test } from 'vitest';
import { createType } from '../features/content/items.ts';
import { useService, useSite } from '../support/use-service.ts';
import { axeViolations, isFocused, useDashboard } from './support/use-dashboard.ts';

const site = useSite(useService());
const dashboard = useDashboard();

interface Field {
  name: string;
  type: string;
  validation: { max?: number; required?: boolean } | null;
}

async function fieldsOf(slug: string): Promise<Field[]> {
  const { data } = await site.graphql<{ contentType: { fields: Field[] } }>(
    'query ($slug: String!) { contentType(slug: $slug) { fields { name type validation { required max } } } }',
    { slug },
  );
  return data?.contentType.fields ?? [];
}

test('creates a type, adds a field with its options, and orders fields by keyboard', async () => {
  const { page } = await dashboard.open(site, '/types');
  await page.getByRole('button', { name: 'New type' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Repair Guide');
  expect(await page.getByRole('textbox', { name: 'Slug' }).inputValue()).toBe('repair-guide');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'Repair Guide' }).waitFor();
  for (const [name, label] of [
    ['minutes', 'Minutes'],
    ['tools', 'Tools'],
  ] as const) {
    await page.getByRole('button', { name: 'Add a field' }).click();
    await page.getByRole('textbox', { name: 'Name in queries' }).fill(name);
    await page.getByRole('textbox', { name: 'Label' }).fill(label);
  }
  await page.getByRole('textbox', { name: 'Name in queries' }).fill('toJSON');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('name must not be the reserved word "toJSON"', { exact: true }).waitFor();
  expect(await isFocused(page.getByRole('button', { name: 'Options of Tools' }))).toBe(true);
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('textbox', { name: 'Name in queries' }).fill('tools');
  await page.getByRole('textbox', { name: 'At most' }).fill('80');
  await page.getByRole('button', { name: 'Move Tools up' }).press('Enter');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(await fieldsOf('repair-guide')).toMatchObject([
    { name: 'tools', type: 'text', validation: { max: 80 } },
    { name: 'minutes', type: 'text' },
  ]);
});

test('says what a change breaks before it is made, and orders fields by dragging', async () => {
  await createType(site, 'bell', [
    { name: 'sound', label: 'Sound', type: 'text' },
    { name: 'weight', label: 'Weight', type: 'number' },
    { name: 'maker', label: 'Maker', type: 'text' },
  ]);
  const { page } = await dashboard.open(site, '/types/bell', { scheme: 'dark' });
  await page.getByText('Maker').dragTo(page.getByText('Sound'));
  await page.getByRole('button', { name: 'Remove Weight' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('the field "weight" would be removed').waitFor();
  expect(await fieldsOf('bell')).toHaveLength(3);
  expect(await axeViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save nevertheless' }).click();
  await page.getByText('Saved').waitFor();
  expect((await fieldsOf('bell')).map(({ name }) => name)).toEqual(['maker', 'sound']);
});
