import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createScheduleHandler } from '../../../src/features/content/schedule/schedule.jobs.ts';
import { enqueueDueSchedules } from '../../../src/features/content/schedule/schedule.rows.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { createItem, createItems, createType } from './items.ts';

const service = useService();
const site = useSite(service);

const HOUR = 3_600_000;
const later = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();

interface Scheduled {
  _id: string;
  title: string;
  action: string;
  at: string;
  scheduledBy: { id: string; kind: string };
  failedReason: string | null;
}

interface State {
  status: string;
  revision: number;
  publishedAt: string | null;
  schedule: { publishAt: string | null; unpublishAt: string | null; failedReason: string | null } | null;
}

const schedule = (id: string, times: object, of = site) => of.put(`/content/${id}/schedule`, times);
const scheduledOf = async (of: TestSite, query = '') =>
  (await of.get<Scheduled[]>(`/content/schedule?${query}`)).body.data;

async function stateOf(id: string, of = site): Promise<State> {
  const { data } = await of.graphql<{ content: State }>(
    `query ($id: ID!) { content(id: $id) { status revision publishedAt schedule { publishAt unpublishAt failedReason } } }`,
    { id },
  );
  return data!.content;
}

/** As if the service had been away at the times of what is scheduled for the item: the first an hour, the next half an hour ago. */
async function becomeOverdue(id: string): Promise<void> {
  await service.app.database.system.rows(
    `update content_schedule s set at = now() - case action when 'publish' then interval '1 h' else interval '30 min' end
     where item_id = $1`,
    [id],
  );
}

/** What the start of a service does. */
function catchUp(): Promise<void> {
  const { database, features } = service.app;
  return enqueueDueSchedules(database.system, (jobs) => features.jobs.dispatch(jobs));
}

const within5s = { timeout: 5_000, interval: 50 };

test('an item is published and unpublished at its times, for search as well, by who scheduled it', async () => {
  const own = await service.site();
  const { _id: id } = await createItem(own, { title: 'Zeppelin', content: 'About it.' });
  const found = async () => {
    await own.indexed();
    return (await own.post<{ totalResults: number }>('/rag/search', { query: 'zeppelin' })).body.data.totalResults;
  };
  expect(await found()).toBe(0);
  const publishAt = later(1_000);
  expect((await schedule(id, { publishAt }, own)).body.data).toMatchObject({ _id: id, publishAt, unpublishAt: null });
  expect((await stateOf(id, own)).status).toBe('draft');
  await expect.poll(async () => (await stateOf(id, own)).status, { ...within5s, timeout: 6_000 }).toBe('published');
  const { publishedAt, revision, schedule: rest } = await stateOf(id, own);
  const late = Date.parse(publishedAt ?? '') - Date.parse(publishAt);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(5_000);
  expect({ revision, rest }).toEqual({ revision: 2, rest: null });
  const { data } = await own.graphql<{ contentVersion: { writtenBy: object } }>(
    'query ($id: ID!) { contentVersion(id: $id) { writtenBy { kind name } } }',
    { id },
  );
  expect(data?.contentVersion.writtenBy).toEqual({ kind: 'key', name: 'test' });
  expect(await found()).toBeGreaterThan(0);
  await schedule(id, { unpublishAt: later(300) }, own);
  await expect.poll(async () => (await stateOf(id, own)).status, within5s).toBe('draft');
  expect(await found()).toBe(0);
});

describe('what is scheduled', () => {
  test('is listed in the order of time, is changed, and is cancelled', async () => {
    const own = await service.site();
    const [one, two] = await createItems(own, [{ title: 'One' }, { title: 'Two' }]);
    await schedule(one!._id, { publishAt: later(3 * HOUR), unpublishAt: later(9 * HOUR) }, own);
    await schedule(two!._id, { publishAt: later(HOUR) }, own);
    const listed = async (query = '') =>
      (await scheduledOf(own, query)).map(({ title, action }) => `${title} ${action}`);
    expect(await listed()).toEqual(['Two publish', 'One publish', 'One unpublish']);
    expect(await listed(`from=${later(2 * HOUR)}&to=${later(4 * HOUR)}`)).toEqual(['One publish']);
    expect(await listed('limit=1&offset=1')).toEqual(['One publish']);
    await schedule(two!._id, { publishAt: later(5 * HOUR) }, own);
    await own.put(`/content/${two!._id}`, { title: 'Changed' });
    expect(await listed()).toEqual(['One publish', 'Changed publish', 'One unpublish']);
    await schedule(one!._id, { publishAt: null }, own);
    expect(await listed()).toEqual(['Changed publish', 'One unpublish']);
    expect(await scheduledOf(site)).toEqual([]);
  });

  test('does not happen when it is cancelled or moved in the last second', async () => {
    const [cancelled, moved] = await createItems(site, [{}, {}]);
    for (const { _id } of [cancelled!, moved!]) await schedule(_id, { publishAt: later(600) });
    await schedule(cancelled!._id, { publishAt: null });
    await schedule(moved!._id, { publishAt: later(HOUR) });
    const { _id: after } = await createItem(site);
    await schedule(after, { publishAt: later(700) });
    await expect.poll(async () => (await stateOf(after)).status, within5s).toBe('published');
    expect(await stateOf(cancelled!._id)).toMatchObject({ status: 'draft', schedule: null });
    expect(await stateOf(moved!._id)).toMatchObject({ status: 'draft', revision: 1 });
    expect((await stateOf(moved!._id)).schedule?.publishAt).not.toBeNull();
    await schedule(moved!._id, { publishAt: null });
  });

  test('ends with the deletion of its item, also when that is restored', async () => {
    const { _id: id } = await createItem(site);
    await schedule(id, { publishAt: later(3 * HOUR) });
    await site.delete(`/content/${id}`);
    expect((await scheduledOf(site)).map(({ _id }) => _id)).not.toContain(id);
    await site.post(`/content/trash/${id}/restore`, {});
    expect(await stateOf(id)).toMatchObject({ status: 'draft', schedule: null });
  });

  test('must be in the future, at most 5 years ahead and in order, for the revision that was read', async () => {
    const { _id: id } = await createItem(site);
    const refused = async (times: object) => {
      const { status, body } = await schedule(id, times);
      return [status, body.details?.map(({ message }) => message)];
    };
    expect(await refused({ publishAt: later(-1_000) })).toEqual([400, ['publishAt must be in the future']]);
    const tooFar = { publishAt: later(HOUR), unpublishAt: later(6 * 366 * 24 * HOUR) };
    expect(await refused(tooFar)).toEqual([400, ['unpublishAt must be at most 5 years ahead']]);
    const order = [400, ['unpublishAt must be after publishAt']];
    expect(await refused({ publishAt: later(4 * HOUR), unpublishAt: later(3 * HOUR) })).toEqual(order);
    await schedule(id, { publishAt: later(4 * HOUR) });
    expect(await refused({ unpublishAt: later(3 * HOUR) })).toEqual(order);
    const path = `/content/${id}/schedule`;
    expect((await site.call('PUT', path, { publishAt: null }, { 'if-match': '"7"' })).status).toBe(412);
    expect((await stateOf(id)).schedule).toMatchObject({ publishAt: expect.any(String), unpublishAt: null });
  });
});

describe('an item whose time came while no service was running', () => {
  test('is published once it runs again, and then unpublished, each once, however many try', async () => {
    const { _id: id } = await createItem(site);
    const { _id: both } = await createItem(site);
    await schedule(id, { publishAt: later(3 * HOUR) });
    await schedule(both, { publishAt: later(3 * HOUR), unpublishAt: later(4 * HOUR) });
    for (const each of [id, both]) await becomeOverdue(each);
    const { database, features } = service.app;
    const handler = createScheduleHandler({ database, ...features });
    const run = (key: string) =>
      handler.run({ ...JOB, siteId: site.id, key, lease: randomUUID() }, new AbortController().signal);
    await Promise.all([catchUp(), ...Array.from({ length: 8 }, (_, n) => run(n % 2 === 0 ? id : both))]);
    await site.indexed();
    expect(await stateOf(id)).toMatchObject({ status: 'published', revision: 2, schedule: null });
    const { publishedAt, ...state } = await stateOf(both);
    expect(state).toEqual({ status: 'draft', revision: 3, schedule: null });
    expect(publishedAt).not.toBeNull();
  });

  test('is published by the start of a service', async () => {
    const { _id: id } = await createItem(site);
    await schedule(id, { publishAt: later(3 * HOUR) });
    await becomeOverdue(id);
    await catchUp();
    await expect.poll(async () => (await stateOf(id)).status, within5s).toBe('published');
  });

  const JOB = { id: randomUUID(), kind: 'apply-content-schedule', payload: {}, attempts: 1, waitedSeconds: 0 } as const;
});

test('an item that cannot be published stays as it is, with the reason, until it is scheduled again', async () => {
  await createType(site, 'report', [{ name: 'source', type: 'text', validation: { required: true } }]);
  await createType(site, 'gone', []);
  const [invalid, orphan] = await createItems(site, [{ type: 'report' }, { type: 'gone' }]);
  await site.delete('/content-types/gone');
  for (const { _id } of [invalid!, orphan!]) {
    await schedule(_id, { publishAt: later(3 * HOUR) });
    await becomeOverdue(_id);
  }
  const reasonOf = async (id: string) => (await stateOf(id)).schedule?.failedReason;
  // Answers that are asked for again and again are kept: they must not outlive what is scheduled.
  for (let times = 0; times < 4; times += 1) expect(await reasonOf(invalid!._id)).toBeNull();
  await catchUp();
  await expect.poll(() => reasonOf(invalid!._id), within5s).toMatch(/source/);
  await expect.poll(() => reasonOf(orphan!._id), within5s).toBe('The content type of the item was deleted');
  await catchUp();
  await site.indexed();
  expect(await stateOf(invalid!._id)).toMatchObject({ status: 'draft', revision: 1 });
  expect((await scheduledOf(site)).find(({ _id }) => _id === invalid!._id)?.failedReason).toMatch(/source/);
  await site.put(`/content/${invalid!._id}`, { customFields: { source: 'Known' } });
  await schedule(invalid!._id, { publishAt: later(200) });
  expect(await reasonOf(invalid!._id)).toBeNull();
  await expect.poll(async () => (await stateOf(invalid!._id)).status, within5s).toBe('published');
});

test('only those see what is scheduled who see the unpublished item', async () => {
  const own = await service.site();
  const { data } = await new Admin(service).createApiKey(own.id, { name: 'Delivery', scopes: ['read'] });
  const delivery = new TestSite(service, own.id, data?.createApiKey.secret ?? '');
  const [open, premium] = await createItems(own, [{ status: 'published' }, { accessLevel: 'premium' }]);
  for (const { _id } of [open!, premium!]) await schedule(_id, { unpublishAt: later(HOUR) }, own);
  expect((await scheduledOf(own)).map(({ _id }) => _id)).toEqual([open!._id]);
  expect((await delivery.get('/content/schedule')).status).toBe(403);
  expect(await stateOf(open!._id, delivery)).toMatchObject({ status: 'published', schedule: null });
  expect((await stateOf(open!._id, own)).schedule).not.toBeNull();
  expect((await schedule(open!._id, { unpublishAt: null }, delivery)).status).toBe(403);
  expect((await schedule(open!._id, { unpublishAt: null })).status).toBe(404);
});
