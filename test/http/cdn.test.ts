import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { docx, mp4, noise, pdf, picture, scriptSvg } from '../features/asset/sample-files.ts';
import { cdn, upload } from '../features/asset/uploading.ts';
import { ofOneInstance } from '../support/instances.ts';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service);
let text: string;
const CONTENT = '0123456789';

beforeAll(async () => {
  text = await upload(site, 'digits.txt', CONTENT);
});

const ranged = (range: string, headers: Record<string, string> = {}) =>
  cdn(site, text, { headers: { range, ...headers } });

describe('GET /cdn/<key>', () => {
  test('serves the file to every caller, to be kept for an hour', async () => {
    const response = await cdn(site, text);
    expect(await response.text()).toBe(CONTENT);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'cache-control': 'public, max-age=3600',
      'accept-ranges': 'bytes',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    });
  });

  test('HEAD answers the same headers and no content', async () => {
    const response = await cdn(site, text, { method: 'HEAD' });
    expect([response.status, response.headers.get('content-length'), await response.text()]).toEqual([200, '10', '']);
  });

  test('answers 304 to its own ETag', async () => {
    const etag = (await cdn(site, text)).headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[^"]+"$/);
    expect((await cdn(site, text, { headers: { 'if-none-match': `"other", W/${etag}` } })).status).toBe(304);
    expect((await cdn(site, text, { headers: { 'if-none-match': '"other"' } })).status).toBe(200);
  });

  test.each([
    ['bytes=0-0', 'bytes 0-0/10', '0'],
    ['bytes=2-5', 'bytes 2-5/10', '2345'],
    ['bytes=7-', 'bytes 7-9/10', '789'],
    ['bytes=-3', 'bytes 7-9/10', '789'],
    ['bytes=5-999', 'bytes 5-9/10', '56789'],
    ['bytes=-999', 'bytes 0-9/10', CONTENT],
  ])('%s is 206 %s', async (range, contentRange, content) => {
    const response = await ranged(range);
    expect([response.status, response.headers.get('content-range')]).toEqual([206, contentRange]);
    expect(response.headers.get('content-length')).toBe(String(content.length));
    expect(await response.text()).toBe(content);
  });

  test.each(['bytes=10-', 'bytes=99-100', 'bytes=-0'])('%s is 416 with the size', async (range) => {
    const response = await ranged(range);
    expect([response.status, response.headers.get('content-range')]).toEqual([416, 'bytes */10']);
  });

  test.each(['bytes=0-1,4-5', 'lines=1-2', 'bytes=5-2', 'bytes=-', 'bytes=a-b'])('%s is passed over', async (range) => {
    expect((await ranged(range)).status).toBe(200);
  });

  test('If-Range with another ETag answers everything, with its own the part', async () => {
    const etag = (await cdn(site, text)).headers.get('etag') ?? '';
    expect((await ranged('bytes=0-1', { 'if-range': '"other"' })).status).toBe(200);
    expect((await ranged('bytes=0-1', { 'if-range': etag })).status).toBe(206);
  });

  test('a file that became shorter closes the connection instead of waiting for the rest', ofOneInstance, async () => {
    const key = await upload(site, 'cut.txt', CONTENT);
    await truncate(join(service.dataDir, 'files', key), 4);
    await expect(cdn(site, key).then((response) => response.text())).rejects.toThrow('terminated');
  });

  test('another method is 405', async () => {
    const response = await cdn(site, text, { method: 'DELETE' });
    expect([response.status, response.headers.get('allow')]).toEqual([405, expect.stringContaining('GET')]);
  });
});

describe('no script runs', () => {
  test.each([
    ['a.svg', scriptSvg, 'image/svg+xml', 'inline', true],
    ['a.html', '<script>alert(1)</script>', 'text/html', 'attachment', true],
    ['a.docx', docx, undefined, 'attachment', false],
    ['a.pdf', pdf, 'application/pdf', 'inline', false],
    ['a.mp4', mp4(), 'video/mp4', 'inline', false],
  ])('of %s', async (name, content, type, disposition, sandboxed) => {
    const { headers } = await cdn(site, await upload(site, name, Buffer.from(content as string)));
    if (type) expect(headers.get('content-type')).toBe(type);
    expect(headers.get('content-disposition')).toMatch(new RegExp(`^${disposition}; filename\\*=UTF-8''`));
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    if (sandboxed) expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox$/);
  });

  test('and a name cannot break out of its header', async () => {
    const key = await upload(site, 'a";\u2028 (b)’.txt', 'x');
    const disposition = (await cdn(site, key)).headers.get('content-disposition');
    expect(disposition).toMatch(/^inline; filename\*=UTF-8''[A-Za-z0-9%._-]+$/);
  });
});

describe('only what a site has made live is reached', () => {
  test('a file is not there under the key of another site', async () => {
    const other = await service.site('Other');
    expect((await cdn(other, text.replace(site.id, other.id))).status).toBe(404);
  });

  test.each([
    ['an unknown key', (key: string) => `${key}x`],
    ['the place of unchecked files', (key: string) => `staged/${key}`],
    ['the place of transformed images', (key: string) => `variants/${key}/w1.png`],
    ['the way up', (key: string) => `${key}/../../../../postgres/PG_VERSION`],
    ['the way up, encoded', (key: string) => `${key.split('/')[0]}/%2e%2e%2f%2e%2e%2fsecrets%2fadmin-key`],
    ['the way up, encoded twice', (key: string) => `${key.split('/')[0]}/%252e%252e%252fsecrets`],
    ['a backslash', (key: string) => key.replaceAll('/', '%5c')],
    ['a null byte', (key: string) => `${key}%00.png`],
    ['capitals', (key: string) => key.toUpperCase()],
    ['nothing', () => ''],
  ])('%s is 404', async (_what, path) => {
    const response = await fetch(`${service.url}/cdn/${path(text)}`);
    expect([response.status, await response.json()]).toEqual([404, expect.objectContaining({ success: false })]);
  });
});

describe('transforms', () => {
  let key: string;
  beforeAll(async () => {
    key = await upload(site, 'wide.png', await picture('png', { width: 400, height: 200 }));
  });

  const shape = async (query: string, of = key) => {
    const response = await cdn(site, `${of}?${query}`);
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    const content = Buffer.from(await response.arrayBuffer());
    const { format, width, height } = await sharp(content).metadata();
    expect(Number(response.headers.get('content-length'))).toBe(content.length);
    return { type: response.headers.get('content-type'), format, width, height };
  };

  test.each([
    ['w=100', 100, 50],
    ['h=100', 200, 100],
    ['w=100&h=100', 100, 100],
    ['w=100&h=100&fit=cover', 100, 100],
    ['w=100&h=100&fit=contain', 100, 50],
    ['w=4096', 400, 200],
    ['w=800&h=800&fit=contain', 400, 200],
    ['w=300&h=4000', 300, 200],
    ['q=50', 400, 200],
  ])('?%s is %d × %d, in the format it had', async (query, width, height) => {
    expect(await shape(query)).toEqual({ type: 'image/png', format: 'png', width, height });
  });

  test.each([
    ['f=webp', 'image/webp', 'webp'],
    ['f=avif&w=100', 'image/avif', 'heif'],
  ])('?%s changes the format', async (query, type, format) => {
    expect(await shape(query)).toMatchObject({ type, format });
  });

  test.each([
    ['w=33', 40, 20],
    ['w=133', 150, 75],
    ['h=51', 112, 56],
    ['w=33&h=99', 33, 100],
    ['w=110&h=90&fit=contain', 120, 60],
    ['w=399', 400, 200],
  ])('?%s is rounded up to a common size: %d × %d', async (query, width, height) => {
    expect(await shape(query)).toMatchObject({ width, height });
  });

  test('q is rounded up to a multiple of 5', async () => {
    const tags = await Promise.all(
      [76, 78, 80, 81].map(async (q) => (await cdn(site, `${key}?w=50&f=webp&q=${q}`)).headers.get('etag')),
    );
    expect(new Set(tags.slice(0, 3)).size).toBe(1);
    expect(tags[3]).not.toBe(tags[2]);
  });

  test('a lower q makes a smaller file', async () => {
    const photo = await upload(site, 'photo.jpg', await noise(300, 300));
    const sizes = await Promise.all(
      [10, 90].map(async (q) => Number((await cdn(site, `${photo}?q=${q}`)).headers.get('content-length'))),
    );
    expect(sizes[0]).toBeLessThan((sizes[1] ?? 0) / 2);
  });

  test.each([
    ['w=0', 'w must be a whole number from 1 to 4096'],
    ['w=4097', 'w must be a whole number from 1 to 4096'],
    ['h=-5', 'h must be a whole number from 1 to 4096'],
    ['w=1.5', 'w must be a whole number from 1 to 4096'],
    ['w=100&w=200', 'w must be a whole number from 1 to 4096'],
    ['w=', 'w must be a whole number from 1 to 4096'],
    ['q=0', 'q must be a whole number from 1 to 100'],
    ['q=101', 'q must be a whole number from 1 to 100'],
    ['fit=fill', 'fit must be "cover" or "contain"'],
    ['f=svg', 'f must be "webp" or "avif"'],
    ['f=WEBP', 'f must be "webp" or "avif"'],
  ])('?%s is 400', async (query, error) => {
    const response = await cdn(site, `${key}?${query}`);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([400, error]);
  });

  test('other parameters are passed over', async () => {
    const response = await cdn(site, `${key}?v=2&blur=9999`);
    expect(response.headers.get('content-type')).toBe('image/png');
  });

  test('an image that its EXIF turns is turned, and loses EXIF with it', async () => {
    const lying = await sharp(await picture('jpeg', { width: 200, height: 100 }))
      .withExif({ IFD0: { Copyright: 'secret' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '52/1 30/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const turned = await upload(site, 'turned.jpg', Buffer.from(lying));
    expect(await shape('w=50', turned)).toMatchObject({ width: 50, height: 100 });
    const content = Buffer.from(await (await cdn(site, `${turned}?w=50`)).arrayBuffer());
    const { exif, orientation, icc, xmp } = await sharp(content).metadata();
    expect([exif, orientation, icc, xmp]).toEqual([undefined, undefined, undefined, undefined]);
    // The left, red half is on top now.
    const top = await sharp(content).extract({ left: 20, top: 10, width: 1, height: 1 }).raw().toBuffer();
    expect((top[0] ?? 0) > 200 && (top[2] ?? 0) < 60).toBe(true);
  });

  test('an animated GIF stays animated as WebP, and AVIF shows its first frame', async () => {
    const frames = await Promise.all(
      ['#f00', '#0f0', '#00f'].map((background) =>
        sharp({ create: { width: 40, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const gif = await sharp(frames, { join: { animated: true } })
      .gif({ delay: [100, 100, 100] })
      .toBuffer();
    const animated = await upload(site, 'animated.gif', Buffer.from(gif));
    const webp = Buffer.from(await (await cdn(site, `${animated}?f=webp&w=20`)).arrayBuffer());
    expect((await sharp(webp, { animated: true }).metadata()).pages).toBe(3);
    expect(await shape('f=avif', animated)).toMatchObject({ width: 40, height: 20 });
  });

  test('the same image by other words is the same: one entry is kept', ofOneInstance, async () => {
    const fresh = await upload(site, 'fresh.png', await picture('png'));
    const queries = ['w=20', 'w=20&fit=cover', 'fit=contain&w=20', 'w=20&q=30', 'w=0020'];
    const tags = await Promise.all(
      queries.map(async (query) => (await cdn(site, `${fresh}?${query}`)).headers.get('etag')),
    );
    expect(new Set(tags).size).toBe(1);
    expect(await variants(fresh)).toBe(1);
  });

  test(
    'requests at the same time for the same image make it once; later ones find it kept',
    ofOneInstance,
    async () => {
      const fresh = await upload(site, 'busy.png', await picture('png', { width: 1_000, height: 500 }));
      const answers = await Promise.all(Array.from({ length: 12 }, () => cdn(site, `${fresh}?w=300&f=webp`)));
      const contents = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())));
      expect(new Set(contents.map((content) => content.toString('base64'))).size).toBe(1);
      expect(await variants(fresh)).toBe(1);
      const later = await cdn(site, `${fresh}?w=300&f=webp`);
      expect(Buffer.from(await later.arrayBuffer()).equals(contents[0] as Buffer)).toBe(true);
      expect(await variants(fresh)).toBe(1);
    },
  );

  test('a part of a transformed image can be asked for, kept or not', async () => {
    const fresh = await upload(site, 'part.png', await picture('png'));
    for (const _time of [1, 2]) {
      const response = await cdn(site, `${fresh}?w=10`, { headers: { range: 'bytes=0-7' } });
      expect(response.status).toBe(206);
      expect(Buffer.from(await response.arrayBuffer()).toString('hex')).toBe('89504e470d0a1a0a');
    }
  });

  test('an SVG already has every size: it is answered as it is', async () => {
    const drawing = await upload(site, 'a.svg', scriptSvg);
    const response = await cdn(site, `${drawing}?w=100&f=webp`);
    expect([response.headers.get('content-type'), await response.text()]).toEqual(['image/svg+xml', scriptSvg]);
  });

  test('what is no image cannot be transformed: 400', async () => {
    expect((await cdn(site, `${text}?w=100`)).status).toBe(400);
  });

  async function variants(of: string): Promise<number | undefined> {
    const rows = await service.app.database.system.rows<{ count: number }>(
      'select count(*)::int as count from image_variant v join asset a on a.id = v.asset_id where a.key = $1',
      [of],
    );
    return rows[0]?.count;
  }
});
