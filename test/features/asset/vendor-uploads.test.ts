import 'reflect-metadata';
import type { FileStorage } from '../../../src/ports/file-storage.ts';
import { createLogger } from '../../../src/shared/log/logger.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedGrants } from '../../../src/adapters/file-storage/signed-grant.ts';
import { openGcsFileStorage } from '../../../src/adapters/file-storage/gcs.ts';
import { createProcessTransformer } from '../../../src/adapters/image-transformer/process-transformer.ts';
import { ANONYMOUS } from '../../../src/access/entitlement.ts';
import { Viewer } from '../../../src/access/viewer.ts';
import { assetFeature } from '../../../src/features/asset/asset.feature.ts';
import type { UploadedFile } from '../../../src/features/asset/upload-indexing.ts';
import { type Job, JobService } from '../../../src/features/job/job.service.ts';
import { newId } from '../../../src/shared/ids.ts';
import { GcsDouble } from '../../support/gcs-double.ts';
import { insertSite } from '../../support/site-row.ts';
import { useDatabase } from '../../support/use-database.ts';
import { use } from '../../support/use.ts';
import { picture } from './sample-files.ts';

// Clients send the bytes to Cloud Storage directly, and the service is not notified of it.

const double = use(() => GcsDouble.start());
const database = useDatabase();
let files: ReturnType<typeof startAssets>;
let jobs: JobService;
let viewer: Viewer;
let live: UploadedFile[];
let failing = false;
const images = use(async () => createProcessTransformer());
const VISITOR = { address: '192.0.2.1', signal: new AbortController().signal };

const resumable = signedGrants('https://service.example/uploads/resumable', 'secret', 'PATCH');

function startAssets(storage: FileStorage) {
  const { services, work } = assetFeature.create({
    log: createLogger('fatal'),
    database,
    jobs,
    fileUrls: { cdnUrl: 'https://cdn.example', grantSeconds: 60, urlSecret: 'secret', urlSeconds: 60 },
    storage,
    resumable,
    images,
    uploadIndexing: [
      {
        onUpload: async (_tx, file) => {
          if (failing) throw new Error('The hook failed');
          live.push(file);
        },
        forget: async () => {},
        follow: async () => {},
      },
    ],
  });
  return { ...services.assets, handlers: work?.main?.handlers ?? {} };
}

beforeAll(async () => {
  jobs = new JobService(database, { dispatch: () => {} });
  files = startAssets(await openGcsFileStorage({ bucket: 'bucket', client: double.client() }));
});
beforeEach(async () => {
  live = [];
  const id = await insertSite(database.system);
  viewer = new Viewer({
    site: {
      id,
      name: 'S',
      plan: 'free',
      trustCallerUser: false,
      subscriptions: [],
      linkHosts: [],
      modelVersion: null,
      rerankerVersion: null,
    },
    scope: database.forSite(id, 'background'),
    key: { id: newId(), scopes: ['read', 'write'] },
    entitlement: ANONYMOUS,
  });
});

async function grantAndPut(content: Buffer | string, filename = 'a.png', contentType = 'image/png'): Promise<string> {
  const { uploadUrl, headers, key } = await files.uploads.grant(viewer, { filename, contentType });
  const response = await fetch(uploadUrl, { method: 'PUT', headers, body: Buffer.from(content as string) });
  expect(response.status).toBe(200);
  return key;
}

/** Runs the job that looks after the upload, as the runner does when it is due. */
async function look(): Promise<void> {
  const waiting = await database.system.rows<Job>(
    `update job set status = 'running', attempts = 1, lease = gen_random_uuid() where kind = 'check-upload' and site_id = $1
     and status = 'queued' returning id, site_id as "siteId", kind, key, payload, attempts, lease`,
    [viewer.site.id],
  );
  for (const job of waiting) {
    await files.handlers['check-upload']?.run(job, new AbortController().signal);
    await jobs.complete(job);
  }
}

const statusOf = async (key: string) => (await files.assets.get(viewer, key)).status;
const waiting = () =>
  database.system.rows<{ seconds: number }>(
    `select extract(epoch from run_at - now())::float8 as seconds from job where site_id = $1 and status = 'queued'`,
    [viewer.site.id],
  );

describe('a delayed job', () => {
  test('finds what came, checks it and makes it live, once', async () => {
    const key = await grantAndPut(await picture('png'));
    expect(await statusOf(key)).toBe('pending');
    expect((await waiting())[0]?.seconds).toBeGreaterThan(5);
    await look();
    expect(await statusOf(key)).toBe('live');
    expect([...double.objects.keys()].filter((name) => name.endsWith(key))).toEqual([key]);
    await look();
    expect(live.map((asset) => asset.key)).toEqual([key]);
  });

  test('rejects content of another type with a reason, and deletes it', async () => {
    const key = await grantAndPut('no picture');
    await look();
    const { status, error } = await files.assets.get(viewer, key);
    expect([status, error]).toEqual(['refused', { code: 'BAD_REQUEST', message: 'File type not supported' }]);
    expect([...double.objects.keys()].filter((name) => name.endsWith(key))).toEqual([]);
    expect(live).toEqual([]);
  });

  test('looks again and again for what has not come, and in the end gives up the grant', async () => {
    const { key } = await files.uploads.grant(viewer, { filename: 'a.png', contentType: 'image/png' });
    await look();
    expect(await waiting()).toHaveLength(1);
    await database.system.rows(`update asset set expires_at = now() - interval '1 day' where key = $1`, [key]);
    await look();
    expect(await waiting()).toHaveLength(0);
    await expect(statusOf(key)).rejects.toThrow('File not found');
  });

  test('deletes a second upload by the same URL, and the live file does not change', async () => {
    const { uploadUrl, headers, key } = await files.uploads.grant(viewer, {
      filename: 'a.png',
      contentType: 'image/png',
    });
    const put = (content: Buffer | string) =>
      fetch(uploadUrl, { method: 'PUT', headers, body: Buffer.from(content as string) });
    const good = await picture('png');
    await put(good);
    await look();
    await put('<script>');
    await look();
    expect(double.objects.get(key)?.content.equals(good)).toBe(true);
    await database.system.rows(`update asset set expires_at = now() - interval '1 day' where key = $1`, [key]);
    await look();
    expect([...double.objects.keys()].filter((name) => name.endsWith(key))).toEqual([key]);
    expect(await statusOf(key)).toBe('live');
  });
});

describe('a deleted file', () => {
  const clearing = () => files.removal;
  const taken = async (): Promise<Job> => {
    const [found] = await database.system.rows<Job>(
      `update job set status = 'completed' where kind = 'clear-asset' and site_id = $1 and status = 'queued'
       returning id, site_id as "siteId", kind, key, payload, attempts, lease`,
      [viewer.site.id],
    );
    if (!found) throw new Error('No job waits');
    return found;
  };

  test('is deleted from the bucket with its images, as is a later upload by a URL that was given before', async () => {
    const { uploadUrl, headers, key } = await files.uploads.grant(viewer, {
      filename: 'a.png',
      contentType: 'image/png',
    });
    const send = async () => fetch(uploadUrl, { method: 'PUT', headers, body: new Uint8Array(await picture('png')) });
    await send();
    await files.deliveries.deliver(key, { w: '4' }, VISITOR);
    const left = () => [...double.objects.keys()].filter((name) => name.includes(key));
    expect(left()).toHaveLength(2);
    await clearing().delete(viewer, key);
    await clearing().run(await taken());
    expect(left()).toEqual([]);
    await send();
    expect((await waiting())[0]?.seconds).toBeGreaterThan(60 * 60);
    const last = await taken();
    await clearing().run({ ...last, payload: { ...last.payload, lastLook: 0 } });
    expect([left(), await waiting()]).toEqual([[], []]);
  });

  test('is deleted an hour later if the storage was not available for all attempts', async () => {
    const key = await grantAndPut(await picture('png'));
    await clearing().delete(viewer, key);
    double.trouble = 'broken';
    const first = await taken();
    await expect(clearing().run(first)).rejects.toThrow();
    double.trouble = 'none';
    await clearing().onFailed(first);
    expect((await waiting())[0]?.seconds).toBeGreaterThan(50 * 60);
    await clearing().run(await taken());
    expect([...double.objects.keys()].filter((name) => name.includes(key))).toEqual([]);
  });
});

describe('before the job', () => {
  test('a request for the file at the CDN makes it live', async () => {
    const key = await grantAndPut(await picture('png'));
    const { size, contentType } = await files.deliveries.deliver(key, {}, VISITOR);
    expect([size > 0, contentType]).toEqual([true, 'image/png']);
  });

  test('so does find, for who needs the file by its key', async () => {
    const key = await grantAndPut('Text', 'a.txt', 'text/plain');
    expect(await files.assets.find(viewer, key)).toMatchObject({ key, status: 'live', kind: 'document' });
    expect(live).toHaveLength(1);
  });

  test('find knows no file of another site', async () => {
    const key = await grantAndPut('Text', 'a.txt', 'text/plain');
    const other = newId();
    expect(await files.assets.find(viewer, key.replace(viewer.site.id, other))).toBeNull();
    expect(await files.assets.find(viewer, '../secrets')).toBeNull();
  });

  test('concurrent requests call the hook once', async () => {
    const key = await grantAndPut(await picture('png'));
    const asked = await Promise.all(Array.from({ length: 8 }, () => files.assets.find(viewer, key)));
    expect(asked.every((asset) => asset?.status === 'live')).toBe(true);
    expect(live).toHaveLength(1);
  });
});

test('a hook that fails leaves the file checked but not live, and the next look finishes it', async () => {
  const key = await grantAndPut('Text', 'a.txt', 'text/plain');
  failing = true;
  await expect(files.assets.find(viewer, key)).rejects.toThrow('The hook failed');
  expect(await statusOf(key)).toBe('verified');
  failing = false;
  await look();
  expect(await statusOf(key)).toBe('live');
  expect(live).toHaveLength(1);
});
