import { expect, test } from 'vitest';
import { useService } from '../../support/use-service.ts';
import type { TestSite } from '../../support/site.ts';
import { Admin, callerErrorOf } from './admin.ts';

const service = useService();
const admin = new Admin(service);

test('deleteSite removes every row and vector of the site, its keys stop, and the other site keeps everything', async () => {
  const [doomed, kept] = [await filled('doomed'), await filled('kept')];
  const before = await rowsOf(kept.id);
  expect(Object.keys(await rowsOf(doomed.id)).toSorted()).toEqual(Object.keys(before).toSorted());

  const { data } = await admin.deleteSite(doomed.id);

  expect(data).toEqual({ deleteSite: { id: doomed.id, deleted: true } });
  expect(await rowsOf(doomed.id)).toEqual({});
  expect(await doomed.get('/content')).toMatchObject({ status: 401, body: { error: 'Invalid API key' } });
  expect(callerErrorOf(await admin.deleteSite(doomed.id))).toEqual({ code: 'NOT_FOUND', message: 'Site not found' });
  expect(await rowsOf(kept.id)).toEqual(before);
  const found = await kept.post<{ totalResults: number }>('/rag/search', { query: 'penguins' });
  expect(found.body.data.totalResults).toBeGreaterThan(0);
  await vectorsRemoved(doomed.id);
});

async function filled(name: string): Promise<TestSite> {
  const site = await service.site(name);
  await site.graphql('mutation { createCollection(input: { name: "Birds", slug: "birds" }) { id } }');
  const { _id } = await site.create('/content', {
    externalId: '1',
    type: 'article',
    title: 'Penguins',
    content: 'Penguins swim.',
    status: 'published',
  });
  await site.put(`/content/${_id}/draft`, { content: 'Penguins dive.' });
  await site.create('/knowledge/documents', { title: 'Penguins', content: 'Penguins cannot fly.' });
  await site.indexed();
  return site;
}

/** Rows by table, of all tables that have sites; tables without any are left out. */
async function rowsOf(siteId: string): Promise<Record<string, number>> {
  const { system } = service.app.database;
  const tables = await system.rows<{ name: string }>(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'site_id' order by 1`,
  );
  const counts = await Promise.all(
    [...tables.map(({ name }) => [name, 'site_id'] as const), ['site', 'id'] as const].map(async ([table, column]) => {
      const row = await system.row<{ rows: number }>(
        `select count(*)::int as rows from ${table} where ${column} = $1`,
        [siteId],
      );
      return [table, row?.rows ?? 0] as const;
    }),
  );
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0));
}

async function vectorsRemoved(siteId: string): Promise<void> {
  const status = `select status from job where kind = 'remove-site' and key = $1`;
  await expect.poll(() => service.app.database.system.row(status, [siteId])).toEqual({ status: 'completed' });
}
