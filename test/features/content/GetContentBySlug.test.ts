import { beforeAll, describe, expect, test } from 'vitest';
import { TestSite } from '../../support/site.ts';
import { useService, useSite } from '../../support/use-service.ts';
import { ask } from '../site-schema/types.ts';
import { type Item, createItem, createType } from './items.ts';

const service = useService();

describe('GET /content/by-slug/:type/:slug in several languages', () => {
  const site = useSite(service);
  let delivery: TestSite;

  beforeAll(async () => {
    await createType(site, 'page', []);
    const { secret } = await service.key(site.id, { name: 'delivery', scopes: ['read'] });
    delivery = new TestSite(service, site.id, secret);
    const page = (slug: string, language: string, more: object = {}) =>
      createItem(site, { type: 'page', slug, language, title: `${slug} ${language}`, status: 'published', ...more });
    await page('home', 'fr', { createdAt: '2020-01-02T00:00:00Z' });
    await page('home', 'de', { createdAt: '2020-01-01T00:00:00Z' });
    await page('home', 'en', { createdAt: '2020-01-03T00:00:00Z' });
    await page('news', 'de', { status: 'draft' });
    await page('news', 'en');
    await page('paid', 'de', { accessLevel: 'premium' });
    await page('paid', 'en');
    const about = await page('about', 'en');
    const original = { translationOf: about._id };
    await page('ueber-uns', 'de', original);
    await page('a-propos', 'fr', { ...original, status: 'draft' });
    await page('chi-siamo', 'it', { ...original, accessLevel: 'premium' });
    const hidden = await page('hidden', 'en', { status: 'draft' });
    await page('sichtbar', 'de', { translationOf: hidden._id });
    // Another item has the German slug in French.
    await page('ueber-uns', 'fr');
  });

  async function titleOf(path: string, by: TestSite = site): Promise<string | number> {
    const { status, body } = await by.get<Item>(`/content/by-slug/page/${path}`);
    return status === 200 ? body.data.title : status;
  }

  test.each([
    ['home', 'home de'],
    ['home?language=en', 'home en'],
    ['home?language=it', 404],
    ['home?language=it&fallback=fr', 'home fr'],
    ['home?language=it&fallback=pt,en,fr', 'home en'],
    ['home?language=it&fallback=pt', 404],
    ['home?language=en&fallback=de', 'home en'],
    ['home?language=it&fallback=%00', 404],
    ['home?fallback=en', 400],
    [`home?language=en&fallback=${'de,'.repeat(10)}de`, 400],
  ])('%s answers %s', async (path, found) => {
    expect(await titleOf(path)).toBe(found);
  });

  test.each([
    ['about?language=de', 'ueber-uns de'],
    ['ueber-uns?language=en', 'about en'],
    ['a-propos?language=DE', 'ueber-uns de'],
    ['about?language=es&fallback=de,en', 'ueber-uns de'],
    ['about?language=es', 404],
    ['ueber-uns?language=fr', 'ueber-uns fr'],
    ['about?language=fr', 'a-propos fr'],
    ['about', 'about en'],
  ])('%s of translations with slugs of their own answers %s', async (path, found) => {
    expect(await titleOf(path)).toBe(found);
  });

  test('finds by the slug of an item that exists for the caller, and translations that do', async () => {
    const paths = ['about?language=fr&fallback=de', 'a-propos?language=de', 'hidden?language=de', 'about?language=it'];
    expect(await Promise.all(paths.map((path) => titleOf(path, delivery)))).toEqual(['ueber-uns de', 404, 404, 403]);
  });

  test('so do the fields of the main schema and of the typed one', async () => {
    const found = { slug: 'ueber-uns', language: 'de' };
    const one = 'contentBySlug(type: "page", slug: "about", language: "de_DE", fallback: ["DE"]) { slug language }';
    expect((await site.graphql(`{ ${one} }`)).data).toEqual({ contentBySlug: found });
    const query = '{ page(slug: "about", language: "fr", fallback: "de") { slug language } }';
    expect(await ask(delivery, query)).toMatchObject({ data: { page: found } });
  });

  test('a draft stands in for nothing where it does not exist for the caller', async () => {
    const paths = ['news', 'news?language=de&fallback=en', 'news?language=de'];
    expect(await Promise.all(paths.map((path) => titleOf(path)))).toEqual(['news de', 'news de', 'news de']);
    expect(await Promise.all(paths.map((path) => titleOf(path, delivery)))).toEqual(['news en', 'news en', 404]);
  });

  test('a restricted item is 403, not the one of another language', async () => {
    for (const path of ['paid', 'paid?language=de&fallback=en']) expect(await titleOf(path, delivery)).toBe(403);
    expect(await titleOf('paid?language=en', delivery)).toBe('paid en');
  });

  test('GraphQL takes the same arguments', async () => {
    const { data } = await site.graphql(
      '{ contentBySlug(type: "page", slug: "home", language: "it", fallback: ["fr", "en"]) { title } }',
    );
    expect(data).toEqual({ contentBySlug: { title: 'home fr' } });
  });
});
