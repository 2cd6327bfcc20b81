import { expect, test } from 'vitest';
import { llmsText } from '../../src/mcp/register-llms.ts';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service, 'Wheels [& more]');

async function llms(headers: Record<string, string>) {
  const response = await fetch(`${service.url}/llms.txt`, { headers });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

test('GET /llms.txt lists what the caller can read, by content type', async () => {
  const base = { type: 'article', status: 'published', accessLevel: 'public' };
  await site.create('/content', {
    ...base,
    externalId: 'tyres',
    title: 'Tyres',
    excerpt: 'How hard.\n# Really',
    url: 'https://example.org/tyres(1)',
  });
  await site.create('/content', { ...base, externalId: 'bells', title: 'Bells', url: 'https://example.org/bells' });
  await site.create('/content', { ...base, externalId: 'hidden', title: 'Secret', accessLevel: 'premium' });
  await site.create('/content', { ...base, externalId: 'draft', title: 'Draft', status: 'draft' });
  const { status, type, text } = await llms({ 'x-svc-api-key': site.key });
  expect([status, type]).toEqual([200, 'text/markdown; charset=utf-8']);
  expect(text).toContain(String.raw`# Wheels \[& more\]`);
  expect(text).toContain('## Articles\n');
  expect(text).toContain('- [Tyres](https://example.org/tyres%281%29): How hard. # Really\n');
  expect(text).toContain('- [Bells](https://example.org/bells)\n');
  expect(text).not.toMatch(/Secret|Draft/);
});

test('a content type without a plural has its name', async () => {
  await site.create('/content-types', { name: 'Bell', slug: 'bell', fields: [] });
  await site.create('/content', { type: 'bell', externalId: 'ding', title: 'Ding', status: 'published' });
  expect((await llms({ 'x-svc-api-key': site.key })).text).toContain('## Bell\n\n- Ding\n');
});

test('needs a key with the scope read', async () => {
  expect((await llms({})).status).toBe(401);
  const { secret } = await service.key(site.id, { name: 'writer', scopes: ['write'] });
  expect((await llms({ 'x-svc-api-key': secret })).status).toBe(403);
});

test('a title cannot write Markdown, and only pages of the web are linked', () => {
  const item = { type: 't', excerpt: null };
  const items = [
    { ...item, title: '](https://evil.example) [x', url: 'javascript:alert(1)' },
    { ...item, title: '# Head\n- list', url: null },
  ];
  expect(llmsText('S', { types: [{ slug: 't', name: 't', pluralName: 'T', description: null }], items })).toBe(
    ['# S\n', '## T\n', String.raw`- \](https://evil.example) \[x`, String.raw`- \# Head - list`, ''].join('\n'),
  );
});
