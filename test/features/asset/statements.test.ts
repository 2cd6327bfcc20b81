import { expect, test } from 'vitest';
import { statementsOf } from '../../support/statements.ts';
import { useSite } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { upload } from './uploading.ts';

const site = useSite();

test('a list of restricted files with their signed URLs takes the two statements of any list', async () => {
  const folder = await site.create('/assets/folders', { name: 'Members', slug: 'members', accessLevel: 'premium' });
  for (const name of ['1.txt', '2.txt', '3.txt']) await upload(site, name, 'Text', { folderId: folder._id });
  const headers = { 'x-svc-api-key': site.key, ...(await headersOf(site, { tier: 'premium' })) };
  const list = () => site.service.graphql('{ assets { total items { id key url } } }', {}, headers);
  expect(await list()).toMatchObject({ data: { assets: { total: 3 } } });
  const { statements } = await statementsOf(list);
  expect(statements.filter((text) => text.includes('asset'))).toHaveLength(2);
});
