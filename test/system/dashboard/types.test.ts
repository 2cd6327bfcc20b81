import { expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, isFocused, shootViews, useDashboard } from './support/use-dashboard.ts';

const site = useSite(useService());
const dashboard = useDashboard();

interface Field {
  name: string;
  type: string;
  validation: { max?: number; required?: boolean; referenceTo?: string | null } | null;
}

async function fieldsOf(slug: string): Promise<Field[]> {
  const { data } = await site.graphql<{ contentType: { fields: Field[] } }>(
    'query ($slug: String!) { contentType(slug: $slug) { fields { name type validation { required max referenceTo } } } }',
    { slug },
  );
  return data?.contentType.fields ?? [];
}

async function aiConfigOf(slug: string) {
  const { data } = await site.graphql<{ contentType: { aiConfig: object } }>(
    'query ($slug: String!) { contentType(slug: $slug) { aiConfig { indexed generateEmbeddings extractKeywords instructionTemplate } } }',
    { slug },
  );
  return data?.contentType.aiConfig;
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

test('edits how searches and the agent use a type, and deletes it after saying what that changes', async () => {
  await createType(site, 'lamp', [{ name: 'lumen', label: 'Lumen', type: 'number' }]);
  await createType(site, 'kit', [
    { name: 'light', label: 'Light', type: 'reference', validation: { referenceTo: 'lamp' } },
  ]);
  const lamps = [];
  for (const status of ['draft', 'published']) lamps.push(await createItem(site, { type: 'lamp', status }));
  const { page } = await dashboard.open(site, '/types/lamp');
  const instructions = page.getByRole('textbox', { name: 'Instructions for the agent' });
  await instructions.waitFor();
  await shootViews(page, 'type');
  await instructions.fill('x'.repeat(5_001));
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must have at most 5000 characters', { exact: true }).waitFor();
  expect(await isFocused(instructions)).toBe(true);
  await instructions.fill('Name the lumen of a lamp.');
  await page.getByRole('switch', { name: 'Found by their meaning' }).click({ force: true });
  await page.getByRole('switch', { name: 'found by the keywords' }).click({ force: true });
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  expect(await aiConfigOf('lamp')).toEqual({
    indexed: true,
    generateEmbeddings: false,
    extractKeywords: true,
    instructionTemplate: 'Name the lumen of a lamp.',
  });

  await page.getByRole('button', { name: 'Delete type' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete the type lamp?' });
  await dialog.waitFor();
  expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
    'The definition of the type is deleted, with its field.',
    expect.stringMatching(/^2 items keep their values/),
    expect.stringMatching(/^One published item leaves the knowledge base/),
    'Fields of other types refer to its items: Light (kit).',
    'Queries of the type “lamp” get errors.',
  ]);
  expect(await axeViolations(page)).toEqual([]);
  await shootViews(page, 'type-delete');
  await dialog.getByRole('button', { name: 'Delete type' }).click();
  await page.getByText('The type is deleted').waitFor();
  await page.getByRole('link', { name: 'kit' }).waitFor();
  await shootViews(page, 'types');
  expect(await page.getByRole('link', { name: 'lamp' }).count()).toBe(0);
  expect((await site.get('/content-types/lamp')).status).toBe(404);
  expect((await site.get(`/content/${lamps[1]?._id}`)).status).toBe(200);
  const { page: builtIn } = await dashboard.open(site, '/types/article');
  await builtIn.getByRole('button', { name: 'Save' }).waitFor();
  expect(await builtIn.getByRole('button', { name: 'Delete type' }).count()).toBe(0);
});

test('chooses the type that a reference leads to, and marks one that is deleted', async () => {
  await createType(site, 'engine', []);
  const validation = { referenceTo: 'engine' };
  await createType(site, 'workshop', [{ name: 'engine', label: 'Engine', type: 'reference', validation }]);
  await createType(site, 'mechanic', []);
  await site.delete('/content-types/engine?force=true');
  const { page } = await dashboard.open(site, '/types/workshop');
  const target = page.getByRole('combobox', { name: 'Type of the items' });
  const targetNow = async () => (await fieldsOf('workshop'))[0]?.validation?.referenceTo ?? null;
  const save = async () => {
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const nevertheless = page.getByRole('button', { name: 'Save nevertheless' });
    await page.getByText('Saved').or(nevertheless).first().waitFor();
    if (await nevertheless.isVisible()) await nevertheless.click();
  };
  await page.getByRole('button', { name: 'Options of Engine' }).click();
  await page.getByText('There is no such type.').waitFor();
  expect(await target.inputValue()).toBe('engine (deleted)');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }
  await target.fill('mech');
  await page.getByRole('option', { name: 'mechanic' }).waitFor();
  await shootViews(page, 'type-reference');
  await target.scrollIntoViewIfNeeded();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await save();
  await expect.poll(targetNow).toBe('mechanic');
  await page.reload();
  await page.getByRole('button', { name: 'Options of Engine' }).click();
  expect(await target.inputValue()).toBe('mechanic');
  await target.fill('any');
  await page.getByRole('option', { name: 'Any type' }).click();
  expect(await target.inputValue()).toBe('Any type');
  await save();
  await expect.poll(targetNow).toBe(null);
});
