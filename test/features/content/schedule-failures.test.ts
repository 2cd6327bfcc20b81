import { expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();
const site = useSiteForEach(service);

/** An item whose publication fails, because its field has got another type, and one that is still to come. */
async function siteWithFailure(): Promise<Item> {
  await createType(site, 'offer', [{ name: 'price', type: 'text' }]);
  const item = await createItem(site, { type: 'offer', title: 'Late', customFields: { price: 'on request' } });
  const other = await createItem(site, { type: 'offer', title: 'Coming' });
  const at = new Date(Date.now() + 3_600_000).toISOString();
  for (const { _id } of [item, other]) await site.put(`/content/${_id}/schedule`, { publishAt: at });
  await site.put('/content-types/offer', { fields: [{ name: 'price', type: 'number' }] });
  const { database } = service.app;
  await database.forSite(site.id, 'background').write(async (tx) => {
    await tx.rows(`update content_schedule set at = now() where item_id = $1`, [item._id]);
    await tx.rows(`update job set run_at = now() where kind = 'apply-content-schedule' and key = $1`, [item._id]);
  });
  await service.noticeJobs();
  await expect.poll(async () => (await failuresOf(site)).total, { timeout: 20_000 }).toBe(1);
  return item;
}

async function failuresOf(of: TestSite) {
  const { data } = await of.graphql<{ scheduledContents: { total: number; items: object[] } }>(
    '{ scheduledContents(failed: true) { total items { title failedReason } } }',
  );
  return data!.scheduledContents;
}

const LIST = `{ contents(scheduleFailed: true) {
  total items { title schedule { failedReason } valueErrors { field message } } } }`;

test('what could not be published by schedule is listed with its reason, and with the value that does not fit', async () => {
  await siteWithFailure();
  const message = 'customFields.price must be a number';
  expect((await failuresOf(site)).items).toEqual([{ title: 'Late', failedReason: message }]);
  const { data } = await site.graphql(LIST);
  expect(data).toEqual({
    contents: {
      total: 1,
      items: [
        {
          title: 'Late',
          schedule: { failedReason: message },
          valueErrors: [{ field: 'customFields.price', message }],
        },
      ],
    },
  });
});

test('it leaves the list when it is scheduled again, and is none of keys without the scope preview', async () => {
  const item = await siteWithFailure();
  const created = await new Admin(service).createApiKey(site.id, { name: 'delivery', scopes: ['read'] });
  const delivery = new TestSite(service, site.id, created.data?.createApiKey.secret ?? '');
  expect((await delivery.graphql(LIST)).errors?.[0]?.extensions['code']).toBe('FORBIDDEN');
  await site.put(`/content/${item._id}`, { customFields: { price: 1 } });
  const publishAt = new Date(Date.now() + 3_600_000).toISOString();
  await site.put(`/content/${item._id}/schedule`, { publishAt });
  expect((await site.graphql(LIST)).data).toEqual({ contents: { total: 0, items: [] } });
});

test('a draft says which of its values do not fit the type any more', async () => {
  await createType(site, 'offer', [{ name: 'price', type: 'text' }]);
  const item = await createItem(site, { type: 'offer', status: 'published' });
  await site.put(`/content/${item._id}/draft`, { customFields: { price: 'on request' } });
  await site.put('/content-types/offer', { fields: [{ name: 'price', type: 'number' }] });
  const query =
    'query ($id: ID!) { content(id: $id) { valueErrors { field } draft { valueErrors { field message } } } }';
  const errors = [{ field: 'customFields.price', message: 'customFields.price must be a number' }];
  expect((await site.graphql(query, { id: item._id })).data).toEqual({
    content: { valueErrors: [], draft: { valueErrors: errors } },
  });
  const published = await site.post(`/content/${item._id}/draft/publish`, {});
  expect({ status: published.status, details: published.body.details }).toEqual({ status: 400, details: errors });
});
