import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { VIEWS, axeViolations, isFocused, shoot, shootViews, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  await service.app.database.system.rows(
    `insert into form_submission (id, site_id, form_name, field_count, page_url, source, anonymized_fields, created_at)
     select gen_random_uuid(), $1, 'Contact ' || n, 3, 'https://example.org/contact', 'sdk', '{topic,urgent}',
       now() - make_interval(hours => n) from generate_series(1, 10000) n`,
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

  test('shows the last of 10,000 submissions by keys and by scrolling, with few rows in the page', async () => {
    const { page } = await dashboard.open(site, '/forms');
    await page.getByText('10,000 submissions').waitFor();
    const rows = page.getByRole('list', { name: 'Submissions, newest first' }).getByRole('listitem');
    const button = (number: number) => page.getByRole('button', { name: new RegExp(`of Contact ${number},`) });
    await page.keyboard.press('End');
    await page.getByText('Contact 10000', { exact: true }).waitFor();
    expect(await rows.last().getAttribute('aria-posinset')).toBe('10000');
    expect(await rows.last().getAttribute('aria-setsize')).toBe('10000');
    expect(await rows.count()).toBeLessThan(40);
    await button(10_000).focus();
    await page.keyboard.press('Home');
    await page.getByText('Contact 1', { exact: true }).waitFor();
    expect(await isFocused(button(10_000))).toBe(true);
    expect(await rows.count()).toBeLessThan(40);
    await button(1).focus();
    for (let row = 1; row < 30; row += 1) await page.keyboard.press('Tab');
    expect(await isFocused(button(30))).toBe(true);
    await page.mouse.move(700, 600);
    for (const half of [1, 2]) {
      await page.mouse.wheel(0, 340_000);
      await page
        .getByText(new RegExp(`^Contact ${half === 1 ? '50[0-9]{2}' : '10000'}$`))
        .last()
        .waitFor();
      expect(await rows.count()).toBeLessThan(40);
    }
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'forms-end');
  });

  test('saves settings, deletes one submission and downloads all', async () => {
    const { page } = await dashboard.open(site, '/forms', { language: 'de' });
    await page.getByText('10.000 Einsendungen').waitFor();
    await page.getByRole('button', { name: /^Einsendung von Contact 1,/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('9.999 Einsendungen').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Als CSV herunterladen' }).click(),
    ]);
    const csv = await readFile(await download.path(), 'utf8');
    expect(csv.trim().split('\r\n')).toHaveLength(10_000);
    await page.getByRole('tab', { name: 'Einstellungen' }).click();
    await page.getByRole('textbox', { name: 'Empfänger' }).fill('a@example.org\nb@example.org');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByText('Die Einstellungen sind gespeichert.').waitFor();
    const saved = await service.admin('query ($id: ID!) { site(id: $id) { forms { recipients } } }', { id: site.id });
    expect(saved).toMatchObject({ site: { forms: { recipients: ['a@example.org', 'b@example.org'] } } });
  });
});
