import { describe, expect, test } from 'vitest';
import type { Statement } from '../../../src/database/table.ts';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { createItem } from './items.ts';

const BY_IDS = `select id, title from content_item where site_id = $1 and id = any($2::uuid[])`;

describe('GET /content/:id of many callers at once', () => {
  const service = useService();
  const site = useSite(service);

  test('gives each caller what it may see of its own site, from shared statements', async () => {
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'Reader', scopes: ['read'] });
    const reader = new TestSite(service, site.id, data?.createApiKey.secret ?? '');
    const previewer = site;
    const other = await service.site();
    const live = await createItem(site, { title: 'Live', content: 'live body', status: 'published' });
    const draft = await createItem(site, { title: 'Draft', content: 'draft body', status: 'draft' });
    const premium = await createItem(site, { accessLevel: 'premium', content: 'premium body', status: 'published' });
    const theirs = await createItem(other, { title: 'Theirs', content: 'their body', status: 'published' });
    const seen = async (caller: TestSite, id: string, n: number) => {
      const { status, body } = await caller.get(`/content/${id}?turn=${n}`);
      return status === 200 ? body.data['content'] : status;
    };
    const expected: [TestSite, string, unknown][] = [
      [reader, live._id, 'live body'],
      [reader, draft._id, 404],
      [reader, premium._id, 403],
      [reader, theirs._id, 404],
      [previewer, live._id, 'live body'],
      [previewer, draft._id, 'draft body'],
      [previewer, theirs._id, 404],
      [other, theirs._id, 'their body'],
      [other, live._id, 404],
    ];
    for (let round = 0; round < 5; round++) {
      const answers = await Promise.all(expected.map(([caller, id], n) => seen(caller, id, round * 100 + n)));
      expect(answers).toEqual(expected.map(([, , content]) => content));
    }
  });

  test('sees what was written before it was asked', async () => {
    const { _id } = await createItem(site, { title: 'Old', status: 'published' });
    for (let n = 0; n < 5; n++) {
      await site.put(`/content/${_id}`, { title: `New ${n}` });
      const answers = await Promise.all([1, 2, 3].map((m) => site.get(`/content/${_id}?n=${n}.${m}`)));
      expect(answers.map(({ body }) => body.data['title'])).toEqual(Array.from({ length: 3 }, () => `New ${n}`));
    }
  });

  test('reads in its own transaction what that has written', async () => {
    const { _id } = await createItem(site, { title: 'Before', status: 'published' });
    const scope = service.app.database.forSite(site.id, 'background');
    const statement = BY_IDS as Statement<{ id: string; title: string }>;
    await scope.write(async (tx) => {
      await tx.rows(`update content_item set title = 'Within' where site_id = $1 and id = $2`, [site.id, _id]);
      expect(await scope.withTransaction(tx).rowById(statement, _id)).toMatchObject({ title: 'Within' });
      expect(await scope.rowById(statement, _id)).toMatchObject({ title: 'Before' });
    });
  });
});
