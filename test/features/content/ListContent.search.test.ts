import { beforeAll, describe, expect, test } from 'vitest';
import { useSite } from '../../support/use-service.ts';
import { createItems, listItems } from './items.ts';

describe('GET /content?search', () => {
  const site = useSite();

  beforeAll(async () => {
    await createItems(
      site,
      [
        'Crème brûlée',
        'CREME CARAMEL',
        'Straße nach Łódź',
        '100% wool',
        '100 wool',
        'a_b',
        'axb',
        'C:\\temp',
        'C:temp',
      ].map((title) => ({ title, content: 'wool temp creme' })),
    );
  });

  test.each([
    ['creme', ['CREME CARAMEL', 'Crème brûlée'], 'finds accents and capitals by plain letters'],
    ['CRÈME', ['CREME CARAMEL', 'Crème brûlée'], 'finds plain letters by accents and capitals'],
    ['brulee', ['Crème brûlée'], 'finds a word inside the title'],
    ['strasse', ['Straße nach Łódź'], 'finds ß by ss'],
    ['lodz', ['Straße nach Łódź'], 'finds strokes by plain letters'],
    ['rème c', ['CREME CARAMEL'], 'finds parts of words'],
    ['100%', ['100% wool'], 'takes % for itself'],
    ['a_b', ['a_b'], 'takes _ for itself'],
    ['C:\\', ['C:\\temp'], 'takes \\ for itself'],
    ['\0creme', ['CREME CARAMEL', 'Crème brûlée'], 'passes over U+0000'],
    ['wool temp', [], 'looks at titles only'],
    ["'; drop table content_item; --", [], 'is never SQL'],
  ])('%j → %j: %s', async (text, titles) => {
    const found = await listItems(site, `sort=title&sortDir=asc&search=${encodeURIComponent(text)}`);
    expect(found.titles.toSorted()).toEqual(titles);
    expect(found.pagination.total).toBe(titles.length);
  });

  test('an empty search is none', async () => {
    expect((await listItems(site, 'search=')).items).toHaveLength(9);
  });

  test('a search of 300 characters is still allowed', async () => {
    expect((await listItems(site, `search=${'é'.repeat(300)}`)).items).toEqual([]);
  });

  test('a changed title is found by its new words and no longer by its old ones', async () => {
    const [item] = await createItems(site, [{ title: 'Früher' }]);
    await site.put(`/content/${item!._id}`, { title: 'Später' });
    expect((await listItems(site, 'search=spater')).titles).toEqual(['Später']);
    expect((await listItems(site, 'search=fruher')).titles).toEqual([]);
  });
});
