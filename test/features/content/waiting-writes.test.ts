import { expect, test } from 'vitest';
import { untilBlocking, untilWaitingFor } from '../../support/locks.ts';
import type { RestAnswer } from '../../support/site.ts';
import { useOwnService, useSite } from '../../support/use-service.ts';
import { createItem } from './items.ts';

const service = useOwnService();
const site = useSite(service);

/** The second write begins before the first has ended, and waits for it. */
async function oneAfterTheOther(id: string, first: () => Promise<RestAnswer>, second: () => Promise<RestAnswer>) {
  const { database } = service.app;
  const writes = await database.forSite(site.id, 'background').write(async (tx) => {
    await tx.rows('select from content_item where id = $1 for update', [id]);
    const answers = [first()];
    const [session] = await untilBlocking(database, tx);
    answers.push(second());
    await untilWaitingFor(database, session!);
    return answers;
  });
  for (const { status } of await Promise.all(writes)) expect(status).toBe(200);
}

const rows = (sql: string, id: string) => service.app.database.system.rows(sql, [id]);

async function anItem(): Promise<string> {
  const { _id } = await createItem(site, { title: 'Potoroo', status: 'published', content: 'The potoroo digs.' });
  return _id;
}

test.each([
  ['saved again', [{ accessLevel: 'premium' }], { accessLevel: 'public' }, { excerpt: 'Digs' }, 'Potoroo'],
  ['first saved', [], { excerpt: 'Hops' }, { title: 'Two potoroos' }, 'Two potoroos'],
])(
  'a change of an item that waits for its draft to be %s indexes the draft',
  async (_which, before, draft, change, title) => {
    const id = await anItem();
    for (const earlier of before) await site.put(`/content/${id}/draft`, earlier);
    await site.indexed();
    await oneAfterTheOther(
      id,
      () => site.put(`/content/${id}/draft`, draft),
      () => site.put(`/content/${id}`, change),
    );
    await site.indexed();
    const found = await rows(
      'select title, access_level as "accessLevel" from knowledge_source where draft_of = $1',
      id,
    );
    expect(found).toEqual([{ title, accessLevel: 'public' }]);
  },
);

test.each([
  ['saved again', [{ title: 'Earlier' }]],
  ['first saved', []],
])('the deletion of an item that waits for its draft to be %s keeps the draft in the trash', async (_which, before) => {
  const id = await anItem();
  for (const earlier of before) await site.put(`/content/${id}/draft`, earlier);
  await site.indexed();
  await oneAfterTheOther(
    id,
    () => site.put(`/content/${id}/draft`, { title: 'Potoroo by night' }),
    () => site.delete(`/content/${id}`),
  );
  await site.post(`/content/trash/${id}/restore`, {});
  const { body } = await site.get<{ values: object }>(`/content/${id}/draft`);
  expect(body.data?.values).toEqual({ title: 'Potoroo by night' });
});

test('the deletion of an item for good that waits for a change of it removes the version that this made', async () => {
  const id = await anItem();
  await site.indexed();
  await oneAfterTheOther(
    id,
    () => site.put(`/content/${id}`, { title: 'Potoroo by night' }),
    () => site.delete(`/content/${id}?permanently=true`),
  );
  expect(await rows('select from content_version where item_id = $1', id)).toEqual([]);
});

test('a change that takes an item out of the knowledge base and waits for its draft takes the draft out as well', async () => {
  const id = await anItem();
  await site.indexed();
  await service.stopJobs();
  await oneAfterTheOther(
    id,
    () => site.put(`/content/${id}/draft`, { title: 'Potoroo by night' }),
    () => site.put(`/content/${id}`, { status: 'archived' }),
  );
  expect(await rows('select from knowledge_source where draft_of = $1', id)).toEqual([]);
  await service.startJobs();
});

test('the deletion of an item that waits for its way into the knowledge base takes it out', async () => {
  const { _id: id } = await createItem(site, { title: 'Potoroo', status: 'archived', content: 'The potoroo digs.' });
  await service.stopJobs();
  await oneAfterTheOther(
    id,
    () => site.put(`/content/${id}`, { status: 'published' }),
    () => site.delete(`/content/${id}`),
  );
  expect(await rows('select from knowledge_source where id = $1', id)).toEqual([]);
  expect(await rows("select status from job where kind = 'index-source' and key = $1::uuid::text", id)).toEqual([
    { status: 'queued' },
  ]);
  await service.startJobs();
});
