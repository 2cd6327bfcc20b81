import { describe, expect, test } from 'vitest';
import type { GraphQLAnswer } from '../../support/service.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { cdn } from './uploading.ts';

const service = useService();
const site = useSite(service);

type Assets = Record<string, { key: string; fileName: string } | null>;

const QUERY = `mutation ($a: Upload!, $b: Upload!) {
  first: uploadAsset(file: $a) { key fileName }
  second: uploadAsset(file: $b) { key fileName }
}`;
const BOTH_NULL = { a: null, b: null };

/** By the GraphQL multipart request specification, with the files in this order. */
async function send(
  variables: object,
  map: Record<string, string[]>,
  files: readonly (readonly [field: string, name: string, content: string | Buffer<ArrayBuffer>])[],
  { query = QUERY, key = site.key }: { query?: string; key?: string } = {},
): Promise<{ status: number; answer: GraphQLAnswer<Assets> }> {
  const form = new FormData();
  form.append('operations', JSON.stringify({ query, variables }));
  form.append('map', JSON.stringify(map));
  for (const [field, name, content] of files) form.append(field, new Blob([content]), name);
  const headers = { 'x-svc-api-key': key, 'apollo-require-preflight': 'true' };
  const response = await fetch(`${service.url}/graphql`, { method: 'POST', headers, body: form });
  return { status: response.status, answer: (await response.json()) as GraphQLAnswer<Assets> };
}

async function storedText(asset: { key: string } | null | undefined): Promise<string> {
  return (await cdn(site, asset?.key ?? '')).text();
}

async function total(): Promise<number | undefined> {
  return (await site.graphql<{ assets: { total: number } }>('{ assets { total } }')).data?.assets.total;
}

describe('a multipart request with several files', () => {
  test.each([
    ['in the order of the fields', ['0', '1']],
    ['in another order than the fields', ['1', '0']],
  ])('stores them, sent %s', async (_what, order) => {
    const content: Record<string, readonly [string, string]> = { 0: ['a.txt', 'one'], 1: ['b.txt', 'two'] };
    const files = order.map((field) => [field, ...(content[field] ?? ['', ''])] as const);
    const { answer } = await send(BOTH_NULL, { 0: ['variables.a'], 1: ['variables.b'] }, files);
    expect(answer.errors).toBeUndefined();
    expect(answer.data).toMatchObject({ first: { fileName: 'a.txt' }, second: { fileName: 'b.txt' } });
    expect(await storedText(answer.data?.['first'])).toBe('one');
    expect(await storedText(answer.data?.['second'])).toBe('two');
  });

  test('stores the same file for each path that map gives it', async () => {
    const { answer } = await send(BOTH_NULL, { 0: ['variables.a', 'variables.b'] }, [['0', 'a.txt', 'twice']]);
    expect(answer.errors).toBeUndefined();
    const { first, second } = answer.data ?? {};
    expect(first?.key).not.toBe(second?.key);
    expect([await storedText(first), await storedText(second)]).toEqual(['twice', 'twice']);
  });

  test('that uses one path for two fields is BAD_REQUEST for the second: each needs a path', async () => {
    const query = QUERY.replace(', $b: Upload!', '').replaceAll('$b', '$a');
    const { answer } = await send({ a: null }, { 0: ['variables.a'] }, [['0', 'a.txt', 'once']], { query });
    expect(answer.errors).toMatchObject([{ path: ['second'], extensions: { code: 'BAD_REQUEST' } }]);
    expect(answer.errors?.[0]?.message).toContain('a path in map for each');
  });

  test('of which one was not sent stores the other ones', async () => {
    const { answer } = await send(BOTH_NULL, { 0: ['variables.a'], 1: ['variables.b'] }, [['0', 'a.txt', 'alone']]);
    expect(answer.errors).toMatchObject([{ path: ['second'], extensions: { code: 'BAD_REQUEST' } }]);
    expect(answer.errors?.[0]?.message).toContain('map must name the file of the form');
  });

  test('is rejected as a whole when a part after them is malformed', async () => {
    const before = await total();
    const part = (head: string, text: string) => `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${text}\r\n`;
    const body = [
      part('name="operations"', JSON.stringify({ query: QUERY, variables: BOTH_NULL })),
      part('name="map"', JSON.stringify({ 0: ['variables.a'], 1: ['variables.b'] })),
      part('name="0"; filename="a.txt"', 'one'),
      part('name="1"; filename="b.txt"', 'two'),
      part('name="a\0b"', 'malformed'),
      '--x--\r\n',
    ];
    const response = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: {
        'x-svc-api-key': site.key,
        'apollo-require-preflight': 'true',
        'content-type': 'multipart/form-data; boundary=x',
      },
      body: body.join(''),
    });
    expect(((await response.json()) as GraphQLAnswer).errors?.[0]?.message).toBe('Malformed form');
    expect(await total()).toBe(before);
  });

  test('may have at most 50 MB together: a larger one is PAYLOAD_TOO_LARGE, and nothing is stored', async () => {
    const before = await total();
    const half = Buffer.alloc(26 * 1024 * 1024, 'x');
    const { answer } = await send(BOTH_NULL, { 0: ['variables.a'], 1: ['variables.b'] }, [
      ['0', 'a.txt', half],
      ['1', 'b.txt', half],
    ]);
    expect(answer.errors?.[0]).toMatchObject({
      message: expect.stringContaining('together') as string,
      extensions: { code: 'PAYLOAD_TOO_LARGE' },
    });
    expect(await total()).toBe(before);
  });

  test('may have at most ten', async () => {
    const map = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [at, [`variables.list.${at}`]]));
    const { status, answer } = await send({ ...BOTH_NULL, list: Array.from({ length: 11 }, () => null) }, map, []);
    expect([status, answer.errors?.[0]?.extensions['code']]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  test('by a key that may not write is rejected', async () => {
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const { answer } = await send(
      BOTH_NULL,
      { 0: ['variables.a', 'variables.b'] },
      [['0', 'a.txt', 'x'.repeat(5_000_000)]],
      { key: secret },
    );
    expect(answer.errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  });
});

test('variables that a form replaces keep what JSON says beside its files', async () => {
  const query = `mutation ($a: Upload!, $target: UploadTarget) { first: uploadAsset(file: $a, target: $target) { key } }`;
  const variables = { a: null, target: { folder: 'letters' } };
  const { answer } = await send(variables, { 0: ['variables.a'] }, [['0', 'a.txt', 'text']], { query });
  expect(answer.data?.['first']?.key).toContain('/letters/');
});
