import { describe, expect, test } from 'vitest';
import { WEBHOOK_EVENTS } from '../../../src/features/webhook/webhook-event.ts';
import { createType } from '../../features/content/items.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { SCHEMES, axeViolations, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSiteForEach(service);
const dashboard = useDashboard();

const URL = 'https://hooks.example.com/lectern';
const sql = (text: string) => service.app.database.system.rows(text, [site.id]);

async function endpoint() {
  const { data } = await site.graphql<{ webhookEndpoints: object[] }>(
    '{ webhookEndpoints { url description events contentTypes languages enabled disabledReason } }',
  );
  return data?.webhookEndpoints[0];
}

describe('webhook endpoints', () => {
  test('one is made, its secret is shown once and replaced, and it is tried, paused, resumed and deleted', async () => {
    await createType(site, 'guide', []);
    const { page } = await dashboard.open(site, '/webhooks', { as: 'owner' });
    await page.getByText('There is no webhook endpoint yet.').waitFor();
    await page.getByRole('link', { name: 'New webhook endpoint' }).click();
    await page.getByRole('textbox', { name: 'URL' }).fill(URL);
    await page.getByRole('textbox', { name: 'What it is for' }).fill('The website');
    expect(await page.getByRole('button', { name: 'Create' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'All events' }).click();
    await page.getByLabel('Only items of these types').first().click();
    await page.getByRole('option', { name: 'guide' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Only items in these languages').first().fill('de');
    await page.keyboard.press('Enter');
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await shootViews(page, 'webhook-form');
    await page.getByRole('button', { name: 'Create' }).click();
    const secret = await page.locator('[data-secret]').innerText();
    expect(secret).toMatch(/^whsec_/);
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText('Types: guide · Languages: de').waitFor();
    expect(await page.content()).not.toContain(secret);
    expect(await endpoint()).toEqual({
      url: URL,
      description: 'The website',
      events: expect.arrayContaining([...WEBHOOK_EVENTS]),
      contentTypes: ['guide'],
      languages: ['de'],
      enabled: true,
      disabledReason: null,
    });

    await page.getByRole('link', { name: URL }).click();
    await page.getByRole('group', { name: 'Files' }).getByRole('checkbox', { name: 'Changed' }).uncheck();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('content.created, content.updated').waitFor();
    expect(await endpoint()).toMatchObject({ events: expect.not.arrayContaining(['asset.updated']) });

    await page.getByRole('button', { name: `New secret: ${URL}` }).click();
    await page.getByRole('dialog').getByText('signatures of both secrets').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    await expect.poll(() => page.locator('[data-secret]').innerText()).toMatch(/^whsec_/);
    expect(await page.locator('[data-secret]').innerText()).not.toBe(secret);
    await page.getByRole('button', { name: 'Done' }).click();

    // So that the request fails at once, whatever network there is.
    await sql(`update webhook_endpoint set url = 'http://127.0.0.1:9/hook' where site_id = $1`);
    await page.getByRole('button', { name: `Send a test event: ${URL}` }).click();
    const outcome = page.getByRole('dialog', { name: 'Test event' });
    await outcome.getByRole('cell', { name: 'Failed' }).waitFor();
    await outcome.getByText('"type": "test"').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');

    await page.getByRole('button', { name: /^Pause: / }).click();
    await page.getByRole('dialog').getByText('are left out').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByText('New events are left out.').waitFor();
    expect(await endpoint()).toMatchObject({ enabled: false });
    await sql(`update webhook_endpoint set disabled_reason = 'The endpoint returned status 410' where site_id = $1`);
    await page.reload();
    await page.getByText('The endpoint returned status 410').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'webhooks');
    await page.getByRole('button', { name: /^Resume: / }).click();
    await page.getByText('Active', { exact: true }).waitFor();
    expect(await endpoint()).toMatchObject({ enabled: true, disabledReason: null });

    await page.getByRole('link', { name: '127.0.0.1' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('The webhook endpoint is deleted').waitFor();
    expect(await endpoint()).toBeUndefined();
  });

  test('the log shows request, answer and timing, by state, and an event is sent again', async () => {
    await site.graphql(
      `mutation { createWebhookEndpoint(input: { url: "${URL}", events: ["content.published"] }) { id } }`,
    );
    await sql(`update webhook_endpoint set enabled = false where site_id = $1`);
    await sql(`insert into webhook_delivery (id, site_id, endpoint_id, event, subject_id, body, status, created_at, attempts,
        expires_at, attempted_at, duration_ms, response_status, response_body, error)
      select gen_random_uuid(), $1, e.id, 'content.published', gen_random_uuid(), '{"type":"content.published"}',
        case n when 1 then 'failed' else 'delivered' end, now() - make_interval(mins => n), 3, now(), now(), 1234,
        case n when 1 then 503 else 202 end, 'from the shop', case n when 1 then 'Status 503' end
      from webhook_endpoint e, generate_series(1, 60) n where e.site_id = $1`);
    const { page } = await dashboard.open(site, '/webhooks', { as: 'owner', language: 'de' });
    await page.getByRole('link', { name: 'Zustellungen' }).click();
    await page.getByText('60 Zustellungen').waitFor();
    await page.getByRole('button', { name: 'Seite 2' }).click();
    await expect.poll(() => page.getByRole('row').count()).toBe(11);
    await page.getByText('Gescheitert', { exact: true }).first().click();
    await page.getByText('1 Zustellung', { exact: true }).waitFor();
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme });
      expect(await axeViolations(page)).toEqual([]);
    }
    await shootViews(page, 'webhook-deliveries');
    await page.getByRole('button', { name: /^content\.published, / }).click();
    const panel = page.getByRole('dialog', { name: 'content.published' });
    await panel.getByText('Status 503').first().waitFor();
    await panel.getByText('webhook-signature: ***').waitFor();
    await panel.getByText('from the shop').waitFor();
    await panel.getByRole('cell', { name: '1.234 ms' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'webhook-delivery');
    await panel.getByRole('button', { name: 'Erneut senden' }).click();
    await panel.getByRole('alert').getByText('The endpoint of the delivery is disabled').waitFor();
    await sql(`update webhook_endpoint set enabled = true, url = 'http://127.0.0.1:9/hook' where site_id = $1`);
    await panel.getByRole('button', { name: 'Erneut senden' }).click();
    await page.getByText('Das Ereignis wird erneut gesendet').waitFor();
    const again = await sql(`select status from webhook_delivery where site_id = $1 and status <> 'delivered'`);
    expect(again).toEqual([{ status: 'pending' }]);
  });

  test('are for owners', async () => {
    const { page } = await dashboard.open(site, '/webhooks', { as: 'editor', provokes: 403 });
    await page.getByRole('alert').getByText(/owner/).waitFor();
    expect(await page.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
  });
});
