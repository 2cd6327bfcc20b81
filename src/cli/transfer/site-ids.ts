import type { SiteApi } from './api.ts';
import { LineError } from './lines.ts';

interface Ids {
  /** The ids of collections by slug. */
  collections: Map<string, string>;
  /** The ids of folders by path. */
  folders: Map<string, string>;
}

/** The ids of the collections and folders of a site, which are read when the first line needs them. */
export class SiteIds {
  private readonly api: SiteApi;
  private ids: Promise<Ids> | undefined;

  constructor(api: SiteApi) {
    this.api = api;
  }

  read(): Promise<Ids> {
    return (this.ids ??= readIds(this.api));
  }

  async findCollection(slug: string | null | undefined): Promise<string | null> {
    if (slug === null || slug === undefined) return null;
    const id = (await this.read()).collections.get(slug);
    if (id === undefined) throw new LineError(`collection must be the slug of a collection of the site`);
    return id;
  }

  async findFolder(path: string | null): Promise<string | null> {
    if (path === null) return null;
    const id = (await this.read()).folders.get(path);
    if (id === undefined) throw new LineError(`There is no folder ${path} that the key can read`);
    return id;
  }
}

async function readIds(api: SiteApi): Promise<Ids> {
  const collections = new Map<string, string>();
  type Page = { collections: { items: { id: string; slug: string }[]; hasMore: boolean; endCursor: string | null } };
  const query = `query ($after: String) {
    collections(page: { limit: 100, after: $after }) { items { id slug } hasMore endCursor } }`;
  for (let after: string | null = null, hasMore = true; hasMore;) {
    const page: Page = await api.graphql<Page>(query, { after }).catch(endImport);
    for (const { id, slug } of page.collections.items) collections.set(slug, id);
    ({ hasMore, endCursor: after } = page.collections);
  }
  const folders = await api.data<{ _id: string; path: string }[]>('GET', '/assets/folders');
  return { collections, folders: new Map(folders.map(({ _id, path }) => [path, _id])) };
}

/** Ends the import, because no line can be imported without these ids. */
function endImport(error: Error): never {
  throw new Error(error.message);
}

/** @throws LineError if the key cannot list one of them */
export async function idsOfItems(api: SiteApi, externalIds: readonly string[]): Promise<Map<string, string>> {
  type ContentsAnswer = { contents: { items: { id: string; externalId: string }[] } };
  const { contents } = await api.graphql<ContentsAnswer>(ITEMS, { externalIds });
  const ids = new Map(contents.items.map(({ id, externalId }) => [externalId, id]));
  const missing = externalIds.find((externalId) => !ids.has(externalId));
  if (missing !== undefined) throw new LineError(`There is no item ${missing} that the key can list`);
  return ids;
}

/** Teasers, because a key alone cannot read restricted items. */
const ITEMS = `query ($externalIds: [String!]!) {
  contents(filter: { externalId: { in: $externalIds } }, page: { limit: 100 }, includeRestricted: true) {
    items { id externalId } } }`;
