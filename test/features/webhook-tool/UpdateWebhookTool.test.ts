import { beforeEach, describe, expect, test } from 'vitest';
import { SecretBox } from '../../../src/shared/secret-box.ts';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { ORDER_TOOL, type ToolAnswer } from './tool.ts';

const ENCRYPTION_KEY = 'a key of this test, long enough to be one';

describe('PUT /webhook-tools/:id and what else changes a tool', () => {
  const service = useOwnService({ ENCRYPTION_KEY });
  const site = useSiteForEach(service);
  let tool: ToolAnswer;
  beforeEach(async () => {
    tool = await site.create<ToolAnswer>('/webhook-tools', ORDER_TOOL);
  });

  const put = (changes: object, id = tool._id) => site.put<ToolAnswer>(`/webhook-tools/${id}`, changes);

  /** What the endpoint would be sent, by header. */
  const storedHeaders = async () => {
    const [row] = await service.app.database
      .forSite(site.id, 'background')
      .rows<{ headers: Record<string, string> }>('select headers from webhook_tool where id = $1', [tool._id]);
    const secrets = new SecretBox(ENCRYPTION_KEY);
    return Object.fromEntries(Object.entries(row?.headers ?? {}).map(([name, box]) => [name, secrets.open(box)]));
  };

  test('changes what is given and keeps the rest, without the signing secret', async () => {
    const { body } = await put({ description: 'Changed.', enabled: false });
    const { signingSecret: _shownOnce, ...created } = tool;
    expect(body.data).toEqual({
      ...created,
      description: 'Changed.',
      enabled: false,
      revision: 2,
      updatedAt: expect.any(String),
    });
    expect(body.data.updatedAt > tool.updatedAt).toBe(true);
  });

  test('declares what calls do and may receive; null takes the default, which for the effect follows the method', async () => {
    const policy = ({ effect, runsWithoutConfirmation, mayReceive }: ToolAnswer) => [
      effect,
      runsWithoutConfirmation,
      mayReceive,
    ];
    expect(policy(tool)).toEqual(['write', false, 'public']);
    const declared = { effect: 'read', runsWithoutConfirmation: true, mayReceive: 'none' };
    expect(policy((await put(declared)).body.data)).toEqual(['read', true, 'none']);
    const cleared = { effect: null, runsWithoutConfirmation: null, mayReceive: null };
    expect(policy((await put(cleared)).body.data)).toEqual(['write', false, 'public']);
    expect(policy((await put({ method: 'GET' })).body.data)).toEqual(['read', false, 'public']);
    expect((await put({ effect: 'delete' })).body.error).toBe('effect must be "read" or "write"');
  });

  test('keeps the header values that come back as ***, changes others and drops what is left out', async () => {
    const { body } = await put({ headers: { authorization: '***', 'X-New': 'fresh' } });
    expect(body.data.headers).toEqual({ authorization: '***', 'X-New': '***' });
    expect(await storedHeaders()).toEqual({ authorization: 'Bearer top-secret', 'X-New': 'fresh' });
  });

  test('leaves headers alone when they are not given and removes them with null', async () => {
    await put({ description: 'Changed.' });
    expect(await storedHeaders()).toEqual(ORDER_TOOL.headers);
    const { body } = await put({ headers: null });
    expect(body.data.headers).toEqual({});
  });

  test('can send back what GET answered and change nothing', async () => {
    const { body } = await site.get<ToolAnswer>(`/webhook-tools/${tool._id}`);
    const { status } = await put(body.data);
    expect(status).toBe(200);
    expect(await storedHeaders()).toEqual(ORDER_TOOL.headers);
  });

  test('clears resultPath with null or an empty text', async () => {
    expect((await put({ resultPath: null })).body.data).not.toHaveProperty('resultPath');
    await put({ resultPath: 'a' });
    expect((await put({ resultPath: '' })).body.data).not.toHaveProperty('resultPath');
  });

  test('enables with null, which is the default', async () => {
    await put({ enabled: false });
    expect((await put({ enabled: null })).body.data.enabled).toBe(true);
  });

  test.each(['name', 'description', 'inputSchema', 'endpoint', 'method'])('does not clear %s', async (field) => {
    const { status, body } = await put({ [field]: null });
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
  });

  test.each([
    [{ name: 'Not A Name' }, 'name'],
    [{ endpoint: 'http://10.0.0.1/' }, 'endpoint'],
    [{ inputSchema: { type: 'array' } }, 'inputSchema.type'],
    [{ headers: { 'X-Unknown': '***' } }, 'headers.X-Unknown'],
  ])('rejects %j and changes nothing', async (changes, field) => {
    const { status, body } = await put({ description: 'Changed.', ...changes });
    expect([status, body.details?.[0]?.field]).toEqual([400, field]);
    const { body: after } = await site.get<ToolAnswer>(`/webhook-tools/${tool._id}`);
    expect(after.data.description).toBe(ORDER_TOOL.description);
  });

  test('takes a new name unless another tool has it', async () => {
    await site.create('/webhook-tools', { ...ORDER_TOOL, name: 'other' });
    const { status, body } = await put({ name: 'other' });
    expect([status, body.error]).toEqual([409, 'Webhook tool with this name already exists']);
    expect((await put({ name: ORDER_TOOL.name })).status).toBe(200);
    expect((await put({ name: 'renamed' })).body.data.name).toBe('renamed');
  });

  test('POST :id/rotate-secret answers a new secret, and the former one signs for another day', async () => {
    const { body } = await site.post<ToolAnswer>(`/webhook-tools/${tool._id}/rotate-secret`, {});
    expect(body.data.signingSecret).toMatch(/^whsec_/);
    expect(body.data.signingSecret).not.toBe(tool.signingSecret);
    const [row] = await service.app.database
      .forSite(site.id, 'background')
      .rows<{ hours: number; former: string }>(
        `select round(extract(epoch from former_secret_until - now()) / 3600)::int as hours, former_secret as former from webhook_tool`,
      );
    expect(row?.hours).toBe(24);
    expect(new SecretBox(ENCRYPTION_KEY).open(row?.former ?? '')).toBe(tool.signingSecret);
  });

  test('DELETE answers the id, and the tool no longer exists', async () => {
    const answer = await site.delete(`/webhook-tools/${tool._id}`);
    expect([answer.status, answer.body.data]).toEqual([200, { id: tool._id, deleted: true }]);
    expect((await site.get(`/webhook-tools/${tool._id}`)).status).toBe(404);
    expect((await site.delete(`/webhook-tools/${tool._id}`)).status).toBe(404);
  });

  test.each(['GET', 'PUT', 'DELETE', 'rotate'])(
    "%s of another site's tool is that of an unknown one",
    async (method) => {
      const stranger = await service.site();
      for (const id of [tool._id, '01900000-0000-7000-8000-000000000000', 'not-an-id']) {
        const path = `/webhook-tools/${id}${method === 'rotate' ? '/rotate-secret' : ''}`;
        const body = method === 'PUT' ? { description: 'Mine.' } : method === 'rotate' ? {} : undefined;
        const answer = await stranger.call(method === 'rotate' ? 'POST' : method, path, body);
        expect([answer.status, answer.body.error]).toEqual([404, 'Webhook tool not found']);
      }
      expect((await site.get<ToolAnswer>(`/webhook-tools/${tool._id}`)).body.data.description).toBe(
        ORDER_TOOL.description,
      );
    },
  );

  test('GET /webhook-tools lists the tools of the site by name, disabled ones included', async () => {
    await site.create('/webhook-tools', { ...ORDER_TOOL, name: 'zoo_hours', enabled: false });
    await site.create('/webhook-tools', { ...ORDER_TOOL, name: 'add_to_list' });
    await (await service.site()).create('/webhook-tools', { ...ORDER_TOOL, name: 'foreign' });
    const { body } = await site.get<ToolAnswer[]>('/webhook-tools');
    expect(Object.keys(body)).toEqual(['success', 'data']);
    expect(body.data.map(({ name }) => name)).toEqual(['add_to_list', 'order_status', 'zoo_hours']);
    expect(body.data.every((each) => each.headers['Authorization'] === '***' && !('signingSecret' in each))).toBe(true);
  });

  test('GraphQL pages and filters them, and shows a secret in no list', async () => {
    for (const name of ['one', 'two'])
      await site.create('/webhook-tools', { ...ORDER_TOOL, name, enabled: name === 'one' });
    const query = `query ($after: String) {
      webhookTools(filter: { enabled: true }, page: { limit: 1, after: $after }) {
        total hasMore endCursor items { name headers signingSecret }
      }
    }`;
    const first = await site.graphql<{ webhookTools: { endCursor: string } }>(query);
    expect(first.data?.webhookTools).toMatchObject({
      total: 2,
      hasMore: true,
      items: [{ name: 'one', headers: { Authorization: '***', 'X-Tenant': '***' }, signingSecret: null }],
    });
    const second = await site.graphql(query, { after: first.data?.webhookTools.endCursor });
    expect(second.data).toMatchObject({ webhookTools: { hasMore: false, items: [{ name: 'order_status' }] } });
  });

  test('GraphQL creates, reads and rotates with the same rules', async () => {
    const created = await site.graphql<{ createWebhookTool: { id: string; signingSecret: string } }>(
      'mutation ($input: CreateWebhookToolInput!) { createWebhookTool(input: $input) { id method signingSecret } }',
      { input: { ...ORDER_TOOL, name: 'by_graphql' } },
    );
    expect(created.data?.createWebhookTool).toMatchObject({
      method: 'POST',
      signingSecret: expect.stringMatching(/^whsec_/),
    });
    const id = created.data?.createWebhookTool.id;
    const read = await site.graphql('query ($id: ID!) { webhookTool(id: $id) { name signingSecret } }', { id });
    expect(read.data).toEqual({ webhookTool: { name: 'by_graphql', signingSecret: null } });
    const rotated = await site.graphql('mutation ($id: ID!) { rotateWebhookToolSecret(id: $id) { signingSecret } }', {
      id,
    });
    expect(rotated.data).not.toEqual({
      rotateWebhookToolSecret: { signingSecret: created.data?.createWebhookTool.signingSecret },
    });
  });
});
