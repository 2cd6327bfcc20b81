import * as fc from 'fast-check';
import type { OperatorName } from '../../../../../src/features/content/filter-operators.ts';
import { type FieldKind, OPERATORS, operatorsOn } from './operators.ts';
import type { Filter } from './rule.ts';
import { type FilterWorld, KEYS, type KeyName, POOL } from './world.ts';

/** One list that a caller asks for. */
export interface Case {
  filter: Filter;
  /** Words that must be there; null and empty: none. */
  fullText: string | null;
  /** Empty: by relevance, or newest publication first. */
  sort: string[];
  limit: number;
  includeRestricted: boolean;
  /** Position among the users. */
  user: number;
  key: KeyName;
  /** In REST where its parameters can say the same. */
  surface: 'GraphQL' | 'REST';
}

const SORTS = [
  'publishedAt',
  'createdAt',
  'updatedAt',
  'sortOrder',
  'title',
  'rating',
  'fields.name',
  'fields.at',
  'day',
  'open',
  'rank',
];
const LEVELS = [...new Set(POOL.levels)];
const STATUSES = [...new Set(POOL.statuses)];

type Leaf = fc.Arbitrary<Filter>;

/** @param only one operator, in every condition; `references` as well */
export function casesOf(world: FilterWorld, users: number, only?: string): fc.Arbitrary<Case> {
  return fc.record({
    fullText: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: fc.constantFrom(...POOL.queries) },
    ),
    key: fc.constantFrom(...KEYS),
    surface: fc.constantFrom('GraphQL' as const, 'REST' as const),
    filter: only
      ? filterOf(leavesOf(world, only))
      : fc.oneof({ weight: 1, arbitrary: fc.constant({}) }, { weight: 9, arbitrary: filterOf(leavesOf(world)) }),
    sort: fc.array(
      fc.tuple(fc.constantFrom('', '-', '+'), fc.constantFrom(...SORTS)).map(([sign, name]) => sign + name),
      { maxLength: 3 },
    ),
    limit: fc.constantFrom(7, 23, 100),
    includeRestricted: fc.boolean(),
    user: fc.nat(users - 1),
  });
}

function filterOf(leaf: Leaf): fc.Arbitrary<Filter> {
  const { filter } = fc.letrec<{ filter: Filter }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 3 },
      { weight: 5, arbitrary: leaf },
      { weight: 1, arbitrary: fc.record({ and: fc.array(tie('filter'), { maxLength: 3 }) }) },
      { weight: 2, arbitrary: fc.record({ or: fc.array(tie('filter'), { maxLength: 3 }) }) },
      { weight: 2, arbitrary: fc.record({ not: tie('filter') }) },
      { weight: 1, arbitrary: fc.tuple(leaf, leaf).map(([a, b]) => ({ ...a, ...b })) },
    ),
  }));
  return filter;
}

function leavesOf(world: FilterWorld, only?: string): Leaf {
  const one = condition(only);
  const ids = fc.constantFrom(...world.rows.map(({ id }) => id), 'nonsense');
  const collections = fc.constantFrom(...world.collections, 'nonsense');
  const texts = fc.constantFrom(...POOL.texts);
  const labels = fc.constantFrom(...POOL.labels);
  const moments = fc.constantFrom(...POOL.moments, ...POOL.offsets.map((text) => new Date(text).toISOString()));
  const titles = fc.constantFrom(...POOL.titles);
  const parts = fc.constantFrom('a', 'A', 'b%', '_', '\\', 'ä', 'SS', 'n', '');
  const types = fc.constantFrom('post', 'writer', 'page', 'none');
  const built: (Leaf | null)[] = [
    on('id', one(ids, 'plain')),
    on('externalId', one(fc.constantFrom('e1', 'e2', 'e40'), 'text', parts)),
    on('slug', one(fc.constantFrom('s1-1', 's1-31', 's2-2'), 'text', fc.constantFrom('s1', 'S2-'))),
    on('title', one(titles, 'text', parts)),
    on('typeIs', one(types, 'text')),
    on('statusIs', one(fc.constantFrom(...STATUSES), 'plain')),
    on('accessLevelIs', one(fc.constantFrom(...LEVELS), 'plain')),
    on('collection', one(collections, 'plain')),
    on('language', one(fc.constantFrom(...POOL.languages), 'text')),
    on('author', one(texts, 'text', parts)),
    on('categories', one(labels, 'list')),
    on('tags', one(labels, 'list')),
    on('sortOrder', one(fc.integer({ min: -1, max: 5 }), 'ordered')),
    ...['publishedAt', 'createdAt', 'updatedAt'].map((name) => on(name, one(moments, 'ordered'))),
  ];
  const short: Leaf[] = [
    fc.record({ type: types }),
    fc.record({ status: fc.constantFrom(...STATUSES) }),
    fc.record({ accessLevel: fc.constantFrom(...LEVELS) }),
    fc.record({ collectionId: collections }),
    fc.record({ search: fc.constantFrom('a', 'AR', 'straße', 'b%', '_c') }),
  ];
  const custom = customLeaves(world, only);
  const leaves = [...(only ? [] : short), ...[...built, ...custom].filter((leaf) => leaf !== null)];
  return fc.oneof(...leaves);
}

function customLeaves(world: FilterWorld, only?: string): (Leaf | null)[] {
  const one = condition(only);
  const numbers = fc.constantFrom(...POOL.numbers);
  const texts = fc.constantFrom(...POOL.texts);
  const ids = fc.constantFrom(...world.rows.flatMap(({ id, type }) => (type === 'writer' ? [id] : [])), 'nonsense');
  const anyId = fc.constantFrom(...world.rows.slice(0, 40).map(({ id }) => id));
  const inner: Leaf = fc.oneof(
    fc.constant({}),
    fc.record({ slug: fc.record({ startsWith: fc.constantFrom('s1', 's2') }) }),
    fc.record({ statusIs: fc.record({ ne: fc.constantFrom(...STATUSES) }) }),
    fc.record({ accessLevel: fc.constantFrom(...LEVELS) }),
    fc.record({ not: fc.record({ title: fc.record({ eq: fc.constantFrom(...POOL.titles) }) }) }),
    fc.record({ field: fc.record({ name: fc.constant('name'), contains: fc.constantFrom('a', 'N') }) }),
  );
  const references = (name: string) =>
    !only || only === 'references' ? inner.map((filter) => ({ field: { name, references: filter } })) : null;
  return [
    onField('rating', one(numbers, 'ordered')),
    onField('rank', one(numbers, 'ordered')),
    onField('name', one(texts, 'text', fc.constantFrom('a', 'Ü', '%', '_', ''))),
    onField('open', one(fc.boolean(), 'boolean')),
    onField('day', one(fc.constantFrom(...POOL.days), 'ordered')),
    onField('at', one(fc.constantFrom(...POOL.moments, ...POOL.offsets), 'ordered')),
    onField('kinds', one(fc.constantFrom(...POOL.kinds), 'list')),
    onField('writer', one(ids, 'plain')),
    onField('related', one(anyId, 'list')),
    onField('extra', one(fc.boolean(), 'other')),
    onField('place', one(fc.constant(null), 'place')),
    references('writer'),
    references('related'),
  ];
}

function on(name: string, arbitrary: fc.Arbitrary<Filter> | null): Leaf | null {
  return arbitrary && arbitrary.map((operators) => ({ [name]: operators }));
}

function onField(name: string, arbitrary: fc.Arbitrary<Filter> | null): Leaf | null {
  return arbitrary && arbitrary.map((operators) => ({ field: { name, ...operators } }));
}

/** One operator of the kind with a value; sometimes two. @param only the only operator */
function condition(only?: string) {
  return (values: fc.Arbitrary<unknown>, kind: FieldKind, parts = values): fc.Arbitrary<Filter> | null => {
    const names = operatorsOn(kind).filter((name) => !only || name === only);
    if (names.length === 0) return null;
    const single = fc.oneof(
      ...names.map((name) => operandOf(name, values, parts).map((operand) => ({ [name]: operand }))),
    );
    return fc.oneof(
      { weight: 4, arbitrary: single },
      { weight: 1, arbitrary: fc.tuple(single, single).map(([a, b]) => ({ ...a, ...b })) },
    );
  };
}

const BOXES = fc.constantFrom(
  { south: 50, west: 10, north: 60, east: 20 },
  { south: -40, west: 150, north: 5, east: -170 },
  { south: 52.52, west: 13.405, north: 52.52, east: 13.405 },
);
const CIRCLES = fc.record({
  lat: fc.constantFrom(52.5, 0, 64),
  lng: fc.constantFrom(13.4, -179.9, -21.9),
  distance: fc.constantFrom(1_000, 25_000, 2_500_000, 9_000_000, 30_000_000),
});

function operandOf(
  name: OperatorName,
  values: fc.Arbitrary<unknown>,
  parts: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const operands = {
    value: values,
    part: parts,
    list: fc.array(values, { maxLength: 3 }),
    pair: fc.tuple(values, values),
    boolean: fc.boolean(),
    box: BOXES,
    circle: CIRCLES,
  };
  return operands[OPERATORS[name].operand];
}
