import { randomBytes } from 'node:crypto';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, test } from 'vitest';
import { picture } from '../../features/asset/sample-files.ts';
import { upload } from '../../features/asset/uploading.ts';
import { useService, useSite } from '../../support/use-service.ts';
import {
  type OpenOptions,
  type OpenPage,
  VIEWS,
  axeViolations,
  shoot,
  shootViews,
  useDashboard,
} from './support/use-dashboard.ts';

const service = useService();
const site = useSite(service);
const dashboard = useDashboard();

beforeAll(async () => {
  await upload(site, 'wheel.png', Buffer.from(await picture('png')));
  const key = await upload(site, 'used.png', Buffer.from(await picture('png')));
  const body = `![wheel](https://example.org/cdn/${key})`;
  await site.create('/content', { externalId: 'wheels', type: 'article', title: 'About wheels', content: body });
});

/** The service names its files by its configuration, which in tests knows no port. */
async function open(options: OpenOptions = {}): Promise<Page> {
  return (await openBoth(options)).page;
}

async function openBoth(options: OpenOptions): Promise<OpenPage> {
  const { page, complaints } = await dashboard.open(site, '', options);
  await page.route('**/cdn/**', async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await fetch(`${service.url}${pathname}${search}`);
    const headers = { 'content-type': response.headers.get('content-type') ?? '' };
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  await page.goto(`${service.url}/admin/${site.id}/media`);
  await page.getByRole('heading', { name: options.language === 'de' ? 'Medien' : 'Media', level: 1 }).waitFor();
  return { page, complaints };
}

describe('the media page', () => {
  test.each(VIEWS)('in %s at %i px has no violations, nor has an open file', async (scheme, width) => {
    const page = await open({ scheme, width });
    await page.getByRole('button', { name: /^wheel\.png/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `media-${scheme}-${width}`);
    await page.getByRole('button', { name: /^wheel\.png/ }).click();
    await page.getByRole('button', { name: /^Focal point/ }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await shoot(page, `media-file-${scheme}-${width}`);
  });

  test('filters, lists, and saves texts and a focal point that the arrow keys move', async () => {
    const page = await open();
    await page.getByRole('searchbox', { name: 'Search by name' }).fill('whe');
    await page.getByRole('button', { name: /^used\.png/ }).waitFor({ state: 'detached' });
    await page.getByText('List', { exact: true }).click();
    await page.getByRole('button', { name: 'wheel.png' }).click();
    await page.getByRole('textbox', { name: 'Alternative text' }).fill('A wheel');
    const point = page.getByRole('button', { name: 'Focal point: 50 % from the left, 50 % from the top' });
    await point.press('Shift+ArrowLeft');
    await page.getByRole('button', { name: 'Focal point: 40 % from the left, 50 % from the top' }).press('ArrowDown');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The file is saved.').waitFor();
    const { data } = await site.graphql<{ assets: { items: object[] } }>(
      '{ assets(filter: { name: "wheel" }) { items { alt focalPoint { x y } } } }',
    );
    expect(data?.assets.items).toEqual([{ alt: 'A wheel', focalPoint: { x: 0.4, y: 0.51 } }]);
  });

  test('shows where a file is used before it is deleted', async () => {
    const page = await open();
    await page.getByRole('button', { name: /^used\.png/ }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialogue = page.getByRole('dialog', { name: 'Delete this file?' });
    await dialogue.getByRole('button', { name: 'Delete' }).click();
    await dialogue.getByRole('link', { name: 'About wheels' }).waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialogue.getByRole('button', { name: 'Delete anyway' }).click();
    await page.getByRole('button', { name: /^used\.png/ }).waitFor({ state: 'detached' });
  });

  test('an upload continues after a broken connection, and makes a folder first', async () => {
    const { page, complaints } = await openBoth({ language: 'de' });
    await page.getByRole('button', { name: 'Neuer Ordner' }).click();
    await page.getByRole('textbox', { name: 'Name des Ordners' }).fill('Räder 2026');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('button', { name: 'Räder 2026' }).click();
    let broken = 0;
    await page.route('**/uploads/resumable/**', async (route) => {
      const request = route.request();
      // The second request is broken off before it arrives.
      if (request.method() === 'PATCH' && (broken += 1) === 2) return route.abort('connectionreset');
      return route.continue();
    });
    const film = Buffer.concat([
      Buffer.from('000000186674797069736f6d0000020069736f6d69736f32', 'hex'),
      randomBytes(20 * 1024 * 1024),
    ]);
    const input = page.locator('input[type=file]');
    await input.setInputFiles({ name: 'film.mp4', mimeType: 'video/mp4', buffer: film });
    await page.getByText('Hochgeladen').waitFor({ timeout: 30_000 });
    await page.getByRole('button', { name: /film\.mp4/ }).waitFor();
    expect(broken).toBeGreaterThanOrEqual(3);
    expect(complaints.splice(0)).toEqual(['console: Failed to load resource: net::ERR_CONNECTION_RESET']);
    const { data } = await site.graphql<{ assets: { items: object[] } }>(
      '{ assets(filter: { folder: "raeder-2026" }) { items { fileName size } } }',
    );
    expect(data?.assets.items).toEqual([{ fileName: 'film.mp4', size: film.length }]);
    await page.getByRole('button', { name: 'Umbenennen' }).click();
    await page.getByRole('textbox', { name: 'Name des Ordners' }).fill('Laufräder');
    await page.getByRole('button', { name: 'Speichern' }).click();
    await page.getByRole('button', { name: 'Laufräder' }).waitFor();
    await page.getByRole('button', { name: 'Neuer Ordner' }).click();
    await page.getByRole('textbox', { name: 'Name des Ordners' }).fill('Darin');
    await page.getByRole('button', { name: 'Anlegen' }).click();
    await page.getByRole('button', { name: 'Darin' }).waitFor();
    await shootViews(page, 'media-folder');
    await page.getByRole('button', { name: 'Ordner löschen' }).click();
    const dialogue = page.getByRole('dialog', { name: 'Den Ordner Laufräder löschen?' });
    await dialogue.getByText('Der Ordner darin wird auch gelöscht. Keine Datei wird gelöscht').waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialogue.getByRole('button', { name: 'Ordner löschen' }).click();
    await page.getByText('Der Ordner ist gelöscht.').waitFor();
    await page.getByRole('button', { name: /film\.mp4/ }).waitFor();
    const after = await site.graphql<{ assetFolders: object[]; assets: { items: object[] } }>(
      '{ assetFolders { name } assets(filter: { name: "film" }) { items { folderId } } }',
    );
    expect(after.data).toEqual({ assetFolders: [], assets: { items: [{ folderId: null }] } });
  });

  test('has few folders in the page, however many there are, and reaches the last one', async () => {
    const { database } = service.app;
    await database.system.rows(
      `insert into asset_folder (id, site_id, name, slug, sort_order, access_level, metadata, path, depth, status, created_at,
         updated_at)
       select gen_random_uuid(), $1, 'Folder ' || n, 'folder-' || n, 0, 'public', '{}', '/folder-' || n, 0, 'active', now(), now()
       from generate_series(10001, 15000) n`,
      [site.id],
    );
    const page = await open();
    const list = page.getByRole('navigation', { name: 'Folders' }).getByRole('list');
    const rows = list.getByRole('listitem');
    await list.getByRole('button', { name: 'Folder 10001' }).waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(await rows.first().getAttribute('aria-setsize')).toBe('5002');
    await list.getByRole('button', { name: 'All files' }).focus();
    await page.keyboard.press('End');
    await list.getByRole('button', { name: 'Folder 15000' }).click();
    await page.getByText('No files here.').waitFor();
    expect(await rows.count()).toBeLessThan(60);
    expect(await axeViolations(page)).toEqual([]);
    await shootViews(page, 'media-folders');
    await database.system.rows('delete from asset_folder where site_id = $1', [site.id]);
  });
});
