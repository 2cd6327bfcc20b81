import { discoverOAuthProtectedResourceMetadata, extractWWWAuthenticateParams } from '@modelcontextprotocol/client';
import { beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../support/use-service.ts';
import { callTool, connect } from './mcp-client.ts';

const site = useSite();
const other = useSite();

const READ = ['ask', 'content_find', 'content_get', 'search', 'types'];
const WRITE = ['content_create', 'content_delete', 'content_update'];

let readKey: string;
let writeKey: string;
let item: string;
let premium: string;

beforeAll(async () => {
  readKey = (await site.service.key(site.id, { name: 'delivery', scopes: ['read'] })).secret;
  writeKey = (await site.service.key(site.id, { name: 'writer', scopes: ['write'] })).secret;
  await site.create('/content-types', {
    name: 'Bike',
    slug: 'bike',
    fields: [{ name: 'gears', label: 'Gears', type: 'number', sortable: true }],
  });
  const base = { type: 'bike', status: 'published', language: 'en' };
  item = (
    await site.create('/content', {
      ...base,
      externalId: 'tyres',
      title: 'Tyre pressure',
      content: '# Tyres\n\nInflate the tyre of a touring bike to four bar.',
      customFields: { gears: 21 },
      accessLevel: 'public',
    })
  )._id;
  premium = (
    await site.create('/content', {
      ...base,
      externalId: 'secret',
      title: 'Hidden workshop',
      content: 'The zirconium spanner hangs behind the door.',
      accessLevel: 'premium',
    })
  )._id;
  await site.create('/content', {
    ...base,
    externalId: 'draft',
    title: 'Draft',
    status: 'draft',
    accessLevel: 'public',
  });
  await site.indexed();
});

describe.each(['auto', 'legacy'] as const)('a client that negotiates: %s', (mode) => {
  test('lists the tools of its key, and calls each', async () => {
    const client = await connect(site, { mode });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).toSorted()).toEqual([...READ, ...WRITE].toSorted());
    expect(client.getServerVersion()?.name).toBe('lectern');
    const found = await callTool(client, 'content_find', { type: 'bike', sort: ['-fields.gears'] });
    expect(found.data).toMatchObject({
      total: 2,
      hasMore: false,
      items: [{ id: item, customFields: { gears: 21 } }, {}],
    });
    const got = await callTool(client, 'content_get', { id: item });
    expect(got).toMatchObject({
      isError: false,
      data: { id: item, content: expect.stringContaining('four bar') as string },
    });
    const searched = await callTool(client, 'search', { query: 'pressure of a touring bike' });
    expect(searched.data['results']).toMatchObject([{ sourceId: item, title: 'Tyre pressure' }]);
    const { data } = await callTool(client, 'types');
    expect(data['types']).toContainEqual(
      expect.objectContaining({ slug: 'bike', fields: [expect.objectContaining({ name: 'gears', type: 'number' })] }),
    );
    await client.close();
  });
});

test('the agent answers with the sources of its citations', async () => {
  const client = await connect(site);
  const { isError, data } = await callTool(client, 'ask', { message: 'How many bar for the tyre of a touring bike?' });
  expect(isError).toBe(false);
  expect(data['message']).toContain('four bar');
  expect(data['citations']).toMatchObject([{ sources: [{ sourceId: item, title: 'Tyre pressure' }] }]);
  await client.close();
});

test('the five tools of a reader take less than 3,000 tokens, at three characters each', async () => {
  const client = await connect(site, { key: readKey });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(READ);
  expect(JSON.stringify(tools).length / 3).toBeLessThan(3_000);
  expect(tools.filter(({ annotations }) => annotations?.readOnlyHint).map(({ name }) => name)).toEqual(
    READ.filter((name) => name !== 'ask'),
  );
  await client.close();
});

test('a key without the scope write is offered no write, and each is rejected', async () => {
  const client = await connect(site, { key: readKey });
  const refused = { isError: true, data: { success: false, error: 'API key does not allow this operation' } };
  expect(await callTool(client, 'content_delete', { id: item })).toEqual(refused);
  expect(await callTool(client, 'content_update', { id: item, title: 'x' })).toEqual(refused);
  expect(await callTool(client, 'content_create', { type: 'bike', title: 'x', externalId: 'x' })).toEqual(refused);
  expect((await callTool(client, 'content_get', { id: item })).data['title']).toBe('Tyre pressure');
  await client.close();
});

test('writes: create, change with the revision that was read, delete', async () => {
  const client = await connect(site);
  const created = await callTool(client, 'content_create', {
    type: 'bike',
    title: 'Chain',
    externalId: 'chain',
    customFields: { gears: 9 },
  });
  expect(created).toMatchObject({ isError: false, data: { status: 'draft', customFields: { gears: 9 } } });
  const { id, revision } = created.data;
  const again = await callTool(client, 'content_create', { type: 'bike', title: 'Chain', externalId: 'chain' });
  expect(again).toMatchObject({ isError: true, data: { error: 'Content with this externalId already exists' } });
  const changed = await callTool(client, 'content_update', { id, expectedRevision: revision, title: 'Chains' });
  expect(changed).toMatchObject({ isError: false, data: { title: 'Chains', customFields: { gears: 9 } } });
  const late = await callTool(client, 'content_update', { id, expectedRevision: revision, title: 'Lost' });
  expect(late.isError).toBe(true);
  expect(await callTool(client, 'content_delete', { id })).toEqual({ isError: false, data: { id, deleted: true } });
  expect(await callTool(client, 'content_get', { id })).toMatchObject({
    isError: true,
    data: { error: 'Content not found' },
  });
  await client.close();
});

test('a key that may only write learns no more than the id', async () => {
  const client = await connect(site, { key: writeKey });
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(WRITE);
  const { data } = await callTool(client, 'content_update', { id: premium, author: 'Ada' });
  expect(data).toMatchObject({ id: premium });
  expect(JSON.stringify(data)).not.toContain('zirconium');
  await client.close();
});

test('what a member alone may read needs the token of the user', async () => {
  const anonymous = await connect(site, { key: readKey });
  const refused = await callTool(anonymous, 'content_get', { id: premium });
  expect(refused).toMatchObject({ isError: true, data: { error: 'Premium membership required' } });
  const found = await callTool(anonymous, 'search', { query: 'zirconium spanner' });
  expect(JSON.stringify(found.data)).not.toMatch(/zirconium|Hidden workshop/);
  const asked = await callTool(anonymous, 'ask', { message: 'Where is the zirconium spanner?' });
  expect(JSON.stringify(asked.data)).not.toContain('behind the door');
  const user = await site.service.token(site.id, { uid: 'ada', membershipTier: 'premium' });
  const member = await connect(site, { key: readKey, user });
  expect((await callTool(member, 'content_get', { id: premium })).data['content']).toContain('zirconium');
  expect(JSON.stringify((await callTool(member, 'search', { query: 'zirconium spanner' })).data)).toContain('behind');
  await Promise.all([anonymous.close(), member.close()]);
});

test('drafts and other sites stay hidden from a delivery key', async () => {
  const client = await connect(site, { key: readKey });
  const foreign = await connect(other);
  expect((await callTool(client, 'content_find', {})).data['total']).toBe(1);
  expect(await callTool(client, 'content_find', { status: 'draft' })).toMatchObject({ isError: true });
  expect(await callTool(client, 'search', { query: 'x', preview: true })).toMatchObject({ isError: true });
  expect((await callTool(foreign, 'content_get', { id: item })).data['error']).toBe('Content not found');
  expect((await callTool(foreign, 'content_find', {})).data['total']).toBe(0);
  await Promise.all([client.close(), foreign.close()]);
});

test('resources: an item, a type, and what cannot be read', async () => {
  const client = await connect(site, { key: readKey });
  const { resourceTemplates } = await client.listResourceTemplates();
  expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
    'lectern://content/{id}',
    'lectern://types/{slug}',
  ]);
  const { resources } = await client.listResources();
  expect(resources).toContainEqual(expect.objectContaining({ uri: 'lectern://types/bike', title: 'Bike' }));
  const text = async (uri: string) => {
    const [content] = (await client.readResource({ uri })).contents;
    return content && 'text' in content ? (JSON.parse(content.text) as Record<string, unknown>) : {};
  };
  expect(await text(`lectern://content/${item}`)).toMatchObject({ id: item, title: 'Tyre pressure' });
  expect(await text('lectern://types/bike')).toMatchObject({ slug: 'bike', fields: [{ name: 'gears' }] });
  await expect(text(`lectern://content/${premium}`)).rejects.toThrow('Premium membership required');
  await expect(text('lectern://content/none')).rejects.toThrow('Content not found');
  await expect(text('lectern://types/none')).rejects.toThrow('not found');
  await expect(text('file:///etc/passwd')).rejects.toThrow('file:///etc/passwd');
  await client.close();
});

test('a stream of changes, which would stay open, is rejected', async () => {
  const client = await connect(site);
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow('limit');
  await client.close();
});

test('an argument that does not exist, or has the wrong type, is an error that names it', async () => {
  const client = await connect(site);
  const misspelt = await callTool(client, 'content_find', { typ: 'bike' });
  expect(misspelt.isError).toBe(true);
  expect(misspelt.data['error']).toMatch(/^typ is not an argument of content_find, which has type, fullText, /);
  const nested = await callTool(client, 'content_find', {
    filter: [{ path: ['title', 'eq'], value: 'x', valeu: 'y' }],
  });
  expect(nested.data['error']).toBe('filter[0].valeu is not a field: did you mean "value"?');
  const wrong = await callTool(client, 'search', { query: 'x', maxResults: 'many' });
  expect(wrong.data['details']).toMatchObject([{ field: 'maxResults' }]);
  expect((await callTool(client, 'content_get', {})).data['error']).toBe('id is required');
  await expect(callTool(client, 'content_publish', {})).rejects.toThrow('There is no tool content_publish');
  await client.close();
});

describe('requests that are not those of a client', () => {
  const post = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${site.service.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...headers,
      },
      body: JSON.stringify(body),
    });
  const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });

  test('without a key, or with a wrong one: 401 before the body is read', async () => {
    const missing = await post(list);
    expect(missing.status).toBe(401);
    expect(missing.headers.get('www-authenticate')).toMatch(/^Bearer resource_metadata="http[^"]+"$/);
    const wrong = await post(list, bearer('svc_wrong'));
    expect(wrong.status).toBe(401);
    expect(wrong.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_token", resource_metadata="/);
    expect((await post(list, { 'x-svc-user-token': site.key })).status).toBe(401);
  });

  test('the official client finds the metadata of the resource, which a 401 names', async () => {
    const { resourceMetadataUrl } = extractWWWAuthenticateParams(await post(list));
    const metadata = await discoverOAuthProtectedResourceMetadata(new URL('/mcp', site.service.url));
    expect(metadata).toEqual({
      resource: resourceMetadataUrl?.href.replace('/.well-known/oauth-protected-resource', ''),
      resource_name: 'Lectern',
      bearer_methods_supported: ['header'],
      scopes_supported: ['read', 'write', 'preview'],
    });
    // The metadata of another resource, which must not be used for this one.
    const root = await fetch(`${site.service.url}/.well-known/oauth-protected-resource`);
    expect(root.status).toBe(404);
    const answered = await post(list, bearer(site.key));
    expect([answered.status, answered.headers.get('www-authenticate')]).toEqual([200, null]);
  });

  test('the key may stand in its own header; Authorization then is the user, as in REST', async () => {
    expect((await post(list, { 'x-svc-api-key': site.key })).status).toBe(200);
    const withUser = await post(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'content_find', arguments: {} } },
      { 'x-svc-api-key': site.key, ...bearer('no token') },
    );
    expect(await withUser.text()).toContain('Firebase token is invalid');
  });

  test('the bearer token is no key elsewhere', async () => {
    const response = await fetch(`${site.service.url}/api/sdk/content`, { headers: bearer(site.key) });
    expect(response.status).toBe(401);
  });

  test('batches, other methods, streams that stay open', async () => {
    const batch = await post(
      Array.from({ length: 50 }, (_, id) => ({ ...list, id })),
      bearer(site.key),
    );
    expect([batch.status, await batch.text()]).toEqual([400, expect.stringContaining('Batches') as string]);
    const get = await fetch(`${site.service.url}/mcp`, { headers: bearer(site.key) });
    expect([404, 405]).toContain(get.status);
    for (const body of [null, 1, 'x', {}, { jsonrpc: '2.0', id: 1, method: 'nope' }, { jsonrpc: '2.0', method: 'x' }]) {
      expect((await post(body, bearer(site.key))).status).toBeLessThan(500);
    }
  });
});
