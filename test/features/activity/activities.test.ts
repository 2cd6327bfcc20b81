import { describe, expect, test } from 'vitest';
import { readActivities, removeOldActivities } from '../../../src/features/activity/activity.rows.ts';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { PASSWORD, signedInMember, tokensSentTo } from '../../support/member.ts';
import type { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createItems } from '../content/items.ts';
import { Admin } from '../site/admin.ts';
import { type Entry, LOG, readLog, readPage } from './log.ts';

const service = useService();
const site = useSite(service);
const scopeOf = (of: TestSite) => service.app.database.forSite(of.id);
const briefly = (entries: Entry[]) => entries.map(({ action, resourceType }) => `${action} ${resourceType}`);

/** Entries as if they had been written earlier, each a minute before the one before it. */
async function addEntries(of: TestSite, count: number, { title = 'Old', type = 'content', daysAgo = 0 } = {}) {
  await scopeOf(of).change(
    `insert into activity (site_id, at, actor, action, resource_type, resource_id, title, fields, count)
     select $1, now() - make_interval(days => $5, mins => n), 'service', 'updated', $2, gen_random_uuid(), $3, '{title}', 1
     from generate_series(1, $4::int) n`,
    [of.id, type, title, count, daysAgo],
  );
}

describe('an entry', () => {
  test('says who did what to which resource, and nothing of the values', async () => {
    const own = await service.site();
    const { _id } = await createItem(own, { title: 'Mend a puncture' });
    await own.put(`/content/${_id}`, { content: 'A private text', tags: ['tyres'] });
    const [updated, created] = await readLog(own, {});
    expect(updated).toEqual({
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      actor: {
        ref: expect.stringMatching(/^key:/),
        kind: 'key',
        id: expect.any(String),
        name: expect.any(String),
        prefix: expect.stringMatching(/^svc_sdk_/),
      },
      action: 'updated',
      resourceType: 'content',
      resourceId: _id,
      title: 'Mend a puncture',
      changedFields: ['content', 'tags'],
      count: 1,
    });
    expect(created).toMatchObject({ action: 'created', resourceId: _id, changedFields: [] });
    expect(JSON.stringify(await scopeOf(own).rows('select * from activity'))).not.toContain('private');
  });

  test('is of the change: there is none of what was rolled back, or is read', async () => {
    const own = await service.site();
    const { _id } = await createItem(own, {});
    const before = await readLog(own, {});
    expect((await own.put(`/content/${_id}`, { title: 'T', accessLevel: 'nobody' })).status).toBe(400);
    await expect(
      scopeOf(own).write(async (tx) => {
        await tx.rows(`update content_item set title = 'Lost' where id = $1`, [_id]);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    await own.get(`/content/${_id}`);
    await own.post('/rag/search', { query: 'anything' });
    await own.post('/agent/chat', { message: 'Hello' });
    expect(await readLog(own, {})).toEqual(before);
  });

  test('of a new site is the first of its log, by the admin key', async () => {
    const { data } = await new Admin(service).createSite({ name: 'New', ownerEmail: 'a@example.org', plan: 'free' });
    const entries = await readLog({ service, id: data?.createSite.id ?? '' } as TestSite, {});
    expect(briefly(entries)).toEqual(['created site']);
    expect(entries[0]?.actor).toEqual({ ref: 'admin', kind: 'admin', id: null, name: null, prefix: null });
  });

  test('of a member has the name of the user; of one who accepts an invitation, too', async () => {
    const own = await service.site();
    const { browser, id } = await signedInMember(service, own.id, 'owner');
    const email = `joining-${newId()}@example.org`;
    const invite = 'mutation ($email: String!) { inviteMember(email: $email, role: viewer) { id } }';
    expect((await browser.graphql(invite, { email }, own.id)).errors).toBeUndefined();
    const [invited] = await readLog(own, {});
    expect(invited).toMatchObject({ actor: { kind: 'member', name: 'owner' }, title: email, action: 'created' });
    expect(invited?.resourceId).not.toBe(id);
    const token = (await tokensSentTo(service, email)).at(-1);
    const person = { token, name: 'Grace Hopper', password: PASSWORD };
    expect((await new Browser(service).auth('POST', '/accept', person)).status).toBe(200);
    const [joined, former] = await readLog(own, {});
    expect(joined).toMatchObject({
      action: 'created',
      resourceType: 'member',
      title: 'Grace Hopper',
      actor: { kind: 'member', name: 'Grace Hopper', id: expect.any(String) },
    });
    expect(former?.id).toBe(invited?.id);
  });

  test('of a job has the kind of the job', async () => {
    const { _id } = await createItem(site, {});
    const publishAt = new Date(Date.now() + 1_000).toISOString();
    expect((await site.put(`/content/${_id}/schedule`, { publishAt })).status).toBe(200);
    const ofItem = () => readLog(site, { resourceId: _id });
    await expect
      .poll(async () => briefly(await ofItem()), { timeout: 10_000 })
      .toEqual(['published content', 'scheduled content', 'created content']);
    expect((await ofItem())[0]?.actor).toMatchObject({ kind: 'service', name: 'apply-content-schedule' });
  });

  test('is one for a statement that changes more than 100 resources, with their number', async () => {
    const own = await service.site();
    await createItems(
      own,
      Array.from({ length: 101 }, () => ({})),
    );
    const scope = scopeOf(own);
    const changeFirst = (count: number) =>
      scope.change(
        `update content_item set excerpt = $2 where id in (
           select id from content_item where site_id = $1 order by id limit ${count}) returning id`,
        [own.id, `Of ${count}`],
      );
    await changeFirst(101);
    expect((await readLog(own, {}))[0]).toMatchObject({
      action: 'updated',
      count: 101,
      resourceId: null,
      title: null,
      changedFields: ['excerpt'],
    });
    await changeFirst(100);
    const entries = await readLog(own, { action: 'updated' });
    expect(entries.map(({ count }) => count)).toEqual(Array.from({ length: 100 }, () => 1));
  });
});

describe('the log', () => {
  test('is filtered by each condition, and by several', async () => {
    const own = await service.site();
    const [one] = await createItems(own, [{ title: 'Ábc one' }, { title: 'Other' }]);
    await own.put(`/content/${one?._id}`, { excerpt: 'E' });
    await own.create('/personas', { name: 'Abc persona', systemPrompt: 'Be brief.' });
    const all = await readLog(own, {});
    const [persona, updated] = all;
    const found = async (filter: object) => briefly(await readLog(own, filter));
    expect(await found({ resourceType: 'persona' })).toEqual(['created persona']);
    expect(await found({ action: 'updated' })).toEqual(['updated content']);
    expect(await found({ resourceId: one?._id })).toEqual(['updated content', 'created content']);
    expect(await found({ actor: persona?.actor.ref, resourceType: 'content', action: 'created' })).toHaveLength(2);
    expect(await found({ actor: 'admin' })).toEqual(briefly(all.slice(-2)).filter((each) => /site|api_key/.test(each)));
    expect(await found({ title: 'ábc' })).toEqual(['updated content', 'created content']);
    expect(await found({ title: 'aBc P', resourceType: 'persona' })).toEqual(['created persona']);
    expect(await found({ from: persona?.at })).toEqual(['created persona']);
    expect(await found({ to: updated?.at, resourceType: 'content' })).toEqual(['created content', 'created content']);
    for (const nothing of [{ resourceId: 'no-id' }, { actor: 'key:none' }, { title: 'one' }, { title: '%' }]) {
      expect(await found(nothing)).toEqual([]);
    }
  });

  test('is read page by page, and no page compares more than 5,000 entries', async () => {
    const own = await service.site();
    await addEntries(own, 5_200, { title: 'Filler' });
    await addEntries(own, 3, { title: 'Needle', daysAgo: 10 });
    const first = await readPage(own, { filter: { title: 'needle' } });
    expect(first).toMatchObject({ items: [], hasMore: true });
    const second = await readPage(own, { filter: { title: 'needle' }, after: first.endCursor, limit: 2 });
    expect([second.items.length, second.hasMore]).toEqual([2, true]);
    const third = await readPage(own, { filter: { title: 'needle' }, after: second.endCursor, limit: 2 });
    expect([third.items.length, third.hasMore]).toEqual([1, false]);
    expect(new Set([...second.items, ...third.items].map(({ id }) => id)).size).toBe(3);
    await expect(readPage(own, { after: 'wrong' })).rejects.toThrow('after must be an endCursor of this list');
    await expect(readPage(own, { filter: { title: 'x'.repeat(201) } })).rejects.toThrow('title');
  });

  test('is read along an index, also while the statistics know nothing of it', async () => {
    const own = await service.site();
    await addEntries(own, 20_000);
    const scope = scopeOf(own);
    const plans: string[] = [];
    const explaining = Object.create(scope, {
      write: {
        value: (work: (tx: object) => Promise<object[]>) =>
          scope.write((tx) => {
            const rows = async (sql: string, values: unknown[] = []) => {
              plans.push(
                JSON.stringify(
                  await tx.rows(sql.startsWith('with') ? `explain (analyze, costs off) ${sql}` : sql, values),
                ),
              );
              return [];
            };
            return work({ ...tx, rows });
          }),
      },
    }) as typeof scope;
    for (const filter of [{}, { actor: 'service' }, { action: 'updated' as const }, { title: 'none' }]) {
      await readActivities(explaining, filter, { after: null, limit: 51 });
    }
    const read = plans.flatMap((plan) =>
      [...plan.matchAll(/on activity e\w* \(actual [^)]*rows=(\d+)/g)].map(([, rows]) => Number(rows)),
    );
    expect(read, plans.join('\n')).toEqual([5_000, 5_000, 5_000, 5_000]);
  });

  test('is exported as CSV in parts, without formulas', async () => {
    const own = await service.site();
    await addEntries(own, 5_001, { title: '=HYPERLINK("x")' });
    const EXPORT = `query ($siteId: ID!, $after: String) {
      exportActivities(siteId: $siteId, filter: { resourceType: content }, after: $after) { csv rows hasMore endCursor }
    }`;
    interface Part {
      exportActivities: { csv: string; rows: number; hasMore: boolean; endCursor: string };
    }
    const admin = new Admin(service);
    const { data: one } = await admin.ask<Part>(EXPORT, { siteId: own.id });
    const { data: two } = await admin.ask<Part>(EXPORT, { siteId: own.id, after: one?.exportActivities.endCursor });
    expect([one?.exportActivities.rows, one?.exportActivities.hasMore]).toEqual([5_000, true]);
    expect([two?.exportActivities.rows, two?.exportActivities.hasMore]).toEqual([1, false]);
    const [header, line] = one?.exportActivities.csv.split('\r\n') ?? [];
    expect(header).toBe('id,at,actor,actorName,action,resourceType,resourceId,title,changedFields,count');
    expect(line).toMatch(/,service,,updated,content,[\w-]{36},"'=HYPERLINK\(""x""\)",title,1$/);
    expect(two?.exportActivities.csv.split('\r\n')).toHaveLength(2);
  });

  test('is for the admin key and owners of the site alone', async () => {
    const code = (answer: { errors?: readonly { extensions: Record<string, unknown> }[] }) =>
      answer.errors?.[0]?.extensions['code'];
    expect(code(await site.graphql(LOG, { siteId: site.id }))).toBe('FORBIDDEN');
    for (const role of ['editor', 'author', 'viewer'] as const) {
      const { browser } = await signedInMember(service, site.id, role);
      expect(code(await browser.graphql(LOG, { siteId: site.id }, site.id))).toBe('FORBIDDEN');
    }
    const { browser } = await signedInMember(service, site.id, 'owner');
    expect((await browser.graphql(LOG, { siteId: site.id }, site.id)).errors).toBeUndefined();
    const other = await service.site();
    expect(code(await browser.graphql(LOG, { siteId: other.id }, site.id))).toBe('FORBIDDEN');
    expect(code(await new Admin(service).ask(LOG, { siteId: newId() }))).toBe('NOT_FOUND');
    const restricted = scopeOf(site).restrictedTo({ levels: ['public'], subscriptions: '*', unpublished: true });
    expect(await restricted.rows('select id from activity')).toEqual([]);
    expect(await scopeOf(other).rows('select id from activity where site_id = $1', [site.id])).toEqual([]);
  });

  test('cannot be changed by the service, and what is in it goes when its time is over', async () => {
    const own = await service.site();
    const scope = scopeOf(own);
    for (const statement of [`update activity set title = 'x'`, 'delete from activity', 'truncate activity']) {
      await expect(scope.change(statement, [])).rejects.toThrow('permission denied for table activity');
      await expect(service.app.database.system.change(statement, [])).rejects.toThrow('permission denied');
    }
    await addEntries(own, 2, { daysAgo: 40 });
    await addEntries(own, 3, { daysAgo: 370 });
    const countOld = async () => (await readLog(own, { title: 'Old' })).length;
    await removeOldActivities(service.app.database.system);
    expect(await countOld()).toBe(2);
    const admin = new Admin(service);
    const { errors } = await admin.updateSite(own.id, { activityDays: 29 });
    expect(errors?.[0]?.message).toContain('activityDays');
    expect((await admin.updateSite(own.id, { activityDays: 30 })).errors).toBeUndefined();
    await removeOldActivities(service.app.database.system);
    expect(await countOld()).toBe(0);
    expect(briefly(await readLog(own, {})).at(0)).toBe('updated site');
  });
});
