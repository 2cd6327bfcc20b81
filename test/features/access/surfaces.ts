import { Reader, isShown } from './reader.ts';
import { COMMON_WORD, type Thing, type World, exists, inBatches } from './world.ts';

/** A place where things come out, and the ids of those that a caller is shown there whole. */
export interface Surface {
  name: string;
  /** What could come out there, for a caller who may see everything. */
  of: (thing: Thing) => boolean;
  /** Restricted things are shown there as teasers. */
  hasTeasers?: boolean;
  shown: (reader: Reader, world: World) => Promise<string[]>;
}

const isItem = ({ kind }: Thing) => kind === 'item';
const isDocument = ({ kind }: Thing) => kind === 'document';
const isSource = (thing: Thing) => isDocument(thing) || !thing.draft;

interface Item {
  _id: string;
  title: string;
  customFields?: { related?: Item[] };
  _access?: { granted: boolean };
}

const ids = (items: readonly { _id: string }[] | undefined) => (items ?? []).map(({ _id }) => _id);
const granted = (items: readonly Item[] | undefined) => ids(items?.filter(({ _access: access }) => access?.granted));

/** Those that answer 403 to a key without the scope `preview` are left out for it. */
export function surfacesOf({ previews }: World): readonly Surface[] {
  return previews ? [...SURFACES, ...PREVIEWS] : SURFACES;
}

export const SURFACES: readonly Surface[] = [
  {
    name: 'GET /content',
    of: isItem,
    shown: async (reader, world) => withoutHubs(ids(await listed(reader, '')), world),
  },
  {
    name: 'GET /content?includeRestricted, granted',
    of: isItem,
    shown: async (reader, world) =>
      withoutHubs(granted(await listed(reader, 'includeRestricted=true&includeContent=true')), world),
  },
  {
    name: 'GET /content?includeRestricted, all',
    of: isItem,
    hasTeasers: true,
    shown: async (reader, world) => withoutHubs(ids(await listed(reader, 'includeRestricted=true')), world),
  },
  {
    name: 'GET /content?expand&includeRestricted, all',
    of: isItem,
    hasTeasers: true,
    shown: async (reader, { hubs }) => {
      const list = await listed(reader, 'search=hub&expand=true&includeRestricted=true');
      return ids(list.find(({ _id }) => _id === hubs[0])?.customFields?.related);
    },
  },
  {
    name: 'GET /content?expand',
    of: isItem,
    shown: async (reader, { hubs }) => {
      const list = await listed(reader, 'search=hub&expand=true');
      return ids(list.find(({ _id }) => _id === hubs[0])?.customFields?.related);
    },
  },
  {
    name: 'GET /content?expand&includeRestricted, granted',
    of: isItem,
    shown: async (reader, { hubs }) => {
      const list = await listed(reader, 'search=hub&expand=true&includeRestricted=true');
      return granted(list.find(({ _id }) => _id === hubs[0])?.customFields?.related);
    },
  },
  {
    name: 'GET /content/:id',
    of: isItem,
    shown: (reader, { things }) => each(things.filter(isItem), ({ id }) => reader.get(`/content/${id}`)),
  },
  ...[1, 2, 3].map((depth): Surface => ({
    name: `GET /content/:id?expand, level ${depth}`,
    of: isItem,
    shown: async (reader, { hubs }) => {
      let { data: item } = await reader.get<{ data: Item | undefined }>(`/content/${hubs[depth - 1]}?expand=true`);
      for (let level = 1; level < depth; level++) item = item?.customFields?.related?.[0];
      return ids(item?.customFields?.related);
    },
  })),
  {
    name: 'GraphQL contents',
    of: isItem,
    shown: async (reader, world) => {
      const query = `query ($after: String) { contents(page: { limit: 25, after: $after }, order: { sort: title }) {
        items { _id: id content url metadata customFields } hasMore endCursor } }`;
      return withoutHubs(ids(await allPages(reader, query, 'contents')), world);
    },
  },
  {
    name: 'GraphQL contents(includeRestricted), granted',
    of: isItem,
    shown: async (reader, world) => {
      const query = `query ($after: String) {
        contents(includeRestricted: true, page: { limit: 25, after: $after }, order: { sort: createdAt }) {
          items { _id: id _access: access { granted } content url metadata customFields(expand: true)
            videoMetadata { streamUrl } references(field: "related") { id content } }
          hasMore endCursor } }`;
      return withoutHubs(granted(await allPages<Item>(reader, query, 'contents')), world);
    },
  },
  {
    name: 'GraphQL content',
    of: isItem,
    shown: (reader, { things }) =>
      each(things.filter(isItem), ({ id }) =>
        reader.graphql(
          `query ($id: ID!) { content(id: $id) { title content customFields } contentAccess(id: $id) { level } }`,
          { id },
        ),
      ),
  },
  ...[1, 2, 3].map((depth): Surface => ({
    name: `GraphQL references, level ${depth}`,
    of: isItem,
    shown: async (reader, { hubs }) => {
      const field = 'references(field: "related")';
      const query = `query ($id: ID!) { content(id: $id) { ${`${field} { `.repeat(depth)} _id: id content customFields ${'} '.repeat(depth)} } }`;
      const { content } = await reader.graphql<{ content: { references: unknown } }>(query, { id: hubs[depth - 1] });
      let level: unknown = content.references;
      for (let at = 1; at < depth; at++) level = (level as { references: unknown }[])[0]?.references;
      return ids(level as Item[]);
    },
  })),
  {
    name: 'GET /knowledge/documents',
    of: isDocument,
    shown: async (reader) => {
      const { data } = await reader.get<{ data: { documents: { id: string }[] } }>('/knowledge/documents?limit=100');
      return data.documents.map(({ id }) => id);
    },
  },
  {
    name: 'GET /knowledge/documents/:id',
    of: isDocument,
    shown: (reader, { things }) =>
      each(things.filter(isDocument), ({ id }) => reader.get(`/knowledge/documents/${id}`)),
  },
  {
    name: 'GraphQL knowledgeDocuments',
    of: isDocument,
    shown: async (reader) => {
      const query = `query ($after: String) { knowledgeDocuments(page: { limit: 5, after: $after }) {
        items { _id: id content } hasMore endCursor } }`;
      return ids(await allPages(reader, query, 'knowledgeDocuments'));
    },
  },
  {
    name: 'GraphQL knowledgeDocument',
    of: isDocument,
    shown: (reader, { things }) =>
      each(things.filter(isDocument), ({ id }) =>
        reader.graphql(`query ($id: ID!) { knowledgeDocument(id: $id) { title content } }`, { id }),
      ),
  },
  {
    name: 'GET /rag/documents',
    of: isSource,
    shown: async (reader) => ids((await reader.get<{ data: Item[] }>('/rag/documents')).data),
  },
  ...(['standard', 'hybrid', 'expanded'] as const).map((searchType): Surface => ({
    name: `POST /rag/search, ${searchType}`,
    of: isSource,
    shown: (reader) => found(reader, { query: COMMON_WORD, searchType, maxResults: 50 }),
  })),
  {
    name: 'GraphQL search',
    of: isSource,
    shown: async (reader) => {
      const query = `query ($input: SearchInput!) { search(input: $input) { results { content snippet { text } metadata } } }`;
      const { search } = await reader.graphql<{ search: { results: Hit[] } }>(query, {
        input: { query: COMMON_WORD, maxResults: 50 },
      });
      return search.results.map(({ metadata }) => metadata.sourceId);
    },
  },
];

/** Searches that find drafts as well. */
const PREVIEWS = (['standard', 'hybrid', 'expanded'] as const).map((searchType): Surface => ({
  name: `POST /rag/search, ${searchType}, preview`,
  of: () => true,
  shown: (reader) => found(reader, { query: COMMON_WORD, searchType, maxResults: 50, preview: true }),
}));

interface Hit {
  metadata: { sourceId: string };
  rank: number;
}

/** The sources that a search finds, best first. */
export async function found(reader: Reader, input: object): Promise<string[]> {
  const { data } = await reader.post<{ data: { results: Hit[]; totalResults: number } }>('/rag/search', input);
  if (data.totalResults !== data.results.length) throw new Error('totalResults is not the number of results');
  return data.results.map(({ metadata }) => metadata.sourceId);
}

/** What the figures of lists say: totals, and the summary of includeRestricted. Hubs count, as public items. */
export async function figures(reader: Reader): Promise<Record<string, number>> {
  const list = await reader.get<{ pagination: { total: number } }>('/content?limit=1');
  const summarized = await reader.get<{ pagination: { total: number }; _accessSummary: Record<string, number> }>(
    '/content?limit=1&includeRestricted=true',
  );
  const documents = await reader.get<{ data: { total: number } }>('/knowledge/documents?limit=1');
  const { contents, knowledgeDocuments } = await reader.graphql<Record<string, { total: number }>>(
    '{ contents(page: { limit: 1 }) { total } knowledgeDocuments(page: { limit: 1 }) { total } }',
  );
  const { accessibleItems = -1, totalItems = -1, restrictedItems = -1 } = summarized['_accessSummary'];
  return {
    'total of GET /content': list.pagination.total,
    'total of GET /content?includeRestricted': summarized.pagination.total,
    accessibleItems,
    totalItems,
    restrictedItems,
    'total of GraphQL contents': contents?.total ?? -1,
    'total of GET /knowledge/documents': documents.data.total,
    'total of GraphQL knowledgeDocuments': knowledgeDocuments?.total ?? -1,
  };
}

/** What `figures` must answer to a caller who sees these. */
export function expectedFigures(world: World, sees: (thing: Thing) => boolean): Record<string, number> {
  const { things, hubs } = world;
  const all = things.filter((thing) => isItem(thing) && exists(world, thing)).length + hubs.length;
  const items = things.filter((thing) => isItem(thing) && sees(thing)).length + hubs.length;
  const documents = things.filter((thing) => isDocument(thing) && sees(thing)).length;
  return {
    'total of GET /content': items,
    'total of GET /content?includeRestricted': all,
    accessibleItems: items,
    totalItems: all,
    restrictedItems: all - items,
    'total of GraphQL contents': items,
    'total of GET /knowledge/documents': documents,
    'total of GraphQL knowledgeDocuments': documents,
  };
}

async function listed(reader: Reader, query: string): Promise<Item[]> {
  return (await reader.get<{ data: Item[] }>(`/content?limit=100&${query}`)).data;
}

async function allPages<T = { _id: string }>(reader: Reader, query: string, field: string): Promise<T[]> {
  const items: T[] = [];
  for (let after: string | null = null; ;) {
    type Answer = Record<string, { items: T[]; hasMore: boolean; endCursor: string | null }>;
    const page: Answer[string] | undefined = (await reader.graphql<Answer>(query, { after }))[field];
    items.push(...(page?.items ?? []));
    if (!page?.hasMore) return items;
    after = page.endCursor;
  }
}

async function each(things: readonly Thing[], ask: (thing: Thing) => Promise<unknown>): Promise<string[]> {
  const shown = await inBatches(things, (thing) => isShown(ask(thing)));
  return things.filter((_thing, index) => shown[index]).map(({ id }) => id);
}

function withoutHubs(shown: readonly string[], { hubs }: World): string[] {
  return shown.filter((id) => !hubs.includes(id));
}
