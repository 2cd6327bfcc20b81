import { Readable } from 'node:stream';
import { afterEach, describe, expect, test } from 'vitest';
import { openGcsFileStorage } from '../../../src/adapters/file-storage/gcs.ts';
import { describeFileStorage } from '../../ports/file-storage.contract.ts';
import { describeFailingWrites } from '../../ports/file-storage.failures.contract.ts';
import { GcsDouble } from '../../support/gcs-double.ts';
import { use } from '../../support/use.ts';

describeFileStorage('files in Google Cloud Storage, through its own client', async () => {
  const double = await GcsDouble.start();
  const storage = await openGcsFileStorage({ bucket: 'bucket', client: double.client() });
  return {
    storage,
    async put(url, headers, content) {
      const response = await fetch(url, { method: 'PUT', headers, body: Buffer.from(content) });
      return response.ok;
    },
    stop: () => double.stop(),
  };
});

describeFailingWrites('files in Google Cloud Storage', async () => {
  const double = await GcsDouble.start();
  return {
    storage: await openGcsFileStorage({ bucket: 'bucket', client: double.client() }),
    async breakWrites(when) {
      double.trouble = ({ before: 'broken', during: 'cut', after: 'lost' } as const)[when];
      return async () => void (double.trouble = 'none');
    },
    // An unfinished upload is not visible, and Google deletes it after a week.
    unfinished: async () => [],
    stop: () => double.stop(),
  };
});

describe('a signed upload URL', () => {
  const double = use(() => GcsDouble.start());

  const grant = async () => {
    const storage = await openGcsFileStorage({ bucket: 'bucket', client: double.client() });
    return storage.grant({ key: 'a/b.txt', contentType: 'text/plain', maxBytes: 5, expiresInSeconds: 60 });
  };
  const put = async (url: string, headers: Record<string, string>, body = 'x') =>
    (await fetch(url, { method: 'PUT', headers, body })).status;

  test('carries type and size in its signature', async () => {
    const { url, headers } = await grant();
    expect(headers).toEqual({ 'Content-Type': 'text/plain', 'x-goog-content-length-range': '0,5' });
    expect(new URL(url).searchParams.get('X-Goog-SignedHeaders')).toBe('content-type;host;x-goog-content-length-range');
    expect(await put(url, headers)).toBe(200);
  });

  test('is rejected with a larger range, without one, with more bytes, or changed', async () => {
    const { url, headers } = await grant();
    expect(await put(url, { ...headers, 'x-goog-content-length-range': '0,500' })).toBe(403);
    expect(await put(url, { 'Content-Type': 'text/plain' })).toBe(403);
    expect(await put(url, headers, 'too much')).toBe(400);
    expect(await put(url.replace('X-Goog-Expires=60', 'X-Goog-Expires=6000'), headers)).toBe(403);
  });
});

describe('when Google does not answer as it should', () => {
  const double = use(() => GcsDouble.start());
  afterEach(() => {
    double.trouble = 'none';
  });

  const open = () => openGcsFileStorage({ bucket: 'bucket', client: double.client(), callMs: 300, stalledMs: 300 });

  test('a call that hangs ends with 503 within its own time limit', async () => {
    double.trouble = 'silent';
    const storage = await open();
    const outage = { code: 'UNAVAILABLE', message: 'File storage is not reachable' };
    for (const call of [
      storage.stat('a'),
      storage.read('a'),
      storage.delete('a'),
      storage.move('a', 'b', '1'),
      storage.check(),
    ]) {
      await expect(call).rejects.toMatchObject(outage);
    }
  });

  test('a write that hangs ends', async () => {
    double.trouble = 'silent';
    const storage = await open();
    const write = storage.write('a', Readable.from(['x']), { contentType: 'text/plain' });
    await expect(write).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  test('an error of Google is no missing file', async () => {
    double.trouble = 'broken';
    const storage = await open();
    await expect(storage.stat('a')).rejects.toThrow();
  });
});
