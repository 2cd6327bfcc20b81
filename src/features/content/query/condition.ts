import type { ValueKind } from '../../content-type/field-type.ts';
import type { FieldIndex } from './field-index.ts';

/** What a field has, as far as filters and sorts are concerned. Built-in fields may have one of some choices. */
export type Kind = ValueKind | 'choice';

const EQUAL = ['eq', 'ne', 'in', 'notIn'] as const;
const ORDERED = [...EQUAL, 'gt', 'gte', 'lt', 'lte', 'between', 'exists'] as const;

/** The operators of a filter that fit the kind of the field. */
export const OPERATORS = {
  text: [...EQUAL, 'contains', 'startsWith', 'exists'],
  id: [...EQUAL, 'exists'],
  choice: [...EQUAL, 'exists'],
  number: ORDERED,
  boolean: ['eq', 'ne', 'exists'],
  date: ORDERED,
  instant: ORDERED,
  list: ['contains', 'containsAny', 'containsAll', 'exists'],
  location: ['within', 'near', 'exists'],
  other: ['exists'],
} as const satisfies Record<Kind, readonly string[]>;

export type Operator = (typeof OPERATORS)[Kind][number];

/** In SQL. */
export const COMPARED: Partial<Record<Operator, string>> = { gt: '>', gte: '>=', lt: '<', lte: '<=' };

/** A field of content items, built-in or custom. */
export interface Field {
  /** As errors name it: `title`, `fields.rating`. */
  name: string;
  kind: Kind;
  /** The value as SQL of the kind's type, null if it is missing; of `list` and `location` a `text[]` or JSON. */
  value: (row: string) => string;
  /** The text with case (and, of the title, accents) removed, in which `contains` and `startsWith` search. */
  folded?: (row: string) => string;
  fold?: (text: string) => string;
  /** The stored form of a compared text. */
  canonical?: (text: string) => string;
  /** Choices of a field whose values are an enum. */
  choices?: readonly string[];
  /** Whether `content_count` has the column, under the same name. */
  isCounted: boolean;
  /** A custom field: its values are JSON, and only items of these types have it. */
  custom?: {
    types: readonly string[];
    referenceTo?: string | undefined;
    isReference: boolean;
    sortable: boolean;
    /** Whether marking it `filterable` would give it an index, for filters that name its type. */
    canBeMarked: boolean;
    /** Of a field that one type has. */
    index?: FieldIndex | undefined;
  };
}

/** A validated filter. `not` and negative operators hold exactly where what they negate does not. */
export type Condition =
  | { all: readonly Condition[] }
  | { any: readonly Condition[] }
  | { not: Condition }
  | { field: Field; operator: Operator; value: unknown }
  | { reference: Field; to: Condition };

/** The conditions that must all hold. */
export function conjuncts(condition: Condition): readonly Condition[] {
  return 'all' in condition ? condition.all.flatMap(conjuncts) : [condition];
}

export function isCounted(condition: Condition): boolean {
  if ('all' in condition) return condition.all.every(isCounted);
  if ('any' in condition) return condition.any.every(isCounted);
  if ('not' in condition) return isCounted(condition.not);
  return 'field' in condition && condition.field.isCounted;
}

/** Whether it names drafts or archived items as what it looks for. */
export function asksForUnpublished(condition: Condition): boolean {
  if ('all' in condition) return condition.all.some(asksForUnpublished);
  if ('any' in condition) return condition.any.some(asksForUnpublished);
  if ('not' in condition) return false;
  if ('reference' in condition) return asksForUnpublished(condition.to);
  const { field, operator, value } = condition;
  const names = field.name === 'status' && (operator === 'eq' || operator === 'in');
  return names && [value].flat().some((status) => status !== 'published');
}
