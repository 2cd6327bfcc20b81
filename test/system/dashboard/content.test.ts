import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createItem, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, isFocused, shoot, shootViews, useDashboard } from './support/use-dashboard.ts';

const site = useSite(useService());
const dashboard = useDashboard();

const FIELDS = [
  { name: 'subtitle', type: 'text', showInList: true, validation: { required: true, max: 40 } },
  { name: 'notes', type: 'textarea' },
  { name: 'price', type: 'number' },
  { name: 'isNew', type: 'boolean' },
  { name: 'day', type: 'date' },
  { name: 'moment', type: 'datetime' },
  { name: 'size', type: 'select', validation: { options: ['small', 'large'] } },
  { name: 'colors', type: 'multiselect', validation: { options: ['red', 'blue'] } },
  { name: 'picture', type: 'media' },
  { name: 'manual', type: 'file' },
  { name: 'sibling', type: 'reference' },
  { name: 'related', type: 'references' },
  { name: 'shop', type: 'url' },
  { name: 'contact', type: 'email' },
  { name: 'extra', type: 'json' },
  { name: 'paint', type: 'color' },
  { name: 'place', type: 'location' },
].map((field) => ({ label: `The ${field.name}`, ...field }));

/** Words that were not searched for yet when another page of the list is opened; until they would have been. */
const TYPE_AND_GO_BACK = `(async () => {
  const input = document.querySelector('[role=search] input');
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(input, 'pump');
  input.dispatchEvent(new Event('input', { bubbles: true }));
  const later = new Promise((resolve) => setTimeout(resolve, 300));
  history.back();
  await later;
})()`;

async function stored(id: string) {
  const { data } = await site.graphql<{ content: { title: string; content: string; customFields: object } }>(
    'query ($id: ID!) { content(id: $id) { externalId title content status customFields } }',
    { id },
  );
  return data?.content;
}

describe('the editor of content', () => {
  test('writes all 17 types of fields as the service stores them', async () => {
    await createType(site, 'bike', FIELDS);
    const other = await createItem(site, { type: 'article', title: 'Spokes and wheels', status: 'published' });
    const { page } = await dashboard.open(site, '/content/new/bike');
    const fill = (name: string, value: string) => page.getByRole('textbox', { name, exact: true }).fill(value);
    await fill('Title', 'A touring bike');
    await fill('External id', 'bike-1');
    await page.getByRole('textbox', { name: 'Body' }).click();
    await page.keyboard.type('It rolls.');
    await fill('The subtitle', 'For long ways');
    await fill('The notes', 'Two lines\nof notes');
    await fill('The price', '12.5');
    await page.getByRole('switch', { name: 'The isNew' }).click({ force: true });
    await page.getByLabel('The day').fill('2026-03-04');
    await page.getByLabel('The moment').fill('2026-03-04T10:30');
    await page.getByLabel('The size').first().click({ force: true });
    await page.getByRole('option', { name: 'large' }).click();
    await page.getByLabel('The colors').first().click({ force: true });
    await page.getByRole('option', { name: 'blue' }).click();
    await page.keyboard.press('Escape');
    await fill('The picture', '/favicon.ico');
    await fill('The manual', '/files/manual.pdf');
    for (const field of ['sibling', 'related']) {
      await page.getByLabel(`The ${field}: Add an item`).first().fill('Spokes');
      await page.getByRole('option', { name: 'Spokes and wheels' }).click();
    }
    await fill('The shop', 'https://example.org/shop');
    await fill('The contact', 'shop@example.org');
    await fill('The extra', '{ "gears": [1, 2] }');
    await fill('The paint', '#aabbcc');
    await fill('Latitude', '48.2');
    await fill('Longitude', '16.37');
    await fill('Place', 'Vienna');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
    await shootViews(page, 'content-item');
    const id = page.url().split('/').at(-1) ?? '';
    expect(await stored(id)).toEqual({
      externalId: 'bike-1',
      title: 'A touring bike',
      content: '<p>It rolls.</p>',
      status: 'draft',
      customFields: {
        subtitle: 'For long ways',
        notes: 'Two lines\nof notes',
        price: 12.5,
        isNew: true,
        day: '2026-03-04',
        moment: new Date('2026-03-04T10:30').toISOString(),
        size: 'large',
        colors: ['blue'],
        picture: '/favicon.ico',
        manual: '/files/manual.pdf',
        sibling: other._id,
        related: [other._id],
        shop: 'https://example.org/shop',
        contact: 'shop@example.org',
        extra: { gears: [1, 2] },
        paint: '#aabbcc',
        place: { lat: 48.2, lng: 16.37, address: 'Vienna' },
      },
    });
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      await delay(100);
      expect(await axeViolations(page)).toEqual([]);
    }
  });

  test('names the field that the service rejects', async () => {
    await createType(site, 'rated', [{ name: 'stars', label: 'Stars', type: 'number', validation: { max: 5 } }]);
    const item = await createItem(site, { type: 'rated', title: 'Three stars', customFields: { stars: 3 } });
    const { page } = await dashboard.open(site, `/content/${item._id}`);
    await page.getByLabel('Stars').fill('6');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('must be at most 5', { exact: true }).waitFor();
    expect(await page.locator(':focus').getAttribute('id')).toBe(await page.getByLabel('Stars').getAttribute('id'));
    expect(await page.getByLabel('Stars').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByRole('alert').count()).toBe(0);
    const other = await createItem(site, { type: 'rated', title: 'Four stars' });
    await page.getByLabel('Stars').fill('4');
    const slug = page.getByRole('textbox', { name: 'Slug' });
    await slug.fill(other.slug);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Content with this slug already exists', { exact: true }).waitFor();
    expect(await isFocused(slug)).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await shoot(page, 'content-slug-taken');
    await slug.fill(item.slug);
    const externalId = page.getByRole('textbox', { name: 'External id' });
    await externalId.fill(String(other['externalId']));
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Content with this externalId already exists', { exact: true }).waitFor();
    expect(await isFocused(externalId)).toBe(true);
    expect(await page.getByRole('alert').count()).toBe(0);
    await shootViews(page, 'content-external-id-taken');
    await externalId.fill('rated-3');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    expect(await stored(item._id)).toMatchObject({ externalId: 'rated-3', customFields: { stars: 4 } });
  });

  test('keeps Markdown as Markdown', async () => {
    const item = await createItem(site, { type: 'article', title: 'Notes', content: '# Gears\n\n- one\n- two' });
    const { page } = await dashboard.open(site, `/content/${item._id}`);
    await page.getByRole('heading', { name: 'Gears' }).click();
    await page.keyboard.press('End');
    await page.keyboard.type(' and chains');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved').waitFor();
    expect((await stored(item._id))?.content.trim()).toBe('# Gears and chains\n\n- one\n- two');
  });

  test('shows both versions when two people save the same item', async () => {
    const item = await createItem(site, { type: 'article', title: 'Before' });
    const tabs = [
      await dashboard.open(site, `/content/${item._id}`),
      await dashboard.open(site, `/content/${item._id}`),
    ];
    const [first, second] = tabs.map(({ page }) => page);
    if (!first || !second) throw new Error('Two pages were opened');
    await second.getByLabel('Title').fill('Of the second');
    await first.getByLabel('Title').fill('Of the first');
    await first.getByRole('button', { name: 'Save', exact: true }).click();
    await first.getByText('Saved').waitFor();
    await second.getByRole('button', { name: 'Save', exact: true }).click();
    const dialog = second.getByRole('dialog');
    await dialog.getByText('Of the first').waitFor();
    expect(await dialog.getByText('Of the second').count()).toBe(1);
    expect((await stored(item._id))?.title).toBe('Of the first');
    expect(await axeViolations(second)).toEqual([]);
    await dialog.getByRole('button', { name: 'Save mine over it' }).click();
    await expect.poll(async () => (await stored(item._id))?.title).toBe('Of the second');
    await second.getByText('Saved').waitFor();
  });
});

describe('the history of an item', () => {
  test('names who changed what, compares versions, and restores one', async () => {
    const item = await createItem(site, { type: 'article', title: 'Tyres', content: 'Air: two bar. Check it weekly.' });
    await site.put(`/content/${item._id}`, { content: 'Air: four bar. Check it weekly.', status: 'published' });
    const { page } = await dashboard.open(site, `/content/${item._id}`);
    await page.getByLabel('Title').fill('Tyres and tubes');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('heading', { name: 'Tyres and tubes', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'History' }).click();
    await page.getByRole('heading', { name: 'History of Tyres and tubes' }).waitFor();
    const rows = page.getByRole('list', { name: 'Versions' }).getByRole('listitem');
    await expect
      .poll(() => rows.allInnerTexts())
      .toEqual([
        expect.stringMatching(/Current version[^]* · Ada[^]*Changed: Title/),
        expect.stringMatching(/Version 2[^]* · API key [^]*Changed: Body, First published, Status/),
        expect.stringMatching(/Version 1[^]* · API key [^]*Created/),
      ]);
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'content-history');
    await page.getByRole('button', { name: 'Show version 1' }).click();
    const panel = page.getByRole('dialog', { name: 'Version 1' });
    await panel.getByRole('heading', { name: 'Body' }).waitFor();
    expect(await panel.locator('strong').allInnerTexts()).toEqual(expect.arrayContaining(['four ', 'two ']));
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'content-version');
    await panel.getByRole('button', { name: 'Restore this version' }).click();
    const dialog = page.getByRole('dialog', { name: 'Restore version 1?' });
    await dialog.getByText('visitors see the restored content at once').waitFor();
    await dialog.getByRole('button', { name: 'Restore this version' }).click();
    await page.getByText('The version is restored').waitFor();
    expect(await stored(item._id)).toMatchObject({ title: 'Tyres', content: expect.stringContaining('two bar') });
    await page.getByRole('link', { name: 'Back to the item' }).click();
    await page.getByRole('heading', { name: 'Tyres', level: 1, exact: true }).waitFor();
    const { page: read } = await dashboard.open(site, `/content/${item._id}/history`, { as: 'viewer', language: 'de' });
    await read.getByRole('button', { name: 'Fassung 1 zeigen' }).click();
    await read
      .getByRole('dialog')
      .getByText('Es gibt keinen Unterschied.')
      .or(read.getByRole('dialog').getByRole('heading', { name: 'Status' }))
      .waitFor();
    expect(await read.getByRole('button', { name: 'Diese Fassung wiederherstellen' }).count()).toBe(0);
  });
});

describe('the list of content', () => {
  test('filters, shows the columns of the type, and publishes and deletes several items', async () => {
    await createType(site, 'tool', [{ name: 'use', label: 'What for', type: 'text', showInList: true }]);
    const names = ['Hammer', 'Chain whip', 'Pump'];
    const items = [];
    for (const title of names)
      items.push(await createItem(site, { type: 'tool', title, customFields: { use: `${title} use` } }));
    const { page } = await dashboard.open(site, '/content?type=tool');
    await page.getByRole('columnheader', { name: 'What for' }).waitFor();
    await page.getByRole('cell', { name: 'Pump use' }).waitFor();
    expect(await page.locator('nav [aria-current=page]').allTextContents()).toEqual(['Content']);
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('textbox', { name: 'Search' }).fill('whip');
    await page.getByText('1 item', { exact: true }).waitFor();
    await page.evaluate(TYPE_AND_GO_BACK);
    await page.getByText('3 items').waitFor();
    expect(await page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('');
    expect(new URL(page.url()).search).toBe('?type=tool');
    await page.getByRole('checkbox', { name: 'Select all on this page' }).check();
    await page.getByRole('button', { name: 'Publish' }).click();
    await page.getByText('3 drafts will be visible on the site').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click();
    await page.getByText('3 items changed').waitFor();
    expect(await stored(items[0]?._id ?? '')).toMatchObject({ status: 'published' });
    await page.getByRole('checkbox', { name: 'Select Hammer' }).check();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('2 items', { exact: true }).waitFor();
    expect(await stored(items[0]?._id ?? '')).toBeFalsy();
    await site.delete(`/content/${items[2]?._id}`);
    await page.getByRole('link', { name: 'Trash' }).click();
    await page.getByRole('heading', { name: 'Trash', level: 1 }).waitFor();
    const trash = page.getByRole('list', { name: 'Items in the trash' }).getByRole('listitem');
    await expect
      .poll(() => trash.allInnerTexts())
      .toEqual([
        expect.stringMatching(/^Pump[^]* · Deleted [^]* · API key test[^]*Will be removed for good on/),
        expect.stringMatching(/^Hammer[^]* · Deleted [^]* · Ada[^]*Will be removed for good on/),
      ]);
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'content-trash');
    await page.getByRole('button', { name: 'Restore: Hammer' }).click();
    await page.getByText('Hammer is restored').waitFor();
    expect(await stored(items[0]?._id ?? '')).toMatchObject({ title: 'Hammer', status: 'published' });
    await page.getByRole('button', { name: 'Delete for good: Pump' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Pump for good?' });
    await dialog.getByText('all its versions are removed').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await page.getByText('The trash is empty.').waitFor();
    const { data } = await site.graphql<{ trashedContents: object }>('{ trashedContents { total } }');
    expect(data?.trashedContents).toEqual({ total: 0 });
  });

  test('keeps filters, sort and columns as a view of the user', async () => {
    const fields = ['use', 'weight'].map((name) => ({
      name,
      label: `The ${name}`,
      type: 'text',
      showInList: name === 'use',
    }));
    await createType(site, 'part', fields);
    for (const title of ['Nut', 'Anchor', 'Bolt']) await createItem(site, { type: 'part', title });
    const { page } = await dashboard.open(site, '/content?type=part');
    await page.getByRole('columnheader', { name: 'The use' }).waitFor();
    const view = (name: string) =>
      page.getByRole('group', { name: 'Saved views' }).getByRole('button', { name, exact: true });
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'By title' }).click();
    await page.getByRole('combobox', { name: 'Columns' }).click();
    await page.getByRole('option', { name: 'The weight' }).click();
    await page.keyboard.press('Escape');
    await page.getByRole('columnheader', { name: 'The weight' }).waitFor();
    await view('Save as a view').click();
    await page.getByLabel('Name of the view').fill('Parts by title');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await view('Parts by title').waitFor();
    await page.getByRole('textbox', { name: 'Search' }).fill('Bolt');
    await page.getByText('1 item', { exact: true }).waitFor();
    await view('All content').click();
    await expect.poll(() => page.getByRole('textbox', { name: 'Search' }).inputValue()).toBe('');
    await page.getByRole('columnheader', { name: 'Type' }).waitFor();
    await page.reload();
    await view('Parts by title').click();
    await page.getByRole('columnheader', { name: 'The weight' }).waitFor();
    await expect.poll(() => page.getByRole('row').getByRole('link').allInnerTexts()).toEqual(['Anchor', 'Bolt', 'Nut']);
    expect(await view('Parts by title').getAttribute('aria-pressed')).toBe('true');
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'content-views');
    await page.getByRole('combobox', { name: 'Sort' }).click();
    await page.getByRole('option', { name: 'Newest first' }).click();
    await view('Save the changes').click();
    await page.getByText('The view is saved').waitFor();
    await view('This view').click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name of the view').fill('Newest parts');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await view('Newest parts').waitFor();
    await view('This view').click();
    await page.getByRole('menuitem', { name: 'Delete view' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete view' }).click();
    await view('Newest parts').waitFor({ state: 'detached' });
  });
});
