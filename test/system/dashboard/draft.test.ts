import { expect, test } from 'vitest';
import { createItem } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, shoot, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

interface Read {
  title: string;
  content: string;
}

test('an editor saves a draft of a published item, previews it and publishes it over a later change', async () => {
  const item = await createItem(site, { title: 'Opening hours', content: '<p>From nine.</p>', status: 'published' });
  const path = `/content/${item._id}`;
  const live = async (headers = {}) => (await site.get<Read>(path, headers)).body.data;
  const { page } = await dashboard.open(site, path, { as: 'editor' });
  const title = page.getByRole('textbox', { name: 'Title' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const view = (name: string) => page.getByRole('radiogroup').getByText(name, { exact: true });

  await title.waitFor();
  expect(await button('Save as draft').isDisabled()).toBe(true);
  await title.fill('Winter hours');
  await page.getByRole('textbox', { name: 'Slug' }).fill('winter');
  expect(await button('Save as draft').isDisabled()).toBe(true);
  await page.getByRole('textbox', { name: 'Slug' }).fill(item.slug);
  await button('Save as draft').click();
  await page.getByText(/This item has a draft, last saved by Ada on/).waitFor();
  expect((await live()).title).toBe('Opening hours');
  await expect.poll(() => title.inputValue()).toBe('Winter hours');
  expect(await page.getByRole('textbox', { name: 'External id' }).isDisabled()).toBe(true);
  await shootViews(page, 'draft');
  for (const colorScheme of SCHEMES) {
    await page.emulateMedia({ colorScheme });
    expect(await axeViolations(page)).toEqual([]);
  }

  await button('Preview link').click();
  const token = await page.getByRole('dialog').locator('[data-secret]').innerText();
  await page.getByRole('dialog').getByText('X-Svc-Preview-Token').waitFor();
  await shoot(page, 'draft-token');
  expect((await live({ 'x-svc-preview-token': token })).title).toBe('Winter hours');
  await button('Done').click();

  const previewUrl = `${service.url}/health/live?slug={slug}&token={token}`;
  await service.admin('mutation ($id: ID!, $input: UpdateSiteInput!) { updateSite(id: $id, input: $input) { id } }', {
    id: site.id,
    input: { previewUrl },
  });
  await button('Preview link').click();
  const dialog = page.getByRole('dialog', { name: 'Address of the preview' });
  const address = await dialog.locator('[data-secret]').innerText();
  expect(address).toContain(`/health/live?slug=${item.slug}&token=svc_preview_`);
  const opened = page.waitForEvent('popup');
  await dialog.getByRole('link', { name: 'Open in a new tab' }).click();
  expect((await opened).url()).toBe(address);
  expect(await axeViolations(page)).toEqual([]);
  await shootViews(page, 'draft-address');
  await button('Done').click();

  const { page: viewer } = await dashboard.open(site, path, { as: 'author' });
  await viewer.getByText(/This item has a draft/).waitFor();
  await viewer.getByRole('radiogroup').getByText('Draft', { exact: true }).click();
  await expect.poll(() => viewer.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Winter hours');
  expect(await viewer.getByRole('button', { name: /draft|Save|Preview/ }).count()).toBe(0);

  await view('Live').click();
  await expect.poll(() => title.inputValue()).toBe('Opening hours');
  await view('Draft').click();
  await expect.poll(() => title.inputValue()).toBe('Winter hours');
  await site.put(path, { content: '<p>From ten.</p>' });
  await button('Publish draft').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish draft' }).click();
  await page.getByText(/The draft was begun from version 1, and version 2 is live now/).waitFor();
  expect((await live()).title).toBe('Opening hours');
  await shoot(page, 'draft-over');
  await button('Publish over the live version').click();
  await page.getByText('The draft is live').waitFor();
  expect(await live()).toMatchObject({ title: 'Winter hours', content: '<p>From ten.</p>' });
  await page.getByRole('heading', { name: 'Winter hours', level: 1 }).waitFor();
  expect(await page.getByText(/This item has a draft/).count()).toBe(0);
});

test('two editors see what the other one has saved as draft or live; a discarded draft leaves what is live', async () => {
  const item = await createItem(site, { title: 'Prices', status: 'published' });
  const path = `/content/${item._id}`;
  const { page } = await dashboard.open(site, path, { as: 'editor' });
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  await page.getByRole('textbox', { name: 'Title' }).fill('Prices of May');
  await site.put(`${path}/draft`, { title: 'Prices of June' });
  await button('Save as draft').click();
  await page.getByRole('dialog').getByText('Prices of June').waitFor();
  await button('Save mine over it').click();
  await page.getByText('The draft is saved').waitFor();
  const { body } = await site.get<{ values: object }>(`${path}/draft`);
  expect(body.data.values).toEqual({ title: 'Prices of May' });

  const title = page.getByRole('textbox', { name: 'Title' });
  await button('Publish draft').waitFor();
  await title.fill('Prices of July');
  expect(await button('Publish draft').isDisabled()).toBe(true);
  const asked = page.waitForEvent('dialog');
  const clicked = page.getByRole('radiogroup').getByText('Live', { exact: true }).click();
  await (await asked).dismiss();
  await clicked;
  expect(await title.inputValue()).toBe('Prices of July');
  // By keyboard: the notice of what was saved covers it for some seconds.
  await button('Discard draft').press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
  await page.getByText('The draft is discarded').waitFor();
  await expect.poll(() => title.inputValue()).toBe('Prices');
  expect((await site.get(`${path}/draft`)).status).toBe(404);

  await title.fill('Prices of August');
  await site.put(path, { content: '<p>With taxes.</p>' });
  await button('Save as draft').press('Enter');
  await page.getByRole('dialog').getByText('With taxes.').waitFor();
  expect(await page.getByRole('dialog').getByText('Prices of August').count()).toBe(1);
  expect((await site.get(`${path}/draft`)).status).toBe(404);
  await button('Take the stored version').click();
  await expect.poll(() => title.inputValue()).toBe('Prices');
  await title.fill('Prices of August');
  await button('Save as draft').press('Enter');
  await expect
    .poll(async () => (await site.get<{ values: object }>(`${path}/draft`)).body.data?.values)
    .toEqual({ title: 'Prices of August' });
});
