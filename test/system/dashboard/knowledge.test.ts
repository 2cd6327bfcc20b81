import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { VIEWS, axeViolations, isFocused, shoot, useDashboard } from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  const punctures = {
    title: 'Punctures',
    content: 'A puncture is mended with a patch. Dry the tube and glue the patch.',
  };
  await site.create('/knowledge/documents', punctures);
  const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'Brakes', content: 'Pads wear.' });
  await site.indexed();
  await service.app.database.system.rows(
    `update knowledge_source set status = 'failed', error = '{"code": "INTERNAL", "message": "The disk was full"}' where id = $1`,
    [id],
  );
});

describe('the knowledge page', () => {
  test.each(VIEWS)('in %s at %i px has no violations: sources, passages and a search', async (scheme, width) => {
    const { page } = await dashboard.open(site, '/knowledge', { scheme, width });
    await page.getByText('The disk was full').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `knowledge-${scheme}-${width}`);
    await page.getByRole('button', { name: 'Passages of Punctures' }).click();
    await page.getByRole('dialog').getByText('A puncture is mended').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('tab', { name: 'Try a search' }).click();
    await page.getByRole('textbox', { name: 'Search text' }).fill('mend a puncture');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    await page.getByRole('heading', { name: '1. Punctures' }).waitFor();
    await page
      .getByRole('row', { name: /Words rank 1, score/ })
      .first()
      .waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `knowledge-search-${scheme}-${width}`);
  });

  test('adds a document and a video, and says why one is rejected', async () => {
    const { page } = await dashboard.open(site, '/knowledge', { as: 'editor' });
    await page.getByRole('button', { name: 'Add a video' }).click();
    await page.getByText('No model is configured that takes pictures').waitFor();
    const url = page.getByRole('textbox', { name: 'Address of the video file' });
    await url.fill('ftp://example.org/film.mp4');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('must be a URL that starts with http:// or https://', { exact: true }).waitFor();
    expect(await isFocused(url)).toBe(true);
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'knowledge-add-video');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Add a document' }).click();
    await page.getByRole('textbox', { name: 'Title' }).fill('Chains');
    await page.getByRole('textbox', { name: 'Text' }).fill('# Care\n\nOil the chain after rain.');
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, 'knowledge-add-document');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row', { name: /Chains Document Indexed/ }).waitFor();
  });

  test('indexes a failed source again', async () => {
    const { page } = await dashboard.open(site, '/knowledge', { language: 'de' });
    await page.getByRole('button', { name: 'Erneut versuchen: Brakes' }).click();
    await page.getByText('Die Quelle wird erneut indexiert.').waitFor();
    await page.getByRole('row', { name: /Brakes Dokument Indexiert/ }).waitFor();
  });
});
