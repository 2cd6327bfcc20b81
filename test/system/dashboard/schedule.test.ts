import { describe, expect, test } from 'vitest';
import { createItem, createItems, createType } from '../../features/content/items.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

const YEAR = new Date().getFullYear() + 1;
const BERLIN = { timeZone: 'Europe/Berlin' };
const sql = (text: string, values: unknown[]) => service.app.database.system.rows(text, [site.id, ...values]);

async function scheduleOf(id: string) {
  const { data } = await site.graphql<{ content: { schedule: object | null } }>(
    'query ($id: ID!) { content(id: $id) { schedule { publishAt unpublishAt } } }',
    { id },
  );
  return data?.content.schedule;
}

describe('the schedule', () => {
  test('an item is scheduled in the time zone of its editor, found in the calendar and cancelled there', async () => {
    const { _id: id } = await createItem(site, { type: 'article', title: 'Summer hours' });
    const { page } = await dashboard.open(site, `/content/${id}`, { as: 'editor', provokes: 400, ...BERLIN });
    await page.getByRole('button', { name: 'Schedule' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Europe/Berlin').waitFor();
    await dialog.getByLabel('Publish at').fill('2020-01-01T09:00');
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('must be in the future').waitFor();
    await dialog.getByLabel('Publish at').fill(`${YEAR}-07-01T09:00`);
    await dialog.getByLabel('Back to draft at').fill(`${YEAR}-07-31T18:00`);
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(`Will be published on 1 Jul ${YEAR}, 09:00 CEST`).waitFor();
    await page.getByText('Scheduled by Ada').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'schedule-item');
    expect(await scheduleOf(id)).toEqual({
      publishAt: `${YEAR}-07-01T07:00:00.000Z`,
      unpublishAt: `${YEAR}-07-31T16:00:00.000Z`,
    });

    await page.goto(`${service.url}/admin/${site.id}/content/schedule?month=${YEAR}-06`);
    await page.getByText('Nothing is scheduled in this month.').waitFor();
    await page.getByRole('button', { name: 'Next month' }).click();
    await page.getByText('2 scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: new RegExp(`31 July ${YEAR}: 1 scheduled`) }).click();
    await page.getByText('1 scheduled', { exact: true }).waitFor();
    const entries = page.getByRole('list', { name: `July ${YEAR}` }).getByRole('listitem');
    expect(await entries.allInnerTexts()).toEqual([expect.stringMatching(/18:00[^]*Back to draft[^]*Summer hours/)]);
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await shootViews(page, 'schedule');
    await page.getByRole('button', { name: 'Cancel: Summer hours' }).click();
    await page.getByText('The time is cancelled').waitFor();
    await page.getByRole('button', { name: 'Whole month' }).click();
    await page.getByText('1 scheduled', { exact: true }).waitFor();
    expect(await scheduleOf(id)).toEqual({ publishAt: `${YEAR}-07-01T07:00:00.000Z`, unpublishAt: null });
  });

  test('what could not be done is shown with its reason, at the item too, and dismissed', async () => {
    const { _id: id } = await createItem(site, { type: 'article', title: 'Winter hours' });
    await site.put(`/content/${id}/schedule`, { publishAt: `${YEAR}-12-01T09:00:00Z` });
    await sql(
      `update content_schedule set at = now() - interval '1 hour', failed_reason = 'title is required'
       where site_id = $1 and item_id = $2`,
      [id],
    );
    const { page } = await dashboard.open(site, `/content/${id}`, { as: 'viewer', language: 'de' });
    await page.getByText(/Konnte am .* nicht veröffentlicht werden: title is required/).waitFor();
    expect(await page.getByRole('button', { name: /Zeitplan|Verwerfen/ }).count()).toBe(0);
    const { page: editor } = await dashboard.open(site, '/content', { as: 'editor' });
    await editor.getByRole('link', { name: 'Schedule' }).click();
    const failures = editor.getByRole('list', { name: 'Not done' });
    await failures.getByText(/Could not be published on .*: title is required/).waitFor();
    expect(await axeViolations(editor)).toEqual([]);
    await editor.getByRole('button', { name: 'Dismiss: Winter hours' }).click();
    await failures.waitFor({ state: 'detached' });
    expect(await scheduleOf(id)).toBeNull();
  });

  test('a month of more than a page is shown whole', async () => {
    await createType(site, 'note', []);
    await createItems(
      site,
      Array.from({ length: 51 }, (_, n) => ({ type: 'note', title: `Note ${n}` })),
    );
    await sql(
      `insert into content_schedule (id, site_id, item_id, action, at, scheduled_by)
       select gen_random_uuid(), $1, c.id, a.action, $2::timestamptz, 'key:' || c.id
       from content_item c, (values ('publish'), ('unpublish')) a(action) where c.site_id = $1 and c.type = 'note'`,
      [`${YEAR}-03-10T12:00:00Z`],
    );
    const { page } = await dashboard.open(site, `/content/schedule?month=${YEAR}-03`);
    await page.getByText('102 scheduled', { exact: true }).waitFor();
    await page.getByRole('button', { name: new RegExp(`10 March ${YEAR}: 102 scheduled`) }).waitFor();
  });
});
