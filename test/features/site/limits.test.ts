import { expect, test } from 'vitest';
import { DEFAULT_PLAN_LIMITS } from '../../../src/shared/plan-limits.ts';
import { newMember } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { aPersona } from '../persona/personas.ts';
import { keyword } from '../trigger/triggers.ts';
import { ORDER_TOOL } from '../webhook-tool/tool.ts';
import { Admin } from './admin.ts';

const service = useService();
const site = useSite(service);
const admin = new Admin(service);

interface Limit {
  resource: string;
  used: number;
  max: number;
}

/** Those of the plan, and those of every site. */
async function readAllLimits(): Promise<Limit[]> {
  const { data } = await admin.ask<{ site: { limits: Limit[] } }>(
    `{ site(id: "${site.id}") { limits { resource used max } } }`,
  );
  return data?.site.limits ?? [];
}

async function readLimits(): Promise<Limit[]> {
  return (await readAllLimits()).filter(({ resource }) => !Object.hasOwn(DEFAULT_PLAN_LIMITS.enterprise, resource));
}

test('limits have those of the plan', async () => {
  const limits = (await readAllLimits()).map(({ resource, max }) => [resource, max]);
  expect(Object.fromEntries(limits)).toMatchObject(DEFAULT_PLAN_LIMITS.enterprise);
});

test('limits say how many a site has of what it may have only so many of, the largest share first', async () => {
  const before = await readLimits();
  expect(Object.fromEntries(before.map(({ resource, max }) => [resource, max]))).toEqual({
    api_key: 100,
    asset_folder: 5_000,
    collection: 5_000,
    content_type: 500,
    member: 1_000,
    persona: 500,
    trigger: 20_000,
    webhook_endpoint: 20,
    webhook_tool: 200,
  });
  await site.create('/assets/folders', { name: 'F', slug: 'f' });
  await site.create('/content-types', { name: 'T', slug: 't' });
  await site.graphql('mutation { createCollection(input: { name: "C", slug: "c" }) { id } }');
  await site.create('/personas', aPersona());
  await site.create('/triggers', keyword('refund'));
  await site.create('/webhook-tools', ORDER_TOOL);
  await newMember(site, 'editor', 'Grace');
  const { id } = await service.key(site.id, { name: 'second' });
  await service.key(site.id, { name: 'third' });
  await admin.ask(`mutation { revokeApiKey(id: "${id}") { id } }`);
  const create = { url: 'https://example.com/events', events: ['content.updated'] };
  const { errors } = await site.graphql(
    'mutation ($create: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $create) { id } }',
    { create },
  );
  expect(errors).toBeUndefined();
  const after = await readLimits();
  const usedBefore = new Map(before.map(({ resource, used }) => [resource, used]));
  const added = after.map(({ resource, used }) => [resource, used - (usedBefore.get(resource) ?? 0)]);
  expect(added.filter(([, more]) => more !== 1)).toEqual([]);
  expect(after[0]).toMatchObject({ resource: 'webhook_endpoint', used: 1 });
  expect(after.at(-1)).toMatchObject({ resource: 'trigger', used: 1 });
});
