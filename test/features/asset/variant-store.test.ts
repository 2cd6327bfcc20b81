import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, describe, expect, test } from 'vitest';
import { openDiskFileStorage } from '../../../src/adapters/file-storage/disk.ts';
import { openGcsFileStorage } from '../../../src/adapters/file-storage/gcs.ts';
import { type VariantLimits, VariantStore } from '../../../src/features/asset/image/variant-store.ts';
import type { FileStorage } from '../../../src/ports/file-storage.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { GcsDouble } from '../../support/gcs-double.ts';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { use } from '../../support/use.ts';
import { picture } from './sample-files.ts';
import { cdn, upload } from './uploading.ts';

interface Image {
  id: string;
  key: string;
}

const LIMITS: VariantLimits = { perImage: 5, bytesPerImage: 1_000, bytesPerSite: 2_000 };

const service = useOwnService();
const site = useSiteForEach(service);
const double = use(() => GcsDouble.start());
const storages: Record<string, FileStorage> = {};

beforeAll(async () => {
  const dir = join(service.dataDir, 'variant-store');
  storages['disk'] = await openDiskFileStorage({ dir, uploadUrl: 'http://127.0.0.1', secret: 'secret' });
  storages['Cloud Storage'] = await openGcsFileStorage({ bucket: 'bucket', client: double.client() });
});

async function newImage(): Promise<Image> {
  const key = await upload(site, 'a.png', await picture('png'));
  const { data } = await site.graphql<{ asset: { id: string } }>('query ($id: ID!) { asset(id: $id) { id } }', {
    id: key,
  });
  return { id: data?.asset.id ?? '', key };
}

describe.each(['disk', 'Cloud Storage'])('transformed images on %s', (name) => {
  const stores = () => {
    const storage = storages[name] as FileStorage;
    const open = () => new VariantStore(service.app.database, storage, createLogger('fatal'), LIMITS);
    return { storage, open };
  };
  const keep = (store: VariantStore, image: Image, variant: string, bytes: number) =>
    store.keep(image, variant, Buffer.alloc(bytes), 'image/webp');

  test('are bounded in number and in bytes for an image: those used longest ago go', async () => {
    const { storage, open } = stores();
    const image = await newImage();
    const store = open();
    for (let at = 0; at < 7; at++) await keep(store, image, `w${at}.webp`, 100);
    expect(await kept(storage, image)).toEqual(['w2.webp', 'w3.webp', 'w4.webp', 'w5.webp', 'w6.webp']);
    await keep(store, image, 'large.webp', 750);
    expect(await kept(storage, image)).toEqual(['large.webp', 'w5.webp', 'w6.webp']);
    await keep(store, image, 'too-large.webp', 1_001);
    expect(await kept(storage, image)).toEqual(['large.webp', 'w5.webp', 'w6.webp']);
  });

  test('one that was used since stays, also after a restart', async () => {
    const { storage, open } = stores();
    const image = await newImage();
    for (let at = 0; at < 5; at++) await keep(open(), image, `w${at}.webp`, 10);
    const before = await usedAt(image, 'w0.webp');
    expect((await open().find(image, 'w0.webp'))?.size).toBe(10);
    await expect.poll(() => usedAt(image, 'w0.webp')).not.toBe(before);
    await keep(open(), image, 'w5.webp', 10);
    expect(await kept(storage, image)).toEqual(['w0.webp', 'w2.webp', 'w3.webp', 'w4.webp', 'w5.webp']);
  });

  test('are limited in bytes for a site, over all its images', async () => {
    const { storage, open } = stores();
    const images = await Promise.all([newImage(), newImage(), newImage()]);
    const store = open();
    for (const image of images) await keep(store, image, 'w1.webp', 900);
    const left = await Promise.all(images.map((image) => kept(storage, image)));
    expect(left).toEqual([[], ['w1.webp'], ['w1.webp']]);
  });

  test('kept at the same time by several instances, no file is without a row, and the bounds hold', async () => {
    const { storage, open } = stores();
    const images = await Promise.all([newImage(), newImage()]);
    const works = Array.from({ length: 24 }, (_, at) =>
      keep(open(), images[at % 2] as Image, `w${at % 9}.webp`, 100 + at),
    );
    await Promise.all(works);
    for (const image of images) {
      const files = await kept(storage, image);
      expect(files.length).toBeLessThanOrEqual(LIMITS.perImage);
      expect(await rowsOf(image)).toEqual(expect.arrayContaining(files));
    }
  });

  test('of an image that was deleted meanwhile nothing is left', async () => {
    const { storage, open } = stores();
    const image = await newImage();
    await site.graphql('mutation ($id: ID!) { deleteAsset(id: $id) { id } }', { id: image.id });
    await keep(open(), image, 'w1.webp', 10);
    expect(await kept(storage, image)).toEqual([]);
  });

  test('those of earlier releases are deleted by a job', async () => {
    const { storage, open } = stores();
    const image = await newImage();
    await storage.write(`variants/${image.key}/old.webp`, Readable.from(['x']), { contentType: 'image/webp' });
    const job = { kind: 'clear-variants', key: image.id, siteId: site.id, payload: { key: image.key } } as const;
    await open().run({ ...job, id: image.id, attempts: 1, waitedSeconds: 0, lease: image.id });
    expect(await kept(storage, image)).toEqual([]);
  });

  async function kept(storage: FileStorage, { key }: Image): Promise<string[]> {
    if (name === 'disk')
      return readdir(join(service.dataDir, 'variant-store', 'variants', key)).then(
        (all) => all.toSorted(),
        () => [],
      );
    expect(storage.redeemer).toBeNull();
    const prefix = `variants/${key}/`;
    return [...double.objects.keys()]
      .filter((one) => one.startsWith(prefix))
      .map((one) => one.slice(prefix.length))
      .toSorted();
  }
});

test('hundreds of different requests leave a bounded number of files', async () => {
  const image = await newImage();
  const queries = Array.from({ length: 300 }, (_, at) => `w=${(at % 80) + 1}&h=${(at % 7) + 30}&fit=cover&f=webp`);
  for (const query of queries) {
    const response = await cdn(site, `${image.key}?${query}`);
    await response.arrayBuffer();
    expect([200, 429]).toContain(response.status);
  }
  const files = await readdir(join(service.dataDir, 'files', 'variants', image.key));
  expect(files.length).toBeLessThanOrEqual(64);
  expect((await rowsOf(image)).length).toBe(files.length);
});

async function rowsOf({ id }: Image): Promise<string[]> {
  const rows = await service.app.database.system.rows<{ name: string }>(
    'select name from image_variant where asset_id = $1 order by name',
    [id],
  );
  return rows.map(({ name }) => name);
}

async function usedAt({ id }: Image, name: string): Promise<string | undefined> {
  const [row] = await service.app.database.system.rows<{ at: string }>(
    'select used_at::text as at from image_variant where asset_id = $1 and name = $2',
    [id, name],
  );
  return row?.at;
}
