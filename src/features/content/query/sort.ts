import { type Violation, listChoices, createViolation } from '../../../shared/errors.ts';
import type { Sort } from '../../../database/pagination.ts';
import { contentItems } from '../content.rows.ts';
import type { Field, Kind } from './content-field.ts';
import { indexOrder } from './field-index.ts';
import { CUSTOM } from './input/raw-filter.ts';
import { type Definitions, findField } from './resolve-filter.ts';

const { c } = contentItems;
type SortKey = Omit<Sort, 'direction'>;

export const BUILT_IN_SORTS = {
  publishedAt: { expression: c.publishedAt, type: 'timestamptz', nullable: true },
  sortOrder: { expression: c.sortOrder, type: 'integer', nullable: false },
  createdAt: { expression: c.createdAt, type: 'timestamptz', nullable: false },
  title: { expression: c.titleFolded, type: 'text', nullable: false },
  updatedAt: { expression: c.updatedAt, type: 'timestamptz', nullable: false },
} satisfies Record<string, SortKey>;

/** The values that the error of an unknown key lists: those of the parameter `sort` before it took several keys. */
const LISTED_SORTS = ['publishedAt', 'sortOrder', 'createdAt', 'title'];

export const MAX_SORT_KEYS = 5;

/** A key of the parameter `sort`: `title`, `-fields.rating`. */
export interface RawSort {
  name: string;
  direction: 'asc' | 'desc';
}

/**
 * Reads the keys of the parameter `sort`; those without a sign ascend.
 * @param single another direction for a single key without a sign
 */
export function readSort(keys: readonly string[], single: 'asc' | 'desc' | null | undefined): RawSort[] {
  return keys.map((text) => {
    const sign = /^[-+ ]/.exec(text)?.[0];
    const name = sign ? text.slice(1) : text;
    const unsigned = keys.length === 1 ? (single ?? 'asc') : 'asc';
    const direction = sign === undefined ? unsigned : sign === '-' ? 'desc' : 'asc';
    return { name: Object.hasOwn(BUILT_IN_SORTS, name) || name.startsWith(CUSTOM) ? name : CUSTOM + name, direction };
  });
}

export function customSortNames(keys: readonly RawSort[]): string[] {
  return keys.flatMap(({ name }) => (name.startsWith(CUSTOM) ? [name.slice(CUSTOM.length)] : []));
}

export function sortViolations(keys: readonly RawSort[]): Violation[] {
  return keys.length > MAX_SORT_KEYS ? [createViolation('sort', `must have at most ${MAX_SORT_KEYS} keys`)] : [];
}

/**
 * @param options `guard`: the access rule, in a list that also has items whose custom fields the viewer cannot read;
 * `isFirst`: the list may be read in the order of an index of the field
 */
export function resolveSort(
  { name, direction }: RawSort,
  definitions: Definitions,
  types: readonly string[] | null,
  { guard, isFirst }: { guard: Sort['guard']; isFirst: boolean },
): Sort | null {
  if (!name.startsWith(CUSTOM)) return { ...BUILT_IN_SORTS[name as keyof typeof BUILT_IN_SORTS], direction };
  const own = name.slice(CUSTOM.length);
  if (!types && !definitions.fields.has(own)) {
    definitions.violations.push({ field: 'sort', message: `sort must be ${listChoices(LISTED_SORTS)}` });
    return null;
  }
  const field = findField({ name, path: 'sort' }, definitions, types);
  if (!field) return null;
  const key = sortKey(field);
  if (!key) {
    definitions.violations.push({ field: 'sort', message: `sort: the field "${own}" is not sortable` });
    return null;
  }
  // An index in this order can only be used without the condition on the type.
  const isDefined = types?.every((type) => field.custom?.types.includes(type));
  const order = isFirst && isDefined && !guard ? indexOrder(field, contentItems.alias) : null;
  if (order) return { ...key, ...order, direction };
  const expression = isDefined ? key.expression : `(case when ${hasType(field)} then ${key.expression} end)`;
  return { ...key, expression, nullable: true, direction, guard };
}

/** Returns the SQL condition that an item has a type that defines the field; the slugs are those of stored types. */
function hasType({ custom }: Field): string {
  return `${c.type} in (${(custom?.types ?? []).map((type) => `'${type.replaceAll("'", "''")}'`).join(', ')})`;
}

const TYPES: Partial<Record<Kind, Sort['type']>> = {
  number: 'numeric',
  boolean: 'boolean',
  date: 'text',
  instant: 'timestamptz',
  text: 'text',
};

function sortKey(field: Field): SortKey | null {
  const type = TYPES[field.kind];
  if (!type || !field.custom?.sortable) return null;
  const { value, folded = value } = field;
  const { alias } = contentItems;
  // Texts are sorted ignoring case.
  const expression = field.kind === 'text' ? `(${folded(alias)} collate "C")` : value(alias);
  return { expression, type, nullable: true };
}
