import { expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { picture } from './sample-files.ts';
import { fieldOf, upload } from './uploading.ts';

const service = useService();
const site = useSite(service);

/** More than a batch, newer than any upload of the test, whose files are missing. */
const MISSING = `insert into asset (id, site_id, key, file_name, content_type, kind, status, size, width, height, expires_at,
    created_at, updated_at)
  select gen_random_uuid(), $1::uuid, $1 || '/missing-' || n || '.png', n || '.png', 'image/png', 'image', 'live', 1, 1, 1,
    now(), now() + interval '1 hour', now()
  from generate_series(1, 12) n`;

const QUEUE = `insert into job (id, site_id, lane, kind, key, payload, status, attempts, run_at, created_at)
  values (gen_random_uuid(), $1::uuid, $1::uuid, 'compute-blurhashes', $1, '{}', 'queued', 0, now(), now())`;

test('the job computes missing blurhashes, and skips what cannot be read', async () => {
  const key = await upload(site, 'a.png', await picture('png'));
  const other = await upload(site, 'b.jpg', await picture('jpeg'));
  const damaged = await upload(site, 'damaged.txt', 'No image');
  const [hash, otherHash] = [await fieldOf(site, key, 'blurhash'), await fieldOf(site, other, 'blurhash')];
  const { system } = service.app.database;
  await system.rows(MISSING, [site.id]);
  await system.rows(`update asset set kind = 'image', width = 1 where key = $1`, [damaged]);
  await system.rows(`update asset set blurhash = null where key = $1`, [key]);
  await system.rows(`update asset set blurhash = 'kept' where key = $1`, [other]);
  await system.rows(QUEUE, [site.id]);
  await expect.poll(() => fieldOf(site, key, 'blurhash'), { timeout: 30_000 }).toBe(hash);
  expect([hash, otherHash]).toEqual([expect.any(String), expect.any(String)]);
  expect(await fieldOf(site, other, 'blurhash')).toBe('kept');
  expect(await fieldOf(site, damaged, 'blurhash')).toBeNull();
  const jobs = `select distinct status from job where kind = 'compute-blurhashes' and site_id = $1`;
  await expect.poll(() => system.rows(jobs, [site.id]), { timeout: 30_000 }).toEqual([{ status: 'completed' }]);
}, 70_000);
