import { beforeAll, describe, expect, test } from 'vitest';
import { conflictAt } from '../../support/conflict.ts';
import { TestSite } from '../../support/site.ts';
import { statementsOf } from '../../support/statements.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { Admin } from '../site/admin.ts';
import { type Item, anItem, createItem, createType, listItems } from './items.ts';

const service = useService();

describe('an item that is a translation', () => {
  const site = useSite(service);
  let english: Item;
  let german: Item;

  beforeAll(async () => {
    english = await createItem(site, { title: 'Bicycle', externalId: 'bicycle' });
    german = await createItem(site, { title: 'Fahrrad', language: 'de', translationOf: english._id });
  });

  const conflict = (error: string) => ({ status: 409, body: { error } });
  const taken = (error: string) => ({ status: 409, body: conflictAt('language', error) });
  const invalid = {
    status: 400,
    body: {
      details: [
        {
          field: 'translationOf',
          message: 'translationOf must be the id or externalId of another content item of the same type',
        },
      ],
    },
  };
  const translate = (more: object) => site.post<Item>('/content', anItem(more));

  test('names the original, also where it was given a translation of it or an externalId', async () => {
    expect(german['translationOf']).toBe(english._id);
    expect(english).not.toHaveProperty('translationOf');
    const french = await createItem(site, { language: 'fr', translationOf: german._id });
    const italian = await createItem(site, { language: 'it', translationOf: 'bicycle' });
    expect([french['translationOf'], italian['translationOf']]).toEqual([english._id, english._id]);
  });

  test('has a language that no other translation and not the original has', async () => {
    const error = 'Content has a translation in this language already';
    expect(await translate({ language: 'de', translationOf: english._id })).toMatchObject(taken(error));
    expect(await translate({ language: 'en', translationOf: german._id })).toMatchObject(taken(error));
    expect(await site.put(`/content/${german._id}`, { language: 'en' })).toMatchObject(taken(error));
    expect(await site.put(`/content/${english._id}`, { language: 'de' })).toMatchObject(taken(error));
    expect((await site.put(`/content/${german._id}`, { title: 'Rad', language: 'de' })).status).toBe(200);
  });

  test('of ten that are created at once in one language: one', async () => {
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => translate({ language: 'es', translationOf: english._id })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  test('is one of an item of the same type and site', async () => {
    await createType(site, 'page', []);
    const page = await createItem(site, { type: 'page' });
    const foreign = await createItem(await service.site(), { title: 'Foreign' });
    for (const translationOf of [page._id, foreign._id, 'unknown', crypto.randomUUID(), '', 'x\u0000'])
      expect(await translate({ language: 'pt', translationOf })).toMatchObject({ status: 400 });
    expect(await translate({ language: 'pt', translationOf: page._id })).toMatchObject(invalid);
    expect(await site.put(`/content/${english._id}`, { translationOf: english._id })).toMatchObject(invalid);
    expect(await site.put(`/content/${english._id}`, { translationOf: german._id })).toMatchObject(invalid);
  });

  test('has no translations itself', async () => {
    const other = await createItem(site, { title: 'Other', language: 'sv' });
    expect(await site.put(`/content/${english._id}`, { translationOf: other._id, language: 'no' })).toMatchObject(
      conflict('Content that has translations cannot be a translation'),
    );
  });

  test('ceases to be one with null, and joins again', async () => {
    const danish = await createItem(site, { language: 'da', translationOf: english._id });
    const left = await site.put<Item>(`/content/${danish._id}`, { translationOf: null });
    expect(left.body.data).not.toHaveProperty('translationOf');
    const joined = await site.put<Item>(`/content/${danish._id}`, { translationOf: german._id });
    expect(joined.body.data['translationOf']).toBe(english._id);
  });

  test('stays with the others when the original is deleted', async () => {
    const original = await createItem(site, { title: 'Gone' });
    const de = await createItem(site, { language: 'de', translationOf: original._id });
    const fr = await createItem(site, { language: 'fr', translationOf: original._id });
    await site.delete(`/content/${original._id}`);
    const en = await createItem(site, { translationOf: fr._id });
    const { body } = await site.get<Item[]>(`/content/${de._id}/translations`);
    expect(body.data.map(({ _id }) => _id)).toEqual([en._id, fr._id]);
  });
});

describe('a reader of several languages', () => {
  const site = useSite(service);
  let delivery: TestSite;

  beforeAll(async () => {
    await createType(site, 'post', [
      { name: 'author', type: 'reference' },
      { name: 'related', type: 'references' },
    ]);
    const ids: Record<string, string> = {};
    const add = async (title: string, language: string, original?: string, more: object = {}) => {
      const translationOf = original && ids[original];
      const item = await createItem(site, {
        title,
        language,
        type: 'post',
        status: 'published',
        ...(translationOf ? { translationOf } : {}),
        ...more,
      });
      ids[title] = item._id;
    };
    await add('Ann en', 'en');
    await add('Ann de', 'de', 'Ann en');
    await add('One en', 'en', undefined, { customFields: { author: ids['Ann en'] }, tags: ['news'] });
    await add('One de', 'de', 'One en', { customFields: { author: ids['Ann en'] } });
    await add('Two en', 'en', undefined, { customFields: { related: [ids['One en'], ids['Ann de']] } });
    await add('Two de', 'de', 'Two en', { status: 'draft' });
    await add('Three fr', 'fr');
    await add('Three en', 'en', 'Three fr');
    await add('Four en', 'en');
    await add('Four de', 'de', 'Four en', { accessLevel: 'premium' });
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'delivery', scopes: ['read'] });
    delivery = new TestSite(service, site.id, data?.createApiKey.secret ?? '');
  });

  const list = async (query: string, by = delivery) => {
    const { titles, pagination } = await listItems(by, `${query}&sort=title&sortDir=asc`);
    expect(pagination.total).toBe(titles.length);
    return titles;
  };

  test('lists each item once, in the first language that it has', async () => {
    expect(await list('language=de')).toEqual(['Ann de', 'One de']);
    expect(await list('language=de&fallback=en')).toEqual(['Ann de', 'Four en', 'One de', 'Three en', 'Two en']);
    expect(await list('language=fr&fallback=de,en')).toEqual(['Ann de', 'Four en', 'One de', 'Three fr', 'Two en']);
  });

  test('meets drafts with a key that may see them', async () => {
    expect(await list('language=de&fallback=en', site)).toEqual(['Ann de', 'Four en', 'One de', 'Three en', 'Two de']);
    expect(await list('language=de&fallback=en&status=published', site)).toContain('Two en');
  });

  test('meets restricted items where teasers are asked for', async () => {
    expect(await list('language=de&fallback=en&includeRestricted=true')).toContain('Four de');
    expect(await list('language=de&fallback=en&includeRestricted=true')).not.toContain('Four en');
  });

  test('gets the first language among the items that match the filter', async () => {
    expect(await list('language=de&fallback=en&tag=news')).toEqual(['One en']);
  });

  test('pages through the list with cursors and offsets', async () => {
    const titles: string[] = [];
    let after = '';
    do {
      const { titles: page, body } = await listItems(
        delivery,
        `language=de&fallback=en&sort=title&sortDir=asc&limit=2${after && `&after=${after}`}`,
      );
      titles.push(...page);
      after = (body as { endCursor?: string }).endCursor ?? '';
    } while (after !== '' && titles.length < 20);
    expect(titles).toEqual(await list('language=de&fallback=en'));
    expect((await listItems(delivery, 'language=de&fallback=en&sort=title&sortDir=asc&offset=4')).titles).toEqual([
      'Two en',
    ]);
  });

  test('gets 400 for languages that cannot be right', async () => {
    for (const [query, error] of [
      ['fallback=en', 'fallback needs language'],
      [`language=de&fallback=${'en,'.repeat(11)}`, 'fallback has at most 10 languages'],
    ])
      expect(await delivery.get(`/content?${query}`)).toMatchObject({ status: 400, body: { error } });
    expect((await listItems(delivery, 'language=%00&fallback=x')).titles).toEqual([]);
  });

  const expanded = async (path: string): Promise<unknown[]> => {
    const { data } = (await delivery.get<Item | Item[]>(path)).body;
    return [data]
      .flat()
      .map(({ title, customFields: { author, related } }) => [
        title,
        [author ?? related].flat().map((item) => (item as Item).title),
      ]);
  };

  test('gets references in the language', async () => {
    const [two] = (await listItems(delivery, 'search=Two')).items;
    expect(await expanded('/content?expand=true&language=en&search=One')).toEqual([['One en', ['Ann en']]]);
    expect(await expanded('/content?expand=true&language=de&search=One')).toEqual([['One de', ['Ann de']]]);
    expect(await expanded(`/content/${two?._id}?expand=true`)).toEqual([['Two en', ['One en', 'Ann de']]]);
    expect(await expanded(`/content/${two?._id}?expand=true&language=de`)).toEqual([['Two en', ['One de', 'Ann de']]]);
    expect(await expanded(`/content/${two?._id}?expand=true&language=fr&fallback=en`)).toEqual([
      ['Two en', ['One en', 'Ann en']],
    ]);
    expect(await expanded(`/content/by-slug/post/one-de?expand=true&language=de`)).toEqual([['One de', ['Ann de']]]);
  });

  test('gets no restricted or unpublished translation of a reference', async () => {
    const targets = (await listItems(site, 'filter[title][in]=Two en,Four en&sort=title&sortDir=asc')).items;
    const related = targets.map(({ _id }) => _id);
    const from = await createItem(site, { type: 'post', status: 'published', customFields: { related } });
    expect(await expanded(`/content/${from._id}?expand=true&language=de`)).toEqual([
      [from.title, ['Four en', 'Two en']],
    ]);
    await site.delete(`/content/${from._id}`);
  });

  test('gets references and translations in GraphQL, in as many statements for one item as for all', async () => {
    const query = (where: string) => `{ contents(filter: { ${where} }, order: { sort: title, direction: asc }) { items {
      title translations { language title }
      references(field: "related", language: "de") { title } author: references(field: "author", language: "fr", fallback: ["de"]) { title }
    } } }`;
    const ask = (where: string) =>
      statementsOf(() => delivery.graphql<{ contents: { items: Record<string, unknown>[] } }>(query(where)));
    // The indexing of items has statements, too.
    await site.indexed();
    const one = await ask('search: "Two en"');
    const all = await ask('');
    expect(one.answer.data?.contents.items).toEqual([
      { title: 'Two en', translations: [], references: [{ title: 'One de' }, { title: 'Ann de' }], author: [] },
    ]);
    const ofOne = all.answer.data?.contents.items.find(({ title }) => title === 'One en');
    expect(ofOne).toMatchObject({
      translations: [{ language: 'de', title: 'One de' }],
      author: [{ title: 'Ann de' }],
    });
    const restricted = all.answer.data?.contents.items.find(({ title }) => title === 'Four en');
    expect(restricted).toMatchObject({ translations: [] });
    expect(all.statements.length).toBeLessThanOrEqual(one.statements.length + 1);
  });
});
