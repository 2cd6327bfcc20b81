import { describe, expect, test } from 'vitest';
import { readActivities, removeOldActivities } from '../../../src/features/activity/activity.rows.ts';
import { newId } from '../../../src/shared/ids.ts';
import { signedInMember } from '../../support/member.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItems } from '../content/items.ts';
import { Admin } from '../site/admin.ts';
import { LOG, addEntries, briefly, readLog, readPage, scopeOf } from './log.ts';

const service = useService();
const site = useSite(service);

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
    const restricted = scopeOf(site).restrict({ levels: ['public'], subscriptions: '*', unpublished: true });
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
