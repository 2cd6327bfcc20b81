import { expect, test } from 'vitest';
import type { BrowserContext, Page } from 'playwright-core';
import { useBrowser } from '../dashboard/support/browser.ts';
import { axeViolations } from '../dashboard/support/use-dashboard.ts';
import { createItem } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';

const service = useService();
const site = useSite(service);
const browser = useBrowser();

interface Opened {
  context: BrowserContext;
  page: Page;
  complaints: string[];
}

async function open(colorScheme: 'light' | 'dark', width = 1280): Promise<Opened> {
  const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && complaints.push(message.text())));
  page.on('pageerror', (error) => void complaints.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(service.url) && !request.url().startsWith('data:')) complaints.push(request.url());
  });
  await page.goto(`${service.url}/api/sdk/docs`);
  await page.locator('#operations a').first().waitFor({ state: 'attached' });
  return { context, page, complaints };
}

const FULL = process.env['REFERENCE'] === 'full';
const WINDOWS = [
  ['light', 390],
  ['dark', 390],
  ['light', 1280],
  ['dark', 1280],
] as const;

const REMOVE_MOST = `for (const each of document.querySelectorAll(
  'main details:not(#Chat, #ListContent, #UpdateContent, #schema-ChatContext)')) each.remove()`;

test.each(FULL ? WINDOWS : WINDOWS.slice(0, 1))(
  'axe finds nothing with operations and schemas opened, and nothing is wider than the window: %s, %i px',
  { timeout: 120_000 },
  async (scheme, width) => {
    const { context, page, complaints } = await open(scheme, width);
    await page.evaluate(`for (const each of document.querySelectorAll('details')) each.open = true`);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    // All operations and schemas are made by the same functions; axe takes 45 s for all of them.
    if (!FULL) await page.evaluate(REMOVE_MOST);
    expect(await axeViolations(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  },
);

test('a request is sent with the key and the example, and its answer is shown', { timeout: 60_000 }, async () => {
  const item = await createItem(site, { title: 'First', type: 'article' });
  const { context, page, complaints } = await open('light');
  await page.getByLabel('API key').fill(site.key);
  await page.goto(`${service.url}/api/sdk/docs#CreatePersona`);
  const create = page.locator('#CreatePersona');
  await create.getByRole('button', { name: 'Send POST' }).click();
  await create.locator('pre[data-status="200"]').waitFor();
  expect(await create.locator('pre[data-status="200"]').textContent()).toContain('"slug": "mechanic"');

  await page.goto(`${service.url}/api/sdk/docs#GetContent`);
  const get = page.locator('#GetContent');
  await get.getByRole('button', { name: 'First id of the list' }).click();
  await expect.poll(() => get.getByLabel('id required').inputValue()).toBe(item._id);
  await get.getByRole('button', { name: 'Send GET' }).click();
  await get.locator('pre[data-status="200"]').waitFor();

  // What is not given in the path: a condition in the query, and a header with the revision.
  await page.goto(`${service.url}/api/sdk/docs#ListContent`);
  const list = page.locator('#ListContent');
  await list.getByLabel('filter in the query').fill('filter[title][eq]=Another&filter[slug][exists]=true');
  await list.getByRole('button', { name: 'Send GET' }).click();
  await list.locator('pre[data-status="200"]').waitFor();
  expect(await list.locator('pre[data-status="200"]').textContent()).toContain('"total": 0');
  await page.goto(`${service.url}/api/sdk/docs#UpdateContent`);
  const update = page.locator('#UpdateContent');
  await update.getByLabel('id required').fill(item._id);
  await update.getByLabel('If-Match in the header').fill('"77"');
  await update.getByRole('button', { name: 'Send PUT' }).click();
  await update.locator('pre[data-status="412"]').waitFor();
  expect(complaints.filter((text) => !text.includes('412'))).toEqual([]);
  await context.close();
});
