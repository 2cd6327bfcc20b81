import { describe, expect, test } from 'vitest';
import { expireDeliveries } from '../../../src/features/webhook/webhook-delivery.service.ts';
import { DeliverWebhooks } from '../../../src/features/webhook/deliver-webhooks.ts';
import type { Egress } from '../../../src/ports/egress.ts';
import type { SecretBox } from '../../../src/shared/secret-box.ts';
import { upload } from '../asset/uploading.ts';
import { ENDPOINT, type Fields, ask, createEndpoint, deliveriesOf, eventually, useReceiver } from './receiver.ts';

const { service, site, receiver } = useReceiver();

/** The events without their times. */
const events = () => receiver.received.map(({ event: { type, data } }) => ({ type, ...data }));

describe('events of', () => {
  test('forms: that one was submitted, without its values', async () => {
    await createEndpoint(site, receiver.url, { events: ['form.submitted'] });
    await service.admin('mutation ($id: ID!) { updateSite(id: $id, input: {forms: {enabled: true}}) { id } }', {
      id: site.id,
    });
    const form = { formId: 'contact', formName: 'Contact', fields: { topic: 'Secret wheels' } };
    expect((await site.post('/forms/submit', form)).status).toBe(200);
    await eventually(site, () =>
      expect(events()).toEqual([{ type: 'form.submitted', id: expect.any(String), formId: 'contact' }]),
    );
    expect(receiver.received[0]?.body).not.toContain('Secret');
  });

  test('files, from when they are served, without their names', async () => {
    await createEndpoint(site, receiver.url, { events: ['asset.created', 'asset.updated', 'asset.deleted'] });
    const key = await upload(site, 'secret.txt', 'Text');
    const update = `updateAsset(id: "${key}", input: {alt: "Secret"}) { id }`;
    const { id } = await ask(site, update);
    await ask(site, `deleteAsset(id: "${key}") { id }`);
    await eventually(site, () =>
      expect(events()).toMatchObject(
        ['created', 'updated', 'deleted'].map((what) => ({ type: `asset.${what}`, id, kind: 'document' })),
      ),
    );
    expect(receiver.received.map(({ body }) => body).join('')).not.toMatch(/secret/i);
  });

  test('content types', async () => {
    const names = ['content_type.created', 'content_type.updated', 'content_type.deleted'];
    await createEndpoint(site, receiver.url, { events: names });
    const type = await ask(site, 'createContentType(input: {name: "Recipe", slug: "recipe"}) { id }');
    await ask(site, 'updateContentType(slug: "recipe", input: {description: "Food"}) { id }');
    await ask(site, 'deleteContentType(slug: "recipe", force: true) { id }');
    await eventually(site, () =>
      expect(events()).toMatchObject(names.map((name) => ({ type: name, id: type.id, slug: 'recipe' }))),
    );
  });

  test('the knowledge base: a source was indexed, or could not be', async () => {
    await createEndpoint(site, receiver.url, { events: ['knowledge.indexed', 'knowledge.failed'] });
    const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'D', content: 'Text' });
    await eventually(site, () =>
      expect(events()).toEqual([{ type: 'knowledge.indexed', id, kind: 'document', chunks: 1 }]),
    );
    const failure = [id, JSON.stringify({ code: 'BAD_GATEWAY', message: 'Secret' })];
    const fail = `update knowledge_source set status = 'failed', error = $2 where id = $1`;
    await service.app.database.forSite(site.id, 'background').change(fail, failure);
    await eventually(site, () =>
      expect(events()[1]).toEqual({ type: 'knowledge.failed', id, kind: 'document', error: 'BAD_GATEWAY' }),
    );
  });

  test('the knowledge base: not the drafts of items', async () => {
    await createEndpoint(site, receiver.url, { events: ['knowledge.indexed', 'knowledge.failed'] });
    const item = { externalId: 'e', type: 'article', title: 'A', content: 'Text', status: 'published' };
    const { _id } = await site.create('/content', item);
    await site.put(`/content/${_id}/draft`, { content: 'Draft' });
    const scope = service.app.database.forSite(site.id, 'background');
    await expect
      .poll(() => scope.rows('select status from knowledge_source where draft_of = $1', [_id]))
      .toEqual([{ status: 'completed' }]);
    await scope.change(`update knowledge_source set status = 'failed' where draft_of = $1`, [_id]);
    await eventually(site, () => expect(events()).toMatchObject([{ id: _id }]));
    const { id } = await site.create<{ id: string }>('/knowledge/documents', { title: 'D', content: 'Text' });
    await eventually(site, () => expect(events()).toMatchObject([{ id: _id }, { id }]));
  });

  test('chats: a question without an answer, without its text', async () => {
    await createEndpoint(site, receiver.url, { events: ['chat.unanswered'] });
    const chat = await site.create<{ messageId: string }>('/agent/chat', { message: 'What is the secret?' });
    await eventually(site, () => expect(events()).toEqual([{ type: 'chat.unanswered', messageId: chat.messageId }]));
  });
});

describe('the log', () => {
  const insert = (endpointId: string, values: string) =>
    service.app.database.forSite(site.id, 'background').change(
      `insert into webhook_delivery (site_id, endpoint_id, event, subject_id, body, status, created_at, expires_at, next_attempt_at)
       select $1, $2, 'content.created', gen_random_uuid(), '{}', ${values}`,
      [site.id, endpointId],
    );

  test('keeps deliveries for 14 days; what waited for longer than its time has failed', async () => {
    const { id } = await createEndpoint(site, receiver.url, { enabled: false });
    await insert(id, `'delivered', now() - interval '15 days', now(), null`);
    await insert(id, `'delivered', now() - interval '13 days', now(), null`);
    await insert(id, `'pending', now() - interval '2 days', now() - interval '1 day', now()`);
    await expireDeliveries(service.app.database.system);
    expect(await deliveriesOf(site, id)).toMatchObject([
      { status: 'failed', error: 'The endpoint did not accept events for 24 hours' },
      { status: 'delivered' },
    ]);
  });

  test('disables an endpoint for which too many events wait', async () => {
    const { id } = await createEndpoint(site, receiver.url);
    const { database, features } = service.app;
    const scope = database.forSite(site.id, 'background');
    await scope.change(`update webhook_endpoint set paused_until = now() + interval '1 hour' where id = $1`, [id]);
    await insert(id, `'pending', now(), now(), now() from generate_series(1, 4)`);
    const run = async (maxBacklog: number) => {
      const deliver = new DeliverWebhooks(
        { database, jobs: features.jobs, egress: {} as Egress, secrets: {} as SecretBox },
        { maxBacklog },
      );
      const job = { id, siteId: site.id, kind: 'deliver-webhooks', key: id, payload: {}, attempts: 1 } as const;
      await deliver.run({ ...job, lease: id, waitedSeconds: 0 }, new AbortController().signal);
      return (await ask<Fields[]>(site, `webhookEndpoints { ${ENDPOINT} }`))[0];
    };
    expect(await run(4)).toMatchObject({ enabled: true });
    expect(await run(3)).toMatchObject({ enabled: false, disabledReason: 'More than 3 events were waiting' });
  });
});
