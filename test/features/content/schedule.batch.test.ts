import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createScheduleHandler } from '../../../src/features/content/schedule/schedule.jobs.ts';
import { enqueueDueSchedules } from '../../../src/features/content/schedule/schedule.rows.ts';
import { untilBlocking } from '../../support/locks.ts';
import type { TestSite } from '../../support/site.ts';
import { statementsOf } from '../../support/statements.ts';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import { createItem, createItems, createType } from './items.ts';

const service = useService();
const site = useSiteForEach(service);

interface State {
  title: string;
  status: string;
  revision: number;
  versions: number;
  /** The transaction and the statement in it that has written the item. */
  statement: string;
  failedReason: string | null;
  sourcePublished: boolean | null;
  events: string[] | null;
}

const STATES = `select c.title, c.status, c.revision, concat(c.xmin, ' ', c.cmin) as statement,
    (select count(*)::int from content_version v where v.item_id = c.id and v.written_by is not null) as versions,
    (select s.failed_reason from content_schedule s where s.item_id = c.id) as "failedReason",
    (select s.published from knowledge_source s where s.id = c.id) as "sourcePublished",
    (select array_agg(d.event order by d.seq) from webhook_delivery d where d.subject_id = c.id) as events
  from content_item c where c.site_id = $1 order by c.id`;

const states = () => service.app.database.forSite(site.id, 'background').rows<State>(STATES, [site.id]);

/** As if the service had been away at the time: nothing has queued it. */
async function makeDue(of: TestSite): Promise<void> {
  await service.app.database.forSite(of.id, 'background').change(
    `insert into content_schedule (id, site_id, item_id, action, at, scheduled_by)
       select gen_random_uuid(), site_id, id, 'publish', now() - interval '1 minute', written_by from content_item where site_id = $1`,
    [of.id],
  );
}

async function listen(): Promise<void> {
  const create = { url: 'https://hooks.invalid/', events: ['content.updated', 'content.published'] };
  await site.graphql(
    `mutation ($create: CreateWebhookEndpointInput!) { createWebhookEndpoint(input: $create) { id } }`,
    { create },
  );
}

/** What the start of a service does. */
function catchUp(): Promise<void> {
  const { database, features } = service.app;
  return enqueueDueSchedules(database.system, (jobs) => features.jobs.dispatch(jobs));
}

async function runBatch(): Promise<readonly unknown[]> {
  const { database, features } = service.app;
  const rows = await database
    .forSite(site.id, 'background')
    .rows<{ key: string }>('select distinct item_id::text as key from content_schedule where site_id = $1', [site.id]);
  const jobs = rows.map(({ key }) => ({ ...JOB, id: randomUUID(), lease: randomUUID(), siteId: site.id, key }));
  const done = await createScheduleHandler({ database, ...features }).runBatch?.(jobs, new AbortController().signal);
  return done ?? [];
}

const JOB = { kind: 'apply-content-schedule', payload: {}, attempts: 1, waitedSeconds: 0 } as const;

/** What publishing has made of an item, once. */
const PUBLISHED = {
  status: 'published',
  revision: 2,
  versions: 1,
  failedReason: null,
  sourcePublished: true,
  events: ['content.updated', 'content.published'],
};

const untitled = (count: number) => Array.from({ length: count }, () => ({}));

test('items that are due together are published in one statement, those that cannot be are left, each with its reason', async () => {
  await createType(site, 'report', [{ name: 'source', type: 'text', validation: { required: true } }]);
  await createType(site, 'gone', []);
  await createItem(site, { title: 'Invalid', type: 'report' });
  await createItem(site, { title: 'Orphan', type: 'gone' });
  await createItems(site, untitled(20));
  await site.delete('/content-types/gone');
  await listen();
  await makeDue(site);
  await catchUp();
  await expect
    .poll(async () => (await states()).filter(({ status }) => status === 'published').length, { timeout: 5_000 })
    .toBe(20);
  const [invalid, orphan, ...others] = await states();
  expect(invalid).toMatchObject({ status: 'draft', revision: 1, events: null });
  expect(invalid?.failedReason).toMatch(/source/);
  expect(orphan).toMatchObject({ status: 'draft', failedReason: 'The content type of the item was deleted' });
  for (const each of others) expect(each).toMatchObject(PUBLISHED);
  expect(new Set(others.map(({ statement }) => statement)).size).toBe(1);
});

describe('a batch', () => {
  test('of many items has as many statements as one of few', async () => {
    const counts: number[] = [];
    for (const count of [2, 20]) {
      await createItems(site, untitled(count));
      await makeDue(site);
      await site.indexed();
      const { values, answer } = await statementsOf(runBatch);
      expect(answer).toHaveLength(count);
      counts.push(values.filter((each) => each.includes(site.id)).length);
      await service.app.database
        .forSite(site.id, 'background')
        .change('delete from content_item where site_id = $1', [site.id]);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts[1]).toBe(counts[0]);
  });

  test('whose connection ends when the items are written happens once after that', async () => {
    await createItems(site, untitled(5));
    await listen();
    await makeDue(site);
    const { database } = service.app;
    const batch = await database.forSite(site.id, 'background').write(async (tx) => {
      await tx.rows('set local role none');
      // The end of the schedules is the last step of the batch.
      await tx.rows('select from content_schedule where site_id = $1 for update', [site.id]);
      const interrupted = runBatch().catch((error: unknown) => error);
      const pids = await untilBlocking(database, tx);
      await tx.rows('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [`{${pids.join(',')}}`]);
      return interrupted;
    });
    expect(batch).toBeInstanceOf(Error);
    for (const each of await states()) expect(each).toMatchObject({ status: 'draft', revision: 1, events: null });
    await Promise.all([catchUp(), runBatch(), runBatch()]);
    await expect
      .poll(async () => (await states()).every(({ status }) => status === 'published'), { timeout: 5_000 })
      .toBe(true);
    for (const each of await states()) expect(each).toMatchObject(PUBLISHED);
  });
});
