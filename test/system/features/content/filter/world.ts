import { fold } from '../../../../../src/text/folding.ts';
import { indexSite } from '../../../../../src/features/content/source/search-terms.ts';
import { newId } from '../../../../../src/shared/ids.ts';
import type { AccessLevel } from '../../../../../src/access/access-level.ts';
import type { TestService } from '../../../../support/service.ts';
import { TestSite } from '../../../../support/site.ts';
import { Admin } from '../../../../features/site/admin.ts';
import { createItem, createType } from '../../../../features/content/items.ts';

/** A stored item, as the rule is evaluated on it. */
export interface Row {
  id: string;
  externalId: string;
  slug: string;
  title: string;
  type: string;
  status: string;
  accessLevel: AccessLevel;
  required: string[];
  collection: string | null;
  language: string;
  categories: string[];
  tags: string[];
  author: string | null;
  sortOrder: number;
  publishedAt: string | null;
  createdAt: string;
  updatedAt: string;
  excerpt: string | null;
  content: string | null;
  fields: Record<string, unknown>;
}

/** Keys by their scopes. */
export const KEYS = ['all', 'preview', 'delivery'] as const;
export type KeyName = (typeof KEYS)[number];

export interface FilterWorld {
  /** The site, by each key. */
  sites: Readonly<Record<KeyName, TestSite>>;
  rows: readonly Row[];
  collections: readonly string[];
}

/** Types of custom fields by content type. `name` is a field of both. */
export const DEFINED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  post: {
    rating: 'number',
    name: 'text',
    open: 'boolean',
    day: 'date',
    at: 'datetime',
    kinds: 'multiselect',
    writer: 'reference',
    related: 'references',
    place: 'location',
    extra: 'json',
  },
  writer: { rank: 'number', name: 'text' },
  page: {},
};

/** Few values, so that filters often match and items are often equal. */
export const POOL = {
  titles: ['Alpha', 'alpha', 'Ärger', 'arger', 'Zed', 'b%', 'b_c', String.raw`b\c`, 'Straße', 'zz top'],
  texts: ['Zorp', 'Anna', 'anna', 'Ünal', 'b%', 'b_c', '', 'Zoe', 'ann'],
  languages: ['en', 'de', 'fr'],
  labels: ['red', 'blue', 'green', 'a,b', 'Red'],
  numbers: [-3, 0, 0.1, 0.3, 1, 1.5, 2, 1e21, -0.5],
  days: ['2025-12-31', '2026-01-01', '2026-01-02', '1999-06-06'],
  moments: [
    '2026-01-01T00:00:00.000Z',
    '2026-01-01T01:00:00.000Z',
    '2025-06-01T12:00:00.500Z',
    '2026-03-01T00:00:00.000Z',
  ],
  offsets: ['2026-01-01T01:00:00+01:00', '2026-01-01T00:00Z', '2025-06-01T12:00:00.5Z', '2026-02-28T23:00:00-01:00'],
  kinds: ['x', 'y', 'z'],
  /** Words with a stem of their own in every language. */
  prose: ['zorp', 'Quïx and blimf', 'blimf', 'zorp, QUIX', 'nothing'],
  queries: [
    'zorp',
    'quix',
    'BLÏMF zorp',
    'alpha',
    'Ärger',
    'zed zorp',
    'top',
    'strasse',
    '',
    '!',
    'absent',
    'zorp zorp',
  ],
  places: [
    { lat: 52.52, lng: 13.405 },
    { lat: -33.9, lng: 151.2 },
    { lat: 0, lng: 179.9 },
    { lat: 64.1, lng: -21.9 },
  ],
  levels: ['public', 'public', 'authenticated', 'premium', 'subscription'] as AccessLevel[],
  statuses: ['draft', 'published', 'published', 'archived'],
} as const;

const ROWS = 90;

/** The same items for the same seed, so that a failure can be repeated. */
export async function buildFilterWorld(service: TestService, seed: number): Promise<FilterWorld> {
  const site = await service.site();
  for (const [slug, fields] of Object.entries(DEFINED)) {
    const definitions = Object.entries(fields).map(([name, type]) => ({
      name,
      type,
      sortable: true,
      searchable: name === 'name',
      ...rulesOf(name),
    }));
    await createType(site, slug, definitions);
  }
  const collections: string[] = [];
  for (const name of ['One', 'Two']) {
    const { data } = await site.graphql<{ createCollection: { id: string } }>(
      `mutation { createCollection(input: { name: "${name}" }) { id } }`,
    );
    collections.push(data!.createCollection.id);
  }
  const random = randomOf(seed);
  const rows: Row[] = [];
  for (let n = 0; n < ROWS; n++) rows.push(randomRow(random, n, rows, collections));
  await store(service, site, rows);
  await indexSite(service.app.database.forSite(site.id, 'background'), AbortSignal.timeout(60_000));
  const keyed = async (scopes: string[]) => {
    const { data } = await new Admin(service).createApiKey(site.id, { name: 'key', scopes });
    return new TestSite(service, site.id, data?.createApiKey.secret ?? '');
  };
  const sites = { all: site, preview: await keyed(['read', 'preview']), delivery: await keyed(['read']) };
  return { sites, rows, collections };
}

function rulesOf(name: string): object {
  if (name === 'kinds') return { validation: { options: POOL.kinds } };
  return name === 'writer' ? { validation: { referenceTo: 'writer' } } : {};
}

/** Copies of one item that is created as callers do. */
async function store(service: TestService, site: TestSite, rows: readonly Row[]): Promise<void> {
  const { _id } = await createItem(site, { title: 'Copied' });
  const scope = service.app.database.forSite(site.id, 'background');
  const types = await scope.rows<{ slug: string; id: string }>('select slug, id from content_type');
  const typeIds = new Map(types.map(({ slug, id }) => [slug, id]));
  for (const row of rows) {
    const {
      required,
      collection,
      fields,
      externalId,
      accessLevel,
      sortOrder,
      publishedAt,
      createdAt,
      updatedAt,
      ...rest
    } = row;
    const columns = {
      ...rest,
      content_type_id: typeIds.get(row.type),
      external_id: externalId,
      title_folded: fold(row.title),
      access_level: accessLevel,
      required_subscriptions: required,
      collection_id: collection,
      sort_order: sortOrder,
      published_at: publishedAt,
      created_at: createdAt,
      updated_at: updatedAt,
      custom_fields: fields,
    };
    await scope.rows(
      'insert into content_item select (jsonb_populate_record(c, $2::jsonb)).* from content_item c where c.id = $1',
      [_id, JSON.stringify(columns)],
    );
  }
  await site.delete(`/content/${_id}`);
}

type Random = () => number;

/** mulberry32. */
function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function randomRow(random: Random, n: number, before: readonly Row[], collections: readonly string[]): Row {
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const some = <T>(list: readonly T[]): T[] => list.filter(() => random() < 0.4);
  const maybe = <T>(value: () => T): T | null => (random() < 0.7 ? value() : null);
  const accessLevel = one(POOL.levels);
  const type = one(['post', 'post', 'post', 'writer', 'page']);
  const writers = before.filter((row) => row.type === 'writer');
  const values: Record<string, () => unknown> = {
    rating: () => one(POOL.numbers),
    rank: () => one(POOL.numbers),
    name: () => one(POOL.texts),
    open: () => random() < 0.5,
    day: () => one(POOL.days),
    at: () => one([...POOL.moments, ...POOL.offsets]),
    kinds: () => some(POOL.kinds),
    // Ids may be in upper case.
    writer: () => (random() < 0.2 ? one(writers)?.id.toUpperCase() : one(writers)?.id),
    related: () => some(before.slice(-5)).map(({ id }) => (random() < 0.2 ? id.toUpperCase() : id)),
    place: () => one(POOL.places),
    extra: () => ({ any: n }),
  };
  const names = Object.keys(DEFINED[type] ?? {});
  // A value of another type, as after a change of the definition; and a field that the type does not define.
  const stray = random() < 0.15 ? { [one(Object.keys(values))]: one([7, 'stray', ['red'], { lat: 'x' }, false]) } : {};
  const fields = Object.fromEntries(names.flatMap((name) => maybe(() => [[name, values[name]?.()]]) ?? []));
  return {
    id: newId(),
    externalId: `e${n}`,
    slug: `s${n % 30}-${n}`,
    title: one(POOL.titles),
    type,
    status: one(POOL.statuses),
    accessLevel,
    required: accessLevel === 'subscription' ? some(['gold', 'silver']) : [],
    collection: maybe(() => one(collections)),
    language: one(POOL.languages),
    categories: some(POOL.labels),
    tags: some(POOL.labels),
    author: maybe(() => one(POOL.texts)),
    sortOrder: Math.floor(random() * 5),
    publishedAt: maybe(() => one(POOL.moments)),
    createdAt: one(POOL.moments),
    updatedAt: one(POOL.moments),
    excerpt: maybe(() => one(POOL.prose)),
    content: maybe(() => one(POOL.prose)),
    fields: JSON.parse(JSON.stringify({ ...fields, ...stray })) as Record<string, unknown>,
  };
}
