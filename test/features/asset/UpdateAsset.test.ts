import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { picture } from './sample-files.ts';
import { cdn, fieldOf, upload } from './uploading.ts';

const service = useService();
const site = useSite(service);

interface Answered {
  _id: string;
  revision: number;
  alt: string | null;
  caption: string | null;
  focalPoint: { x: number; y: number } | null;
  folderId: string | null;
  accessLevel: string;
}

async function uploaded(name = 'a.png', content?: Buffer): Promise<{ id: string; key: string }> {
  const key = await upload(site, name, content ?? (await picture('png')));
  return { id: String(await fieldOf(site, key, 'id')), key };
}

const change = (id: string, body: unknown) => site.put<Answered>(`/assets/${id}`, body);

describe('PUT and PATCH /assets/:id', () => {
  test('change what is given, keep what is omitted, and clear what is null', async () => {
    const { id } = await uploaded();
    const texts = { alt: 'A red wheel', caption: 'After the ride' };
    const all = { ...texts, focalPoint: { x: 0.25, y: 1 } };
    expect((await change(id, all)).body.data).toMatchObject({ _id: id, ...all, mimeType: 'image/png', width: 80 });
    const patched = await site.call<Answered>('PATCH', `/assets/${id}`, { alt: null });
    expect(patched.body.data).toMatchObject({ alt: null, caption: 'After the ride', focalPoint: { x: 0.25, y: 1 } });
    expect((await change(id, { focalPoint: null })).body.data).toMatchObject({
      focalPoint: null,
      caption: texts.caption,
    });
    expect((await site.get<Answered>(`/assets/${id}`)).body.data).toMatchObject({ alt: null, caption: texts.caption });
  });

  test('move it into a folder, with its access level, and out of it', async () => {
    const { id, key } = await uploaded();
    const folder = await site.create('/assets/folders', { name: 'P', slug: 'p', accessLevel: 'premium' });
    const moved = await change(id, { folderId: folder._id, alt: 'x' });
    expect(moved.body.data).toMatchObject({ folderId: folder._id, accessLevel: 'premium', alt: 'x' });
    expect((await cdn(site, key)).status).toBe(404);
    expect((await change(id, { folderId: null })).body.data).toMatchObject({ folderId: null, accessLevel: 'premium' });
  });

  test.each([
    [{ focalPoint: { x: 1.01, y: 0 } }, 'focalPoint.x'],
    [{ focalPoint: { x: 0, y: -0.01 } }, 'focalPoint.y'],
    [{ alt: 'x'.repeat(5_001) }, 'alt'],
    [{ caption: 'x'.repeat(5_001) }, 'caption'],
    [{ alt: 'a\u0000' }, 'alt'],
  ])('reject %j', async (body, field) => {
    const { id } = await uploaded();
    const { status, body: answer } = await change(id, body);
    expect([status, answer.details?.[0]?.field]).toEqual([400, field]);
  });

  test('reject a focal point of a text, an unknown file, and an unknown folder', async () => {
    const { id } = await uploaded('a.txt', Buffer.from('Text'));
    expect((await change(id, { focalPoint: { x: 0, y: 0 } })).body).toMatchObject({
      error: 'focalPoint is only for images',
    });
    expect((await change('00000000-0000-4000-8000-000000000000', {})).status).toBe(404);
    expect((await change('nonsense', {})).status).toBe(404);
    expect((await change(id, { folderId: 'nonsense', alt: 'x' })).status).toBe(404);
    expect((await site.get<Answered>(`/assets/${id}`)).body.data.alt).toBeNull();
  });

  test('of another site change nothing', async () => {
    const { id } = await uploaded();
    const other = await service.site('Other');
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { alt: 'theirs' }],
      ['PATCH', { alt: 'theirs' }],
      ['DELETE', undefined],
    ] as const) {
      expect((await other.call(method, `/assets/${id}`, body)).status).toBe(404);
    }
    const folder = await other.create('/assets/folders', { name: 'F', slug: 'f' });
    expect((await change(id, { folderId: folder._id })).status).toBe(404);
    expect((await site.get<Answered>(`/assets/${id}`)).body.data).toMatchObject({
      alt: null,
      revision: expect.any(Number),
    });
  });

  test('with an outdated If-Match are 412 with the current revision, and change nothing', async () => {
    const { id } = await uploaded();
    const { headers, body } = await site.get<Answered>(`/assets/${id}`);
    const ifMatch = { 'if-match': headers.get('etag') ?? '' };
    const first = await site.call<Answered>('PATCH', `/assets/${id}`, { alt: 'first' }, ifMatch);
    expect([first.status, first.body.data.revision]).toEqual([200, body.data.revision + 1]);
    const second = await site.call('PUT', `/assets/${id}`, { alt: 'second' }, ifMatch);
    expect([second.status, second.body['revision']]).toEqual([412, body.data.revision + 1]);
    expect((await site.call('DELETE', `/assets/${id}`, undefined, ifMatch)).status).toBe(412);
    expect((await site.get<Answered>(`/assets/${id}`)).body.data.alt).toBe('first');
  });

  test('updateAsset takes an object key and an expected revision', async () => {
    const { id, key } = await uploaded();
    const update = (revision: number | null) =>
      site.graphql<{ updateAsset: { id: string; alt: string; focalPoint: object; blurhash: string } }>(
        `mutation ($id: ID!, $revision: Int) {
          updateAsset(id: $id, input: { alt: "x", focalPoint: { x: 0.1, y: 0.2 } }, expectedRevision: $revision) {
            id alt focalPoint { x y } blurhash
          }
        }`,
        { id: key, revision },
      );
    const { data } = await update(null);
    expect(data?.updateAsset).toEqual({ id, alt: 'x', focalPoint: { x: 0.1, y: 0.2 }, blurhash: expect.any(String) });
    expect((await update(1)).errors?.[0]?.extensions['code']).toBe('PRECONDITION_FAILED');
  });

  test('a read-only key changes nothing', async () => {
    const { id } = await uploaded();
    const { secret: key } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const headers = { 'x-svc-api-key': key };
    expect((await site.call('PATCH', `/assets/${id}`, { alt: 'x' }, headers)).status).toBe(403);
    expect((await site.call('GET', `/assets/${id}`, undefined, headers)).status).toBe(200);
  });
});

describe('GET /assets/:id', () => {
  test('of a restricted folder is for who may see it, with a signed URL', async () => {
    const { id } = await uploaded();
    const folder = await site.create('/assets/folders', { name: 'M', slug: 'm', accessLevel: 'premium' });
    await change(id, { folderId: folder._id });
    expect((await site.get(`/assets/${id}`)).status).toBe(403);
    const { body } = await site.get<{ url: string }>(`/assets/${id}`, await headersOf(site, { tier: 'premium' }));
    expect(body.data.url).toMatch(/\?expires=\d+&signature=/);
  });
});

describe('fit=cover', () => {
  test('honours the focal point, and a changed one at once', async () => {
    const { id, key } = await uploaded();
    const shown = async () => {
      const response = await cdn(site, `${key}?w=10&h=40&fit=cover`);
      const pixels = await sharp(Buffer.from(await response.arrayBuffer()))
        .removeAlpha()
        .raw()
        .toBuffer();
      return { colour: pixels[0]! > pixels[2]! ? 'red' : 'blue', tag: response.headers.get('etag') };
    };
    await change(id, { focalPoint: { x: 0, y: 0.5 } });
    const left = await shown();
    await change(id, { focalPoint: { x: 1, y: 0.5 } });
    const right = await shown();
    expect([left.colour, right.colour]).toEqual(['red', 'blue']);
    expect(left.tag).not.toBe(right.tag);
    expect(await shown()).toEqual(right);
  });

  test('without a focal point, and with fit=contain, nothing is different', async () => {
    const { id, key } = await uploaded();
    const tag = async (query: string) => (await cdn(site, `${key}?${query}`)).headers.get('etag');
    const before = [await tag('w=10&h=40'), await tag('w=10&h=40&fit=contain'), await tag('w=10')];
    await change(id, { focalPoint: { x: 1, y: 0 } });
    const after = [await tag('w=10&h=40'), await tag('w=10&h=40&fit=contain'), await tag('w=10')];
    expect(after.slice(1)).toEqual(before.slice(1));
    expect(after[0]).not.toBe(before[0]);
  });
});
