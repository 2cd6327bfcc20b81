import { describe, expect, test } from 'vitest';
import { anItem } from '../features/content/items.ts';
import { Admin } from '../features/site/admin.ts';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service);
const HEADER = 'x-svc-ignored-parameters';
const STRICT = { 'x-svc-strict': 'true' };

const persona = (more: object) => ({ name: `P ${crypto.randomUUID()}`, systemPrompt: 'x', ...more });
const contentType = (...fields: object[]) => ({ name: 'T', slug: `t-${crypto.randomUUID()}`, fields });

const CASES: [string, string, object, string, string][] = [
  ['a field', '/content', anItem({ custmFields: { a: 1 } }), 'custmFields', 'customFields'],
  ['a field of a search', '/rag/search', { query: 'a', maxReslts: 1 }, 'maxReslts', 'maxResults'],
  [
    'a field of an object',
    '/personas',
    persona({ behavior: { citatons: true } }),
    'behavior.citatons',
    'showCitations',
  ],
  [
    'a field of an object in a list',
    '/content-types',
    contentType(
      { name: 'a', label: 'A', type: 'text' },
      { name: 'b', label: 'B', type: 'text', validation: { maxx: 3 } },
      { name: 'c', label: 'C', type: 'text', requird: true },
    ),
    'fields[1].validation.maxx',
    'max',
  ],
  [
    'a field of an item of a batch',
    '/content/batch',
    { items: [anItem(), anItem({ titel: 'x' })] },
    'items[1].titel',
    'title',
  ],
];

describe.each(CASES)('%s that the operation does not know', (_what, path, body, field, nearest) => {
  test('is ignored and named in a header', async () => {
    const { status, headers } = await site.call('POST', path, body);
    expect(status).toBe(200);
    expect(headers.get(HEADER)?.split(', ')[0]).toBe(field);
  });

  test('is 400 with X-Svc-Strict, with the nearest name', async () => {
    const { status, body: answer } = await site.call('POST', path, body, STRICT);
    expect([status, answer.error]).toEqual([
      400,
      `${field} is not a field of this operation: did you mean "${nearest}"?`,
    ]);
    expect(answer.details?.[0]?.field).toBe(field);
  });
});

test('a strict key has the same effect, and nothing is written', async () => {
  const { data } = await new Admin(service).createApiKey(site.id, { name: 'strict', strict: true });
  const item = anItem({ externalId: 'strict-key', tgas: ['a'] });
  const { status } = await site.call('POST', '/content', item, { 'x-svc-api-key': data!.createApiKey.secret });
  expect(status).toBe(400);
  expect((await site.get('/content?ids=&filter[externalId]=strict-key')).body.data).toEqual([]);
});

test('query parameters and fields are named together', async () => {
  const { status, headers } = await site.call('POST', '/content?dryrn=1', anItem({ tgas: [] }));
  expect([status, headers.get(HEADER)]).toEqual([200, 'dryrn, tgas']);
});

test('free-form JSON has no unknown fields', async () => {
  const item = anItem({ customFields: { any: { thing: [{ x: 1 }] } }, metadata: { other: { y: 2 } } });
  const { status, headers } = await site.call('POST', '/content', item, STRICT);
  expect([status, headers.get(HEADER)]).toEqual([200, null]);
});

test('texts of a form are fields, too', async () => {
  const form = new FormData();
  form.append('foldr', 'x');
  form.append('file', new Blob(['text'], { type: 'text/plain' }), 'a.txt');
  const response = await fetch(`${service.url}/api/sdk/assets/upload`, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key },
    body: form,
  });
  expect([response.status, response.headers.get(HEADER)]).toEqual([200, 'foldr']);
});

test.each<[string, Record<string, unknown>]>([
  ['10,000 names', Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`unknown${index}`, 1]))],
  ['names of 100,000 characters', Object.fromEntries(['a', 'ü', '中', '😀'].map((each) => [each.repeat(100_000), 1]))],
  ['line breaks and commas', { 'a\r\nset-cookie: x=1': 1, 'b, c': 2, '\0': 3, __proto_: 4, constructor: 5 }],
  ['half a surrogate pair', { '\ud800': 1 }],
  ['an empty name', { '': 1 }],
  ['objects that are nested deeply', { x: JSON.parse('{"a":'.repeat(50) + '1' + '}'.repeat(50)) as object }],
])('%s make a short and valid header', async (_what, unknown) => {
  const { status, headers } = await site.call('POST', '/content', anItem(unknown));
  expect(status).toBe(200);
  expect(headers.get('set-cookie')).toBeNull();
  expect(headers.get(HEADER)).toMatch(/^[\x21-\x7e ]{0,4000}$/);
  const strict = await site.call('POST', '/content', anItem(unknown), STRICT);
  expect(strict.status).toBe(400);
  expect(JSON.stringify(strict.body).length).toBeLessThan(20_000);
});
