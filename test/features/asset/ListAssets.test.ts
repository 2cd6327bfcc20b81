import { beforeAll, describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { pdf, picture } from './sample-files.ts';
import { upload } from './uploading.ts';

const service = useService();
const site = useSite(service);
let photos: string;

interface Listed {
  _id: string;
  fileName: string;
  mimeType: string;
}

beforeAll(async () => {
  const folder = await site.create('/assets/folders', { name: 'Photos', slug: 'photos' });
  photos = folder._id;
  await site.create('/assets/folders', { name: '2026', slug: '2026', parentId: photos });
  const members = await site.create('/assets/folders', { name: 'Members', slug: 'members', accessLevel: 'premium' });
  await upload(site, 'Wheel_100%.png', await picture('png'), { folderId: photos });
  await upload(site, 'wheel.jpg', await picture('jpeg'), { folder: 'photos/2026' });
  await upload(site, 'manual.pdf', pdf);
  await upload(site, 'secret-wheel.png', await picture('png'), { folderId: members._id });
});

async function names(query: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { status, body } = await site.get<Listed[]>(`/assets${query}`, headers);
  expect(status).toBe(200);
  return body.data.map(({ fileName }) => fileName);
}

describe('GET /assets', () => {
  test('lists the files that the caller can read, newest first, with their total', async () => {
    expect(await names('')).toEqual(['manual.pdf', 'wheel.jpg', 'Wheel_100%.png']);
    const { body } = await site.get<Listed[]>('/assets?limit=2&offset=1');
    expect(body['pagination']).toEqual({ total: 3, limit: 2, offset: 1, hasMore: false });
    const premium = await headersOf(site, { tier: 'premium' });
    expect(await names('', premium)).toHaveLength(4);
  });

  test.each([
    ['folder=photos', ['Wheel_100%.png']],
    ['folder=/Photos/', ['Wheel_100%.png']],
    ['folder=photos/2026', ['wheel.jpg']],
    ['folder=/', ['manual.pdf']],
    ['folderId=null', ['manual.pdf']],
    ['folder=members', []],
    ['folder=nowhere', []],
    ['mimeType=image/png', ['Wheel_100%.png']],
    ['mimeType=image/*', ['wheel.jpg', 'Wheel_100%.png']],
    ['mimeType=IMAGE/JPEG', ['wheel.jpg']],
    ['mimeType=text/nothing', []],
    ['mimeType=*', []],
    ['name=WHEEL', ['wheel.jpg', 'Wheel_100%.png']],
    ['name=100%25', ['Wheel_100%.png']],
    ['name=_', ['Wheel_100%.png']],
    ['name=secret', []],
    ['kind=document', ['manual.pdf']],
    ['status=pending', []],
    ['name=wheel&mimeType=image/jpeg&folder=photos/2026', ['wheel.jpg']],
  ])('%s', async (query, expected) => {
    expect(await names(`?${query}`)).toEqual(expected);
  });

  test('continues behind a cursor', async () => {
    const { body } = await site.get<Listed[]>('/assets?limit=2');
    expect(await names(`?limit=2&after=${String(body['endCursor'])}`)).toEqual(['Wheel_100%.png']);
  });

  test.each([`name=${'x'.repeat(301)}`, `folder=${'x'.repeat(1_001)}`, 'limit=0', 'after=x', 'kind=x', 'name=%00'])(
    '%s is 400',
    async (query) => {
      expect((await site.get(`/assets?${query}`)).status).toBe(400);
    },
  );

  test('shows nothing of another site', async () => {
    const other = await service.site('Other');
    const { body } = await other.get<Listed[]>(`/assets?folderId=${photos}`);
    expect(body.data).toEqual([]);
    expect((await other.get<Listed[]>('/assets')).body.data).toEqual([]);
  });
});
