import { describe, expect, test } from 'vitest';
import { useService, useSite } from '../../support/use-service.ts';
import { type Item, anItem, createItem, createType, listItems } from './items.ts';

const service = useService();

describe('the slug of an item', () => {
  const site = useSite(service);
  const taken = { success: false, error: 'Content with this slug already exists' };

  test('is unique per type and language', async () => {
    const english = await createItem(site, { title: 'Home', slug: 'home' });
    const german = await createItem(site, { title: 'Start', slug: 'home', language: 'de' });
    expect([english.slug, german.slug]).toEqual(['home', 'home']);
    expect((await site.post('/content', anItem({ slug: 'home', language: 'de' }))).body).toMatchObject(taken);
    const moved = await site.put<Item>(`/content/${german._id}`, { language: 'en' });
    expect([moved.status, moved.body]).toMatchObject([409, taken]);
    const renamed = await site.put<Item>(`/content/${german._id}`, { language: 'en', slug: 'start' });
    expect(renamed.body.data).toMatchObject({ language: 'en', slug: 'start' });
  });

  test('that is made of the title gets a number only within its language', async () => {
    const made = [];
    for (const language of ['en', 'de', 'de']) made.push((await createItem(site, { title: 'Same', language })).slug);
    expect(made).toEqual(['same', 'same', 'same-2']);
  });

  test('of ten items of one language that are created at once: ten slugs', async () => {
    const items = await Promise.all(
      Array.from({ length: 10 }, () => createItem(site, { title: 'Race', language: 'fr' })),
    );
    expect(new Set(items.map(({ slug }) => slug)).size).toBe(10);
  });

  test('may be that of an item which a deleted type left in another language, when a type is renamed to it', async () => {
    await createType(site, 'gone', []);
    await createItem(site, { type: 'gone', slug: 'left', language: 'de' });
    await site.delete('/content-types/gone');
    await createType(site, 'renamed', []);
    const item = await createItem(site, { type: 'renamed', slug: 'left', language: 'de' });
    const refused = await site.put('/content-types/renamed', { slug: 'gone' });
    expect([refused.status, refused.body.error]).toEqual([
      409,
      'Content of type "gone" with slug "left" already exists',
    ]);
    await site.put(`/content/${item._id}`, { language: 'en' });
    expect((await site.put('/content-types/renamed', { slug: 'gone' })).status).toBe(200);
    expect((await site.get<Item>('/content/by-slug/gone/left?language=en')).body.data._id).toBe(item._id);
  });
});

describe('a language code', () => {
  const site = useSite(service);
  const titles = async (query: string) => (await listItems(site, query)).titles.toSorted();

  test.each([
    ['FR_be', 'fr-BE'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['ES-419', 'es-419'],
    ['nl-be-1996', 'nl-BE-1996'],
    ['PT', 'pt'],
  ])('%s is stored as %s', async (given, stored) => {
    const item = await createItem(site, { language: given });
    expect(item['language']).toBe(stored);
    const { body } = await site.put<Item>(`/content/${item._id}`, { language: 'en' });
    expect(body.data['language']).toBe('en');
    expect((await site.put<Item>(`/content/${item._id}`, { language: given })).body.data['language']).toBe(stored);
  });

  test('is the same in any case: for slugs, translations, filters and fallbacks', async () => {
    const original = await createItem(site, { title: 'Jause', slug: 'jause', language: 'de_AT' });
    await createItem(site, { title: 'Znüni', language: 'de-CH', translationOf: original._id });
    const other = await site.post('/content', anItem({ slug: 'jause', language: 'DE-at' }));
    expect([other.status, other.body.error]).toEqual([409, 'Content with this slug already exists']);
    const twice = await site.post('/content', anItem({ language: 'DE_CH', translationOf: original._id }));
    expect([twice.status, twice.body.error]).toEqual([409, 'Content has a translation in this language already']);
    for (const query of ['language=DE_AT', 'filter[language]=de_at', 'filter[language][in]=DE-AT,xx'])
      expect(await titles(query)).toEqual(['Jause']);
    for (const query of ['filter[language][startsWith]=DE_', 'filter[language][in]=DE-AT,de_ch'])
      expect(await titles(query)).toEqual(['Jause', 'Znüni']);
    expect(await titles('language=fr&fallback=DE_ch,de-at')).toEqual(['Znüni']);
    expect((await site.get<Item>('/content/by-slug/article/jause?language=DE_AT')).body.data._id).toBe(original._id);
  });
});
