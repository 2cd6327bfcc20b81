import { beforeEach, describe, expect, test } from 'vitest';
import { deleteOldCalls } from '../../../src/features/webhook-tool/call-log.ts';
import type { TestSite } from '../../support/site.ts';
import { useSite } from '../../support/use-service.ts';
import { answer, script, useAgent } from './agent-service.ts';
import { useToolEndpoint } from './tool-endpoint.ts';

const endpoint = useToolEndpoint();
const agent = useAgent(() => ({ OUTBOUND_ALLOW_HOSTS: endpoint.host }));
const site = useSite(agent.service);

const inputSchema = {
  type: 'object',
  properties: { order: { type: 'string', pattern: '^[A-Z]{2}\\d+$' }, express: { type: 'boolean' } },
  required: ['order'],
};

beforeEach(() => {
  endpoint.received.length = 0;
  endpoint.reply({ json: { data: [{ state: 'on its way' }] } });
});

/** Asks for these calls first, then says so. */
function calling(...calls: { name: string; arguments: unknown }[]): void {
  script(agent.cohere, { talk: (_body, round) => (round === 1 ? { plan: 'I look.', calls } : { text: 'Done.' }) });
}

describe('the calls of a tool', () => {
  interface Logged {
    origin: string;
    createdAt: string;
    durationMs: number;
    status: number | null;
    error: string | null;
  }
  const system = () => agent.service.app.database.system;
  const toolOf = (at: TestSite, name: string, changes: object = {}) =>
    at.create('/webhook-tools', {
      name,
      description: 'd',
      inputSchema,
      headers: { 'X-Token': 'very-secret' },
      endpoint: endpoint.url('/calls?v=2'),
      method: 'POST',
      effect: 'read',
      ...changes,
    });
  const logged = async (at: TestSite, toolId: string, argument = '') => {
    await agent.service.app.features.toolCalls.flush();
    const { data, errors } = await at.graphql<{ webhookToolCalls: { total: number; items: Logged[] } }>(
      `query ($toolId: ID!) { webhookToolCalls(toolId: $toolId ${argument}) {
        total items { origin createdAt durationMs status error } } }`,
      { toolId },
    );
    if (!data?.webhookToolCalls) throw new Error(errors?.[0]?.message);
    return data.webhookToolCalls;
  };
  interface TestAnswer {
    violation: string | null;
    request: object | null;
    call: object | null;
  }
  const tested = async (id: string, input: object, send = false, at = site) => {
    const { data, errors } = await at.graphql<{ testWebhookTool: TestAnswer }>(
      `mutation ($id: ID!, $input: JSONObject!, $send: Boolean) { testWebhookTool(id: $id, input: $input, send: $send) {
        violation request { method url headers body } call { status error output } } }`,
      { id, input, send },
    );
    if (!data?.testWebhookTool) throw new Error(errors?.[0]?.message);
    return data.testWebhookTool;
  };

  test('are listed with status, duration and reason, without what the endpoint says, latest first', async () => {
    const { _id } = await toolOf(site, 'logged');
    const call = { name: 'logged', arguments: { order: 'AB12' } };
    calling(call);
    await answer(site, { message: 'where is AB12?' });
    endpoint.reply({ status: 422, json: { error: 'No order for very-secret' } });
    calling(call);
    await answer(site, { message: 'and now?' });
    const { total, items } = await logged(site, _id);
    expect(total).toBe(2);
    expect(items).toEqual([
      {
        origin: 'chat',
        createdAt: expect.stringMatching(/Z$/),
        durationMs: expect.any(Number),
        status: 422,
        error: 'The endpoint returned status 422',
      },
      expect.objectContaining({ origin: 'chat', status: 200, error: null }),
    ]);
    expect(Date.now() - Date.parse(items[0]!.createdAt)).toBeLessThan(60_000);
    expect((await logged(site, _id, 'failed: true')).items).toHaveLength(1);
    expect((await logged(site, _id, 'failed: false')).items).toMatchObject([{ status: 200 }]);
    const stranger = await agent.service.site();
    await expect(logged(stranger, _id)).rejects.toThrow('Webhook tool not found');
    const [row] = await system().rows<{ text: string }>(
      'select string_agg(c::text, $1) as text from webhook_tool_call c',
      [' '],
    );
    expect(row?.text).not.toContain('very-secret');
    expect(row?.text).not.toContain('AB12');
  });

  test('are the last hundred of each tool and of 30 days', async () => {
    const { _id } = await toolOf(site, 'busy');
    const other = await toolOf(site, 'quiet');
    const add = (toolId: string, ms: number) =>
      agent.service.app.features.toolCalls.add({
        toolId,
        origin: 'chat',
        startedAt: new Date(Date.now() - 60_000 + ms),
        durationMs: ms,
        status: 200,
        error: null,
      });
    add(other._id, 1);
    for (let ms = 0; ms < 130; ms += 1) add(_id, ms);
    // A tool that was deleted meanwhile does not keep the others from being written.
    add('01890000-0000-7000-8000-000000000000', 1);
    const { total, items } = await logged(site, _id, 'page: { limit: 100 }');
    expect([total, items.at(0)?.durationMs, items.at(-1)?.durationMs]).toEqual([100, 129, 30]);
    expect((await logged(site, other._id)).total).toBe(1);
    await system().rows(`update webhook_tool_call set created_at = now() - interval '31 days' where tool_id = $1`, [
      _id,
    ]);
    await deleteOldCalls(system());
    expect((await logged(site, _id)).total).toBe(0);
    expect((await logged(site, other._id)).total).toBe(1);
  });

  test('a test shows the request without secrets, and sends nothing', async () => {
    const { _id } = await toolOf(site, 'tested', { enabled: false });
    const { violation, request, call } = await tested(_id, { order: 'AB12' });
    expect([violation, call]).toEqual([null, null]);
    expect(request).toEqual({
      method: 'POST',
      url: endpoint.url('/calls?v=2'),
      body: '{"order":"AB12"}',
      headers: {
        accept: 'application/json',
        'content-type': 'application/json',
        'x-token': '***',
        'webhook-id': expect.stringMatching(/^msg_/),
        'webhook-timestamp': expect.stringMatching(/^\d+$/),
        'webhook-signature': '***',
      },
    });
    expect(endpoint.received).toEqual([]);
    expect(await tested(_id, { order: 'nonsense' }, true)).toEqual({
      violation: expect.stringContaining('input.order must match pattern'),
      request: null,
      call: null,
    });
    expect(endpoint.received).toEqual([]);
    expect((await logged(site, _id)).total).toBe(0);
  });

  test('a test that is sent shows what the agent would get, and is logged as one', async () => {
    const { _id } = await toolOf(site, 'sent', { resultPath: 'data.0' });
    const { call } = await tested(_id, { order: 'AB12', hidden: 1 }, true);
    expect(call).toEqual({ status: 200, error: null, output: { state: 'on its way' } });
    expect(endpoint.received).toMatchObject([{ body: '{"order":"AB12"}', headers: { 'x-token': 'very-secret' } }]);
    endpoint.reply({ status: 500, json: {} });
    expect((await tested(_id, { order: 'AB12' }, true)).call).toEqual({
      status: 500,
      error: 'The endpoint returned status 500',
      output: null,
    });
    expect((await logged(site, _id)).items).toMatchObject([
      { origin: 'test', status: 500 },
      { origin: 'test', status: 200 },
    ]);
    const stranger = await agent.service.site();
    await expect(tested(_id, { order: 'AB12' }, true, stranger)).rejects.toThrow('Webhook tool not found');
  });
});
