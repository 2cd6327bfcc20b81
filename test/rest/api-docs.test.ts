import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerApiDocs } from '../../src/rest/http/api-docs.ts';

const OPENAPI = {
  openapi: '3.1.0',
  info: { title: 'A <b>', version: '1', description: 'For tests.' },
  tags: [],
  paths: {},
  components: { schemas: {}, responses: {} },
};

test('the reference page and everything it loads come from this service, under a policy that allows nothing else', async () => {
  const server = Fastify();
  registerApiDocs(server, () => OPENAPI, '/api/sdk');
  const page = await server.inject('/api/sdk/docs');
  expect(page.headers['content-security-policy']).toMatch(/default-src 'none'.*script-src 'self';/);
  const links = [...page.payload.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link]) => link ?? '');
  const parts = links.filter((link) => !link.startsWith('data:'));
  expect(parts).toHaveLength(3);
  for (const link of parts) {
    const part = await server.inject(new URL(link, 'http://host/api/sdk/docs').pathname);
    expect([link, part.statusCode, part.payload.length > 20]).toEqual([link, 200, true]);
  }
  await server.close();
});

test('the description is given once to who keeps it', async () => {
  const server = Fastify();
  registerApiDocs(server, () => ({ openapi: '3.1.0' }), '/api/sdk');
  const first = await server.inject('/api/sdk/openapi.json');
  expect([first.json(), first.headers['content-type']]).toEqual([
    { openapi: '3.1.0' },
    'application/json; charset=utf-8',
  ]);
  const again = await server.inject({
    url: '/api/sdk/openapi.json',
    headers: { 'if-none-match': String(first.headers.etag) },
  });
  expect([again.statusCode, again.payload]).toEqual([304, '']);
  await server.close();
});
