import { describe, expect, test } from 'vitest';
import { useService, useSiteForEach } from '../../support/use-service.ts';
import type { TestSite } from '../../support/site.ts';
import { createItem } from './items.ts';

const site = useSiteForEach(useService());

const CLIENTS = 12;
const ROUNDS = 25;

/** Calls of so many clients at once, each one after the other. Returns the answers. */
async function fromClients<T>(call: (client: number, round: number) => Promise<T>, rounds = ROUNDS): Promise<T[]> {
  const clients = Array.from({ length: CLIENTS }, async (_, client) => {
    const answers: T[] = [];
    for (let round = 0; round < rounds; round++) answers.push(await call(client, round));
    return answers;
  });
  return (await Promise.all(clients)).flat();
}

const article = (of: TestSite, title: string, externalId: string) =>
  of.post<{ slug: string }>('/content', { externalId, type: 'article', title, status: 'draft' });

describe('clients that write items of one title at once', () => {
  test('all succeed, each with a slug of its own and without gaps', async () => {
    const answers = await fromClients((client, round) => article(site, 'News', `${client}-${round}`));
    expect(Object.keys(Object.groupBy(answers, ({ status }) => status))).toEqual(['200']);
    const slugs = new Set(answers.map(({ body }) => body.data.slug));
    const numbers = Array.from({ length: CLIENTS * ROUNDS - 1 }, (_, index) => `news-${index + 2}`);
    expect(slugs).toEqual(new Set(['news', ...numbers]));
  });

  test('all succeed, where titles have the numbers that slugs get', async () => {
    const rounds = 8;
    const answers = await fromClients(
      (client, round) => article(site, client % 2 ? 'News' : `News ${round * 6 + client}`, `${client}-${round}`),
      rounds,
    );
    expect(Object.keys(Object.groupBy(answers, ({ status }) => status))).toEqual(['200']);
    expect(new Set(answers.map(({ body }) => body.data.slug)).size).toBe(CLIENTS * rounds);
  });

  test('all succeed, where items are restored from the trash meanwhile', async () => {
    const rounds = 3;
    const trashed: string[] = [];
    for (let index = 0; index < (CLIENTS / 2) * rounds; index++) {
      const item = await createItem(site, { title: 'News', externalId: `old ${index}` });
      await site.delete(`/content/${item._id}`);
      trashed.push(item._id);
    }
    const restore = (id: string) =>
      site.graphql<{ restoreContent: { slug: string } }>('mutation ($id: ID!) { restoreContent(id: $id) { slug } }', {
        id,
      });
    const answers = await fromClients(async (client, round) => {
      if (client % 2) return (await article(site, 'News', `${client}-${round}`)).body.data?.slug;
      return (await restore(trashed.pop()!)).data?.restoreContent.slug;
    }, rounds);
    expect(new Set(answers).size).toBe(CLIENTS * rounds);
    expect(answers).not.toContain(undefined);
  });
});

test('clients that create personas of one name at once all succeed, each with a slug of its own', async () => {
  const answers = await fromClients(
    () => site.post<{ slug: string }>('/personas', { name: 'Guide', systemPrompt: 'Guide them.' }),
    2,
  );
  expect(new Set(answers.map(({ body }) => body.data?.slug)).size).toBe(CLIENTS * 2);
});
