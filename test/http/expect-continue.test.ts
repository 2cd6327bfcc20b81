import { describe, expect, test } from 'vitest';
import { ofOneInstance } from '../support/instances.ts';
import { useOwnService, useSite } from '../support/use-service.ts';
import { HalfRequest } from './half-request.ts';

const service = useOwnService();
const site = useSite(service);

const DOCUMENT = JSON.stringify({ title: 'Brakes', content: 'A brake is adjusted with a spanner.' });
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';
const MB = 2 ** 20;

function waiting(method: string, path: string, headers: Record<string, string | number> = {}): Promise<HalfRequest> {
  return HalfRequest.open(service.url, method, path, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(DOCUMENT),
    expect: '100-continue',
    ...headers,
  });
}

describe('a client that waits for 100 Continue', ofOneInstance, () => {
  test.each([
    ['without a key', 'POST', '/api/sdk/knowledge/documents', {}, 401],
    ['with a wrong key', 'POST', '/graphql', { 'x-svc-api-key': `svc_sdk_${'a'.repeat(43)}` }, 401],
    ['without a key and with a body that needs one', 'POST', '/graphql', { 'content-length': 11 * MB }, 413],
    ['to an unknown path', 'POST', '/api/sdk/nothing', {}, 404],
    ['with a signature that is wrong', 'PUT', '/uploads/x/y?expires=9999999999&signature=none', {}, 403],
  ])('%s is answered at once, and not asked to continue', async (_who, method, path, headers, status) => {
    const request = await waiting(method, path, headers);
    expect(await request.status()).toBe(status);
    expect(request.text).not.toContain('100 Continue');
  });

  test('with a body that is too long is answered at once', async () => {
    const request = await waiting('POST', '/api/sdk/knowledge/documents', {
      'x-svc-api-key': site.key,
      'content-length': 100 * MB,
    });
    expect(await request.status()).toBe(413);
    expect(request.text).not.toContain('100 Continue');
  });

  test('and may send goes on', async () => {
    const request = await waiting('POST', '/api/sdk/knowledge/documents', { 'x-svc-api-key': site.key });
    await expect.poll(() => request.text).toBe(CONTINUE);
    await request.send(DOCUMENT);
    await expect.poll(() => request.text).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK\r\n/);
  });
});
