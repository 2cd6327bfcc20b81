import type { RestAnswer } from '../../support/site.ts';
import type { TestSite } from '../../support/site.ts';

/** An item as REST answers it, as far as the tests look at it. */
export interface Item extends Record<string, unknown> {
  _id: string;
  type: string;
  title: string;
  slug: string;
  customFields: Record<string, unknown>;
  publishedAt: string | null;
}

export interface ItemList {
  items: Item[];
  titles: string[];
  pagination: { total: number; limit: number; offset: number; hasMore: boolean };
  body: RestAnswer<Item[]>['body'];
}

let made = 0;

/** What a POST needs at least, new with every call. */
export function anItem(more: object = {}): { externalId: string; type: string; title: string } {
  made += 1;
  return { externalId: `external-${made}`, type: 'article', title: `Title ${made}`, ...more };
}

export async function createItem(site: TestSite, more: object = {}): Promise<Item> {
  return site.create<Item>('/content', anItem(more));
}

/** One after the other, so that ids and times rise. */
export async function createItems(site: TestSite, list: readonly object[]): Promise<Item[]> {
  const items: Item[] = [];
  for (const more of list) items.push(await createItem(site, more));
  return items;
}

/** @param query such as `limit=2&sort=title` */
export async function listItems(site: TestSite, query = ''): Promise<ItemList> {
  const { status, body } = await site.get<Item[]>(`/content?${query}`);
  if (status !== 200) throw new Error(`GET /content?${query}: ${status} ${JSON.stringify(body)}`);
  return {
    items: body.data,
    titles: body.data.map(({ title }) => title),
    pagination: body['pagination'] as ItemList['pagination'],
    body,
  };
}

/** A content type with these fields; answers its slug. */
export async function createType(site: TestSite, slug: string, fields: object[], more: object = {}): Promise<string> {
  await site.create('/content-types', { name: slug, slug, fields, ...more });
  return slug;
}
