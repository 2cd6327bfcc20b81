import { expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { useService } from '../support/use-service.ts';

const service = useService();

const open = (path: string) => fetch(service.url + path, { redirect: 'manual' });

test('the page at / leads on, and loads nothing from elsewhere', async () => {
  const response = await open('/');
  const html = await response.text();
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  expect(html).toContain(`Version ${packageJson.version}`);
  expect(html).not.toMatch(/<script|https?:\/\//);
  const policy = response.headers.get('content-security-policy') ?? '';
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; img-src 'self'; .*frame-ancestors 'none'$/);
  const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, path]) => path ?? '');
  expect(links).toContain('/graphql');
  expect(links).toContain('/api/sdk/docs');
  const accept = { accept: 'text/html' };
  const statuses = await Promise.all(
    links.map(async (path) => (await fetch(service.url + path, { headers: accept })).status),
  );
  expect(statuses).toEqual(links.map(() => 200));
});

test('the icon may be kept for a day', async () => {
  const response = await open('/favicon.ico');
  expect([response.status, response.headers.get('content-type'), response.headers.get('cache-control')]).toEqual([
    200,
    'image/svg+xml; charset=utf-8',
    'public, max-age=86400',
  ]);
  expect(await response.text()).toMatch(/^<svg /);
});

test.each(['/api/sdk', '/api/sdk/'])('%s leads on to the REST reference', async (path) => {
  const response = await open(path);
  expect([response.status, response.headers.get('location')]).toEqual([302, '/api/sdk/docs']);
  expect((await fetch(service.url + path)).status).toBe(200);
});

test('an unknown path is still 404', async () => {
  expect((await open('/nothing')).status).toBe(404);
  expect((await open('/api/sdk/nothing')).status).toBe(404);
});

test('the version of package.json stands in the OpenAPI document', async () => {
  const openapi = (await (await open('/api/sdk/openapi.json')).json()) as { info: { version: string } };
  expect(openapi.info.version).toBe(packageJson.version);
});
