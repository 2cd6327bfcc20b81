import { beforeAll, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService } from '../../support/use-service.ts';
import { headersOf } from '../access/world.ts';
import { createItem } from './items.ts';

const service = useService();

let site: TestSite;
let delivery: TestSite;
let token: Record<string, string>;
let drafted: string;
let unpublished: string;
let restricted: string;

beforeAll(async () => {
  site = await service.site();
  const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
  delivery = new TestSite(service, site.id, secret);
  const make = async (title: string, content: string, status = 'published') =>
    (await createItem(site, { title, content, status }))._id;
  drafted = await make('Axolotl', 'The axolotl costs 4711 crowns.');
  restricted = await make('Olm', 'The olm costs 815 crowns.');
  unpublished = await make('Newt', 'The newt costs 333 crowns.', 'draft');
  await site.put(`/content/${drafted}/draft`, { title: 'Salamander', content: 'The axolotl costs 99 crowns.' });
  await site.put(`/content/${restricted}/draft`, { content: 'The olm costs 77 crowns.', accessLevel: 'premium' });
  await site.indexed();
  token = { 'x-svc-preview-token': (await site.create<{ token: string }>('/preview-tokens', {})).token };
});

async function found(by: TestSite, input: object, headers: Record<string, string> = {}): Promise<string[]> {
  const body = { query: 'crowns', ...input };
  type Answer = { results: { metadata: { sourceId: string } }[] };
  const answer = await by.call<Answer>('POST', '/rag/search', body, headers);
  expect(answer.status).toBe(200);
  expect(JSON.stringify(answer.body)).not.toMatch(/99 crowns|77 crowns|Salamander/);
  return [...new Set(answer.body.data.results.map(({ metadata }) => metadata.sourceId))].toSorted();
}

test('a search finds what is live, whatever drafts there are and whatever the header says', async () => {
  const all = [drafted, restricted].toSorted();
  expect(await found(delivery, {})).toEqual(all);
  expect(await found(site, {}, { 'x-svc-preview': 'true' })).toEqual(all);
  expect(await found(delivery, {}, token)).toEqual(all);
});

test('a search with preview finds no live text of an item whose draft the viewer can read', async () => {
  expect(await found(site, { preview: true })).toEqual([restricted, unpublished].toSorted());
  const premium = await headersOf(site, { tier: 'premium' });
  expect(await found(site, { preview: true }, premium)).toEqual([unpublished]);
});

test('a token of the site allows a search with preview, one of an item does not', async () => {
  expect(await found(delivery, { preview: true }, token)).toEqual([restricted, unpublished].toSorted());
  const ofItem = await site.create<{ token: string }>('/preview-tokens', { itemId: drafted });
  const headers = { 'x-svc-preview-token': ofItem.token };
  expect((await delivery.call('POST', '/rag/search', { query: 'crowns', preview: true }, headers)).status).toBe(403);
});

test('a chat with preview does not answer with live text that a draft replaces, and never with that of a draft', async () => {
  const ask = async (by: TestSite, preview: boolean, headers: Record<string, string>) => {
    const body = { message: 'What does the axolotl cost?', preview };
    const answer = await by.call<{ message: string }>('POST', '/agent/chat', body, headers);
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([
      200,
      expect.not.stringMatching(/99 crowns|Salamander/),
    ]);
    return JSON.stringify(answer.body);
  };
  expect(await ask(site, false, { 'x-svc-preview': 'true' })).toContain('4711');
  expect(await ask(delivery, false, token)).toContain('4711');
  expect(await ask(site, true, {})).not.toContain('4711');
  expect(await ask(delivery, true, token)).not.toContain('4711');
});

test('once it is published, the text of a draft is found by all', async () => {
  const item = await createItem(site, { title: 'Caiman', content: 'The caiman sleeps.', status: 'published' });
  await site.put(`/content/${item._id}/draft`, { content: 'The caiman yawns.' });
  await site.post(`/content/${item._id}/draft/publish`, {});
  await site.indexed();
  for (const preview of [false, true]) {
    const { body } = await site.post('/rag/search', { query: 'caiman', preview });
    expect(JSON.stringify(body)).toContain('yawns');
  }
});
