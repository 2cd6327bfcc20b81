import { describe, expect, test } from 'vitest';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { ORDER_TOOL, type ToolAnswer } from './tool.ts';

describe('POST /webhook-tools', () => {
  const service = useOwnService({ OUTBOUND_ALLOW_HOSTS: 'tools.internal:8080, 127.0.0.1:9999' });
  const site = useSiteForEach(service);

  const refused = async (changes: object) => {
    const { status, body } = await site.post('/webhook-tools', { ...ORDER_TOOL, ...changes });
    return { status, error: body.error, fields: body.details?.map(({ field }) => field) };
  };

  test('answers the whole tool, enabled, with its values hidden and its signing secret once', async () => {
    const tool = await site.create<ToolAnswer>('/webhook-tools', ORDER_TOOL);
    expect(tool).toMatchObject({
      ...ORDER_TOOL,
      headers: { Authorization: '***', 'X-Tenant': '***' },
      enabled: true,
      signingSecret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const { body } = await site.get<ToolAnswer>(`/webhook-tools/${tool._id}`);
    const { signingSecret: _shownOnce, ...rest } = tool;
    expect(body.data).toEqual(rest);
  });

  test('keeps the inputs in the order of their author', async () => {
    const properties = { zebra: { type: 'string' }, a: { type: 'string' }, middle: { type: 'string' } };
    const tool = await site.create<ToolAnswer>('/webhook-tools', {
      ...ORDER_TOOL,
      inputSchema: { type: 'object', properties },
    });
    const { body } = await site.get<ToolAnswer>(`/webhook-tools/${tool._id}`);
    expect(JSON.stringify(body.data.inputSchema)).toBe(JSON.stringify({ type: 'object', properties }));
  });

  test('stores neither header values nor the signing secret readably', async () => {
    const { signingSecret = '' } = await site.create<ToolAnswer>('/webhook-tools', ORDER_TOOL);
    const stored = await service.app.database.forSite(site.id, 'background').rows('select * from webhook_tool');
    expect(stored).toHaveLength(1);
    const text = JSON.stringify(stored);
    for (const secret of ['top-secret', 'acme', signingSecret]) expect(text).not.toContain(secret);
  });

  test('names every required field that is missing', async () => {
    const { status, body } = await site.post('/webhook-tools', {});
    expect([status, body.error]).toEqual([400, 'name is required']);
    expect(body.details?.map(({ message }) => message)).toEqual([
      'name is required',
      'description is required',
      'endpoint is required',
      'method is required',
      'inputSchema is required',
    ]);
  });

  test.each(['Order', '1order', '_order', 'order-status', 'order status', 'ördér', `a${'b'.repeat(64)}`, 'a\n'])(
    'rejects the name %j',
    async (name) => expect(await refused({ name })).toMatchObject({ status: 400, fields: ['name'] }),
  );

  test('takes each name once per site', async () => {
    await site.create('/webhook-tools', ORDER_TOOL);
    const twin = { status: 409, error: 'Webhook tool with this name already exists', fields: ['name'] };
    expect(await refused({})).toMatchObject(twin);
    await (await service.site()).create('/webhook-tools', ORDER_TOOL);
  });

  test('lets one of two that create the same name at once through', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => site.post('/webhook-tools', ORDER_TOOL)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(3);
  });

  test('takes GET and POST and no other method', async () => {
    expect(await refused({ method: 'PUT' })).toMatchObject({ status: 400, error: 'method must be "GET" or "POST"' });
    await site.create('/webhook-tools', { ...ORDER_TOOL, method: 'GET' });
  });

  test.each([
    'ftp://example.com/',
    'example.com/hook',
    'https://user:secret@example.com/',
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://[::ffff:10.0.0.1]/',
    'http://localhost:4000/graphql',
    'http://169.254.169.254/latest/',
    'http://metadata.google.internal/',
    'https://example.com:22/',
    `https://example.com/${'x'.repeat(2048)}`,
  ])('rejects the endpoint %s', async (endpoint) => {
    expect(await refused({ endpoint })).toMatchObject({ status: 400, fields: ['endpoint'] });
  });

  test.each(['http://tools.internal:8080/hook', 'http://127.0.0.1:9999/'])(
    'takes the private endpoint %s, which the deployment allows',
    async (endpoint) => {
      const tool = await site.create<ToolAnswer>('/webhook-tools', { ...ORDER_TOOL, endpoint });
      expect(tool.endpoint).toBe(endpoint);
    },
  );

  test.each([
    [{ Host: 'evil.example' }, 'headers.Host'],
    [{ 'content-length': '3' }, 'headers.content-length'],
    [{ 'Transfer-Encoding': 'chunked' }, 'headers.Transfer-Encoding'],
    [{ 'Proxy-Authorization': 'x' }, 'headers.Proxy-Authorization'],
    [{ 'webhook-signature': 'v1,x' }, 'headers.webhook-signature'],
    [{ 'X-A': 'one\r\nX-B: two' }, 'headers.X-A'],
    [{ 'X-A': 'ü' }, 'headers.X-A'],
    [{ 'X-A': 1 }, 'headers.X-A'],
    [{ 'X-A': '1', 'x-a': '2' }, 'headers.x-a'],
    [{ 'X-A': '***' }, 'headers.X-A'],
    [{ 'X-A': 'x'.repeat(4097) }, 'headers.X-A'],
    [{ 'bad name': 'x' }, 'headers'],
    [Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`x-${index}`, 'x'])), 'headers'],
  ])('rejects the headers %j', async (headers, field) => {
    expect(await refused({ headers })).toMatchObject({ status: 400, fields: [field] });
  });

  test.each(['.a', 'a..b', 'a.', Array.from({ length: 21 }, () => 'a').join('.')])(
    'refuses the resultPath %j',
    async (resultPath) => expect(await refused({ resultPath })).toMatchObject({ status: 400, fields: ['resultPath'] }),
  );

  test('reports all errors together', async () => {
    const { fields } = await refused({
      name: 'X',
      endpoint: 'x',
      headers: { Host: 'x' },
      resultPath: '.',
      inputSchema: {},
    });
    expect(fields).toEqual(['name', 'inputSchema.type', 'endpoint', 'headers.Host', 'resultPath']);
  });

  test('is not for a key that only reads', async () => {
    const { secret } = await service.key(site.id, { name: 'reader', scopes: ['read'] });
    const answer = await fetch(`${service.url}/api/sdk/webhook-tools`, {
      method: 'POST',
      headers: { 'x-svc-api-key': secret, 'content-type': 'application/json' },
      body: JSON.stringify(ORDER_TOOL),
    });
    expect(answer.status).toBe(403);
  });
});
