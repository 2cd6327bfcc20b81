import { describe, expect, test } from 'vitest';
import { createItem, anItem } from '../features/content/items.ts';
import { useService, useSite } from '../support/use-service.ts';

const service = useService();
const site = useSite(service);

const CREATE = 'mutation ($input: CreateContentInput!) { createContent(input: $input) { id customFields metadata } }';

interface SentAnswer {
  status: number;
  text: string;
}

async function send(
  path: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
): Promise<SentAnswer> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    headers: { 'x-svc-api-key': site.key, 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, text: await response.text() };
}

/** The JSON of an item whose custom field `x` is written with these characters. */
function itemText(number: string): string {
  return JSON.stringify(anItem({ customFields: { list: [{ x: 'NUMBER' }] } })).replace('"NUMBER"', number);
}

const variablesText = (number: string): string => `{"input":${itemText(number)}}`;

describe('a number that a double would change', () => {
  const changed = [
    '9007199254740993',
    '-9007199254740993',
    '12345678901234567890',
    '9007199254740993.0',
    '1e400',
    '1e-400',
  ];

  test.each(changed)('%s is 400 over REST, with its path', async (number) => {
    const { status, text } = await send('/api/sdk/content', itemText(number));
    expect(status).toBe(400);
    expect(JSON.parse(text)).toMatchObject({ details: [{ field: 'customFields.list[0].x' }] });
    expect(text).toContain(number);
  });

  test.each(changed)('%s is 400 in variables of GraphQL, by POST, form and GET', async (number) => {
    const body = `{"query":${JSON.stringify(CREATE)},"variables":${variablesText(number)}}`;
    const posted = await send('/graphql', body);
    const form = new FormData();
    form.append('operations', body);
    form.append('map', '{"0":["variables.file"]}');
    form.append('0', new Blob(['x']), 'a.txt');
    const formed = await fetch(`${service.url}/graphql`, {
      method: 'POST',
      headers: { 'x-svc-api-key': site.key, 'apollo-require-preflight': 'true' },
      body: form,
    });
    const query = new URLSearchParams({ query: '{ __typename }', variables: variablesText(number) });
    const got = await fetch(`${service.url}/graphql?${query.toString()}`, {
      headers: { 'x-svc-api-key': site.key, 'apollo-require-preflight': 'true' },
    });
    expect([posted.status, formed.status, got.status]).toEqual([400, 400, 400]);
    for (const text of [posted.text, await formed.text(), await got.text()]) {
      expect(text).toContain('variables.input.customFields.list[0].x');
    }
  });

  test.each(changed.filter((number) => !number.includes('.')))('%s is 400 as a literal of GraphQL', async (number) => {
    const fields = `type: "article", title: "T", externalId: "literal"`;
    const custom = await site.graphql(
      `mutation { createContent(input: { ${fields}, customFields: { list: [{ x: ${number} }] } }) { id } }`,
    );
    expect(custom.errors?.[0]?.message).toContain('input.customFields.list[0].x');
    const filter = await site.graphql(
      `{ contents(filter: { fields: [{ name: "x", number: { eq: ${number} } }] }) { total } }`,
    );
    expect(filter.errors?.length).toBeGreaterThan(0);
  });

  test('is 400 in the arguments of a tool of MCP', async () => {
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":{"query":"a","maxResults":9007199254740993}}}`;
    const { status, text } = await send('/mcp', call, {
      authorization: `Bearer ${site.key}`,
      accept: 'application/json, text/event-stream',
    });
    expect(status).toBe(400);
    expect(text).toContain('params.arguments.maxResults');
  });

  test('is 400 in a filter of the query string', async () => {
    const type = {
      name: 'Rated',
      slug: 'rated',
      fields: [{ name: 'x', label: 'X', type: 'number', filterable: true }],
    };
    await site.create('/content-types', type);
    for (const number of ['9007199254740993', '1e400']) {
      const { status, body } = await site.get(`/content?type=rated&filter[fields.x][eq]=${number}`);
      expect([status, body.error]).toEqual([400, expect.stringContaining('must be a number')]);
    }
  });
});

test.each([
  ['9007199254740991', 9007199254740991],
  ['9007199254740992', 9007199254740992],
  ['100000000000000000000000', 1e23],
  ['1.7976931348623157e308', Number.MAX_VALUE],
  ['0.12345678901234567890123', 0.12345678901234568],
  ['0e999', 0],
])('the number %s is kept', async (number, value) => {
  const { status, text } = await send('/api/sdk/content', itemText(number));
  expect(status).toBe(200);
  expect(JSON.parse(text)).toMatchObject({ data: { customFields: { list: [{ x: value }] } } });
});

describe('text that is not UTF-8', () => {
  const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

  test.each([
    ['a body of REST', '/api/sdk/content', JSON.stringify(anItem({ title: 'Größe' }))],
    [
      'a body of GraphQL',
      '/graphql',
      JSON.stringify({ query: CREATE, variables: { input: anItem({ title: 'Größe' }) } }),
    ],
    ['a body of MCP', '/mcp', JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: { x: 'Größe' } })],
  ])('%s is 400', async (_what, path, body) => {
    const { status, text } = await send(path, latin1(body));
    expect(status).toBe(400);
    expect(text).toContain('UTF-8');
  });

  test('a field of a form is 400', async () => {
    const form = (name: string, text: string) =>
      `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${text}\r\n`;
    const body = form('folder', 'Größe') + form('file"; filename="a.txt', 'text') + '--x--\r\n';
    const { status, text } = await send('/api/sdk/assets/upload', latin1(body), {
      'content-type': 'multipart/form-data; boundary=x',
    });
    expect([status, text]).toEqual([400, expect.stringContaining('folder must be UTF-8')]);
    const operations = form('operations', JSON.stringify({ query: '{ a }', variables: { a: 'Größe', file: null } }));
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'apollo-require-preflight': 'true' };
    const graphql = await send('/graphql', latin1(`${operations}--x--\r\n`), headers);
    expect([graphql.status, graphql.text]).toEqual([400, expect.stringContaining('operations must be UTF-8')]);
  });

  test.each(['%E9t%E9', '%', '%zz', '%ED%A0%80'])('a query string with %s is 400', async (text) => {
    const { status, body } = await site.get(`/content?search=${text}`);
    expect([status, body.error]).toEqual([400, expect.stringContaining('UTF-8')]);
  });

  test('text that is, is kept', async () => {
    const { title } = await createItem(site, { title: 'Größe 😀 \ufffd' });
    expect(title).toBe('Größe 😀 \ufffd');
    expect((await site.get(`/content?search=${encodeURIComponent('größe 😀')}`)).body['data']).toHaveLength(1);
  });
});

describe('a literal of GraphQL in an argument of JSON', () => {
  const create = (customFields: string, variables: object = {}, types = '') =>
    site.graphql<{ createContent: { customFields: unknown } }>(
      `mutation ${types} { createContent(input: { type: "article", title: "T", externalId: "${crypto.randomUUID()}", customFields: ${customFields} }) { customFields } }`,
      variables,
    );

  test.each([
    '{ color: RED }',
    '{ a: [{ b: [RED] }] }',
    '{ __proto__: { a: 1 } }',
    '{ a: 1, a: 2 }',
    'RED',
    '[1]',
    '"text"',
  ])('%s is rejected', async (literal) => {
    const { errors } = await create(literal);
    expect(errors).toHaveLength(1);
  });

  test('names the enum value and its place', async () => {
    const { errors } = await create('{ a: { color: RED } }');
    expect(errors?.[0]?.message).toContain('"RED"');
  });

  test('keeps everything else, with variables in it', async () => {
    const literal =
      '{ a: $a, list: [$a, $missing, null], none: $none, when: $when, left: $missing, deep: { b: true, c: 1.5, d: """\n block\n""" } }';
    const { data, errors } = await create(
      literal,
      { a: 'text', none: null, when: '2026-01-31T09:30:00+01:00' },
      '($a: String, $missing: Int, $none: Int, $when: DateTime)',
    );
    expect(errors).toBeUndefined();
    expect(data?.createContent.customFields).toEqual({
      a: 'text',
      list: ['text', null, null],
      none: null,
      when: '2026-01-31T08:30:00.000Z',
      deep: { b: true, c: 1.5, d: 'block' },
    });
  });
});
