import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../support/use-service.ts';
import { VIEWS, axeViolations, shoot, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  await service.app.database.system.rows(
    `insert into form_submission (id, site_id, form_name, field_count, page_url, source, anonymized_fields, created_at)
     select gen_random_uuid(), $1, 'Contact ' || n, 3, 'https://example.org/contact', 'sdk', '{topic,urgent}',
       now() - make_interval(hours => n) from generate_series(1, 250) n`,
    [site.id],
  );
});

describe('the forms page', () => {
  test.each(VIEWS)('in %s at %i px has no violations: submissions, settings and preview', async (scheme, width) => {
    const { page } = await dashboard.open(site, '/forms', { scheme, width });
    await page.getByText('Contact 1', { exact: true }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `forms-${scheme}-${width}`);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('textbox', { name: 'Recipients' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `forms-settings-${scheme}-${width}`);
    await page.getByRole('tab', { name: 'Preview of the email' }).click();
    // The frame runs no script; it is read from outside. The styles of the email apply, although the policy allows none in markup.
    const read = `(() => {
      const inner = document.querySelector('iframe').contentDocument;
      const heading = inner.querySelector('h1');
      return [inner.body.textContent.includes('Ada Lovelace'), heading && getComputedStyle(heading).fontSize, getComputedStyle(inner.body).backgroundColor];
    })()`;
    await expect
      .poll(() => page.evaluate(read))
      .toEqual([true, '20px', scheme === 'dark' ? 'rgb(20, 24, 31)' : 'rgb(255, 255, 255)']);
    await shoot(page, `forms-preview-${scheme}-${width}`);
  });

  test('saves settings, reads on while scrolling, deletes one and downloads all', async () => {
    const { page } = await dashboard.open(site, '/forms', { language: 'de' });
    await page.getByText('250 Einsendungen').waitFor();
    const rows = page.getByRole('group', { name: 'Einsendungen, neueste zuerst' });
    expect(await rows.getByRole('listitem').count()).toBeLessThan(40);
    await rows.focus();
    await expect
      .poll(async () => {
        await page.keyboard.press('End');
        return page.getByText('Contact 250', { exact: true }).isVisible();
      })
      .toBe(true);
    await page.keyboard.press('Home');
    await page.getByRole('button', { name: /^Einsendung von Contact 1,/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('249 Einsendungen').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als CSV herunterladen' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(250);
    await page.getByRole('tab', { name: 'Einstellungen' }).click();
    await page.getByRole('textbox', { name: 'Empfänger' }).fill('a@example.org\nb@example.org');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Einstellungen sind gespeichert.').waitFor();
    const saved = await service.admin('query ($id: ID!) { site(id: $id) { forms { recipients } } }', { id: site.id });
    expect(saved).toMatchObject({ site: { forms: { recipients: ['a@example.org', 'b@example.org'] } } });
  });
});
