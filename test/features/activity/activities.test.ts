import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { PASSWORD, signedInMember, tokensSentTo } from '../../support/member.ts';
import type { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { createItem, createItems } from '../content/items.ts';
import { Admin } from '../site/admin.ts';
import { briefly, readLog, scopeOf } from './log.ts';

const service = useService();
const site = useSite(service);

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
