import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openGcsFileStorage } from '../../../src/adapters/file-storage/gcs.ts';
import { GcsDouble } from '../../support/gcs-double.ts';

let double: GcsDouble;
beforeAll(async () => {
  double = await GcsDouble.start();
  vi.stubEnv('GCE_METADATA_HOST', new URL(double.url).host);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await double.stop();
});

test('on Cloud Run, without a key, upload URLs are signed by Google’s own service', async () => {
  const { credentials: _none, ...client } = double.client();
  const signingEndpoint = `${double.url}/v1/projects/-/serviceAccounts/`;
  const storage = await openGcsFileStorage({ bucket: 'bucket', client, signingEndpoint });
  const request = { key: 'a/b.txt', contentType: 'text/plain', maxBytes: 5, expiresInSeconds: 60 };
  const { url, headers } = await storage.grant(request);
  expect(double.signed).toBe(1);
  expect((await fetch(url, { method: 'PUT', headers, body: 'x' })).status).toBe(200);
  expect((await storage.stat('a/b.txt'))?.size).toBe(1);
});
