import type { ValueKind } from '../../content-type/field-type.ts';

/** The kind of values that a field has for filters and sorts. Built-in fields may have one of some choices. */
export type Kind = ValueKind | 'choice';

/** The values of a field that is marked `sortable` or `filterable`, of all items of its only type. */
export interface FieldIndex {
  id: string;
  /** Tells whether all texts are stored whole, so that they are in the order of the field. */
  isExact: boolean;
}

/** A field of content items, built-in or custom. */
export interface Field {
  /** The name in errors: `title`, `fields.rating`. */
  name: string;
  kind: Kind;
  /** The value as SQL of the kind's type, null if it is missing; of `list` and `location` a `text[]` or JSON. */
  value: (row: string) => string;
  /** The text with case (and, of the title, accents) removed, in which `contains` and `startsWith` search. */
  folded?: (row: string) => string;
  fold?: (text: string) => string;
  /** The form of a compared value as SQL, in the index of a custom field. */
  toIndexed?: (sql: string) => string;
  /** The stored form of a compared text. */
  canonical?: (text: string) => string;
  /** The values of a field that is an enum. */
  choices?: readonly string[];
  /** Tells whether `content_count` has the column, under the same name. */
  isCounted: boolean;
  /** A custom field: its values are JSON, and only items of these types have it. */
  custom?: {
    types: readonly string[];
    referenceTo?: string | undefined;
    isReference: boolean;
    sortable: boolean;
    /** Tells whether marking it `filterable` would give it an index, for filters that name its type. */
    canBeMarked: boolean;
    /** The index of the field; only a field that one type has can have one. */
    index?: FieldIndex | undefined;
  };
}
