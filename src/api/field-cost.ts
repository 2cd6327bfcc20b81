import type { GraphQLField } from 'graphql';

/**
 * What the query budget knows of a field beyond the rule "one point, times the sizes of the lists above it". One point is
 * about 4 microseconds of CPU, measured on lists of whole items with and without references.
 */
export interface FieldCost {
  /** Points of its own instead of the default ones, each time it is resolved. */
  points?: number;
  /** Points added when a Boolean argument is true. */
  extra?: Readonly<Record<string, number>>;
  /** Points added for each value that an argument holds, such as a condition of a filter or a key of a sort. */
  perValue?: Readonly<Record<string, number>>;
  /** How many elements its list is counted as where that must be known before it is read. */
  size?: number;
  /** Points of each element of its list, in addition to its fields. */
  each?: number;
  /** Its resolver counts the elements, before it reads them. */
  countedByResolver?: boolean;
  /** It is a page, or holds the list of one: that many elements. */
  page?: CountedPage;
}

export interface CountedPage {
  /** Where the caller says it, as a path from the argument: `page.limit`. */
  argument: string;
  /** The size that counts when the caller does not say it. */
  default: number;
  /** The service clamps to it, and so does the count. */
  max: number;
}

/** A root field asks the database at least once. */
export const ROOT_POINTS = 100;
export const FIELD_POINTS = 1;
/** The size of a list of objects without a declared one; `limits.rest.test.ts` checks that there is none. */
export const UNKNOWN_SIZE = 50;

/** The cost that `@Cost` declares at the field; undefined: nothing beyond the rule. */
export function declaredCost({ extensions }: GraphQLField<unknown, unknown>): FieldCost | undefined {
  return extensions['cost'] as FieldCost | undefined;
}
