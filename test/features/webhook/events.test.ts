import { describe, expect, test } from 'vitest';
import {
  createEndpoint,
  createItem,
  deleteItem,
  deliveriesOf,
  eventually,
  useReceiver,
  updateItem,
} from './receiver.ts';

const { service, site, receiver } = useReceiver();

/** So that what must not arrive would have arrived before. */
async function untilLast(type: string): Promise<void> {
  const id = await createItem(site, { title: 'Last', type });
  await eventually(site, () => expect(receiver.events(id)).toEqual(['content.created']));
}

describe('events of content items', () => {
  test('each write has its events, in order, with facts and no text of the item', async () => {
    await createEndpoint(site, receiver.url);
    const id = await createItem(site, { title: 'A title', content: 'Secret text', accessLevel: 'premium' });
    await updateItem(site, id, { excerpt: 'Secret excerpt' });
    await updateItem(site, id, { status: 'published', customFields: { note: 'Secret note' } });
    await updateItem(site, id, { title: 'Secret title' });
    await updateItem(site, id, { status: 'draft' });
    await updateItem(site, id, { status: 'published' });
    await deleteItem(site, id);
    await eventually(site, () =>
      expect(receiver.events()).toEqual([
        'content.created',
        'content.updated',
        'content.updated',
        'content.published',
        'content.updated',
        'content.updated',
        'content.unpublished',
        'content.updated',
        'content.published',
        'content.unpublished',
        'content.deleted',
      ]),
    );
    const [created] = receiver.received;
    expect(created?.event).toEqual({
      type: 'content.created',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      data: { id, contentType: 'article', slug: 'a-title', language: 'en', status: 'draft', revision: 1 },
    });
    expect(Math.abs(Date.parse(created?.event.timestamp ?? '') - Date.now())).toBeLessThan(60_000);
    expect(receiver.received.map(({ body }) => body).join('')).not.toContain('Secret');
  });

  test('an item that is created published is created, then published', async () => {
    await createEndpoint(site, receiver.url);
    const id = await createItem(site, { status: 'published' });
    await eventually(site, () => expect(receiver.events(id)).toEqual(['content.created', 'content.published']));
  });

  test('any statement that changes an item has an event, one that changes nothing has none', async () => {
    await createEndpoint(site, receiver.url, { events: ['content.updated'] });
    const id = await createItem(site);
    const scope = service.app.database.forSite(site.id, 'background');
    await scope.change('update content_item set updated_at = now() where id = $1', [id]);
    await scope.change(`update content_item set excerpt = 'x', updated_at = now() where id = $1`, [id]);
    await eventually(site, () => expect(receiver.events(id)).toEqual(['content.updated']));
    expect(receiver.received[0]?.event.data['revision']).toBe(3);
  });

  test('a write that is rolled back has no event', async () => {
    const endpoint = await createEndpoint(site, receiver.url);
    const id = await createItem(site);
    const { database } = service.app;
    const write = database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows(`update content_item set excerpt = 'x', updated_at = now() where id = $1`, [id]);
      throw new Error('rolled back');
    });
    await expect(write).rejects.toThrow('rolled back');
    await untilLast('article');
    expect(await deliveriesOf(site, endpoint.id)).toHaveLength(2);
  });
});

describe('an endpoint gets only', () => {
  test('the events that it names', async () => {
    await createEndpoint(site, receiver.url, { events: ['content.published', 'content.deleted'] });
    const id = await createItem(site, { status: 'published' });
    await updateItem(site, id, { title: 'New' });
    await deleteItem(site, id);
    await eventually(site, () => expect(receiver.events()).toEqual(['content.published', 'content.deleted']));
  });

  test('the types and languages of its filters', async () => {
    await createEndpoint(site, receiver.url, { contentTypes: ['video'], languages: ['de_at', 'en'] });
    await createItem(site, { type: 'article' });
    await createItem(site, { type: 'video', language: 'fr' });
    const german = await createItem(site, { type: 'video', language: 'de-AT' });
    await eventually(site, () => expect(receiver.events(german)).toEqual(['content.created']));
    await untilLast('video');
    expect(receiver.received).toHaveLength(2);
  });

  test('events of its site', async () => {
    const other = await service.site();
    const theirs = await createEndpoint(other, receiver.url);
    const endpoint = await createEndpoint(site, receiver.url);
    await untilLast('article');
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(other, theirs.id)).toEqual([]);
    const { errors } = await other.graphql(`{ webhookDeliveries(endpointId: "${endpoint.id}") { total } }`);
    expect(errors?.[0]?.extensions['code']).toBe('NOT_FOUND');
  });

  test('events while it is enabled', async () => {
    await createEndpoint(site, receiver.url);
    const silent = await createEndpoint(site, receiver.url, { enabled: false });
    await untilLast('article');
    expect(receiver.received).toHaveLength(1);
    expect(await deliveriesOf(site, silent.id)).toEqual([]);
  });
});

test('a site with items and endpoints can be deleted', async () => {
  const other = await service.site();
  await createEndpoint(other, receiver.url);
  await createItem(other, { status: 'published' });
  await service.admin('mutation ($id: ID!) { deleteSite(id: $id) { id } }', { id: other.id });
  const left = await service.app.database.system.rows('select 1 from webhook_delivery where site_id = $1', [other.id]);
  expect(left).toEqual([]);
});
