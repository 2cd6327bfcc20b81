import 'reflect-metadata';
import { describe, expect, test } from 'vitest';
import { createHttpEgress } from '../../../src/adapters/egress/http-egress.ts';
import { ANONYMOUS } from '../../../src/access/entitlement.ts';
import { Viewer } from '../../../src/access/viewer.ts';
import { WebhookToolInvocation } from '../../../src/features/webhook-tool/webhook-tool.invocation.ts';
import { WebhookToolService } from '../../../src/features/webhook-tool/webhook-tool.service.ts';
import { SecretBox } from '../../../src/shared/secret-box.ts';
import { startBystander } from '../../adapters/egress/bystander.ts';
import { useOwnService, useSiteForEach } from '../../support/use-service.ts';
import { useForEach } from '../../support/use.ts';
import type { TestSite } from '../../support/site.ts';
import { ORDER_TOOL, type ToolAnswer } from './tool.ts';

const ENCRYPTION_KEY = 'a key of this test, long enough to be one';

describe('the tools that the agent may call', () => {
  const service = useOwnService({ ENCRYPTION_KEY, OUTBOUND_ALLOW_HOSTS: 'localhost' });
  const site = useSiteForEach(service);
  const endpoint = useForEach(() =>
    startBystander((_request, response) => response.end('{"data":{"items":[{"state":"sent"}]}}')),
  );

  const egress = createHttpEgress({ allowHosts: ['localhost'] });
  const secrets = new SecretBox(ENCRYPTION_KEY);
  const tools = new WebhookToolService(egress, secrets);
  const invocation = new WebhookToolInvocation(egress, secrets);

  const callable = (of: TestSite) =>
    tools.callable(
      new Viewer({
        site: {
          id: of.id,
          name: '',
          plan: 'enterprise',
          trustCallerUser: false,
          subscriptions: [],
          linkHosts: [],
          modelVersion: null,
          rerankerVersion: null,
        },
        scope: service.app.database.forSite(of.id, 'background'),
        key: { id: '', scopes: ['read'] },
        entitlement: ANONYMOUS,
      }),
    );

  const stored = (changes: object = {}) =>
    site.create<ToolAnswer>('/webhook-tools', {
      ...ORDER_TOOL,
      endpoint: `http://localhost:${endpoint.port}/`,
      ...changes,
    });

  test('are the enabled ones of its own site', async () => {
    await stored();
    await stored({ name: 'asleep', enabled: false });
    expect((await callable(site)).map(({ name }) => name)).toEqual(['order_status']);
    expect(await callable(await service.site())).toEqual([]);
  });

  test('hold no secret that could be read, and are called with all of them', async () => {
    await stored();
    const [tool] = await callable(site);
    if (!tool) throw new Error('there is no tool');
    expect(JSON.stringify(tool)).not.toMatch(/top-secret|whsec_/);
    expect(await invocation.invoke(tool, { orderId: 'AB-1234' })).toEqual({ output: { state: 'sent' } });
    expect(endpoint.requests[0]?.headers).toMatchObject({ authorization: 'Bearer top-secret', 'x-tenant': 'acme' });
    expect(await invocation.invoke(tool, { orderId: '1234' })).toEqual({
      error: 'input.orderId must match pattern "^[A-Z]{2}-\\d{4}$"',
    });
    expect(endpoint.requests).toHaveLength(1);
  });

  test('are signed twice for a day after a rotation and once from then on', async () => {
    const { _id } = await stored();
    await site.post(`/webhook-tools/${_id}/rotate-secret`, {});
    const signatures = async () => {
      endpoint.requests.length = 0;
      const [tool] = await callable(site);
      if (tool) await invocation.invoke(tool, { orderId: 'AB-1234' });
      return String(endpoint.requests[0]?.headers['webhook-signature']).split(' ').length;
    };
    expect(await signatures()).toBe(2);
    await service.app.database
      .forSite(site.id, 'background')
      .write((tx) => tx.rows(`update webhook_tool set former_secret_until = now() - interval '1 second'`));
    expect(await signatures()).toBe(1);
  });
});
