import { createServer } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import { createLectern } from '../../../clients/typescript/src/client.ts';
import { createSite } from '../../../examples/site/site.ts';
import { axeViolations, useDashboard } from '../dashboard/support/use-dashboard.ts';
import { createItem, createType } from '../../features/content/items.ts';
import { use } from '../../support/use.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { listenLocally } from '../../support/local-server.ts';

const service = useService();
const site = useSite(service);
const browser = useDashboard();
const example = use(async () => {
  const { secret: apiKey } = await service.key(site.id, { name: 'site', scopes: ['read'] });
  const lectern = createLectern({ url: service.url, apiKey });
  const server = createServer(createSite(lectern));
  return { url: `http://127.0.0.1:${await listenLocally(server)}`, stop: () => server.close() };
});

beforeAll(async () => {
  await createType(site, 'mechanic', [{ name: 'role', type: 'text' }]);
  await createType(site, 'guide', [
    { name: 'author', type: 'reference', validation: { referenceTo: 'mechanic' } },
    { name: 'minutes', type: 'number' },
    { name: 'related', type: 'references', validation: { referenceTo: 'guide' } },
  ]);
  const published = { status: 'published', type: 'guide' };
  const customFields = { role: 'Lead' };
  const author = await createItem(site, { ...published, type: 'mechanic', title: 'Inês <b>', customFields });
  const puncture = await createItem(site, {
    ...published,
    title: 'Mend a puncture',
    slug: 'puncture',
    tags: ['tyres'],
    content: '## Patch it\nRoughen the rubber around the hole, and press the patch on for three minutes.',
    customFields: { minutes: 15, author: author._id },
  });
  await createItem(site, {
    ...published,
    title: 'Adjust rim brakes',
    slug: 'brakes',
    content: '## Set the pads\nA pad meets the rim flat, a millimetre below the tyre.',
    customFields: { minutes: 30, author: author._id, related: [puncture._id] },
  });
  await createItem(site, { ...published, title: 'For members', slug: 'members', accessLevel: 'premium' });
  await createItem(site, { type: 'guide', title: 'A draft', slug: 'draft' });
  await site.indexed();
});

describe('the example site', () => {
  test('lists, filters, opens, searches, and answers with links to its sources', async () => {
    const { page } = await browser.openUrl(example.url);
    await page.getByRole('status').getByText('2 guides').waitFor();
    expect(await page.content()).not.toContain('members');
    await page.getByRole('combobox', { name: 'At most' }).selectOption('15 minutes');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.getByRole('status').getByText('1 guide', { exact: true }).waitFor();
    await page.getByText('15 minutes · Inês <b> · tyres').waitFor();
    expect(await axeViolations(page)).toEqual([]);

    await page.goto(`${example.url}/guides/brakes`);
    await page.getByText('30 minutes · by Inês <b>, Lead').waitFor();
    await page.getByRole('link', { name: 'Mend a puncture' }).click();
    await page.getByRole('heading', { name: 'Patch it' }).waitFor();

    await page.getByRole('searchbox', { name: 'Search' }).fill('pad meets the rim');
    await page.getByRole('searchbox', { name: 'Search' }).press('Enter');
    await page.getByRole('heading', { name: 'Search: pad meets the rim' }).waitFor();
    expect(await page.getByRole('listitem').first().getByRole('link').getAttribute('href')).toBe('/guides/brakes');

    await page.getByRole('link', { name: 'Ask' }).click();
    await page.getByRole('textbox', { name: 'Your question' }).fill('How long is the patch pressed on?');
    await page.getByRole('button', { name: 'Ask' }).click();
    const sources = page.getByRole('list', { name: 'Sources' });
    await sources.getByRole('link', { name: 'Mend a puncture' }).waitFor();
    expect(await page.locator('.answer').textContent()).toContain('press the patch on for three minutes. [1]');
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('link', { name: '[1]' }).click();
    await page.getByRole('heading', { name: 'Mend a puncture' }).waitFor();
  });

  test.each(['/guides/members', '/guides/draft', '/guides/none', '/none', '/style.css/x', '/guides/%E0%A4%A'])(
    '%s is not there, and says nothing of what may be',
    async (path) => {
      const response = await fetch(example.url + path);
      expect(response.status).toBe(path.includes('%') ? 400 : 404);
      expect(await response.text()).not.toMatch(/members|draft|premium/i);
    },
  );

  test.each([['no JSON'], ['{"message": " "}'], [JSON.stringify({ message: 'x'.repeat(20_000) })]])(
    'a question that is none is rejected: %.20s',
    async (body) => {
      expect((await fetch(`${example.url}/ask`, { method: 'POST', body })).status).toBe(400);
    },
  );
});
