import { isSlug, MAX_SLUG_LENGTH } from '../text/slug.ts';

/**
 * What an input field takes, beyond its type. Declared once, at the field: the services check input against it and OpenAPI
 * states it. Null and absence pass unless `filled` or `required` is set.
 */
export interface Bounds {
  /** Where given, it may be neither null nor blank. */
  readonly filled?: true;
  /** What is wrong with a blank one. Default `is required` or, where it may be absent, `must not be empty`. */
  readonly blankMessage?: string;
  /** Must be given although its GraphQL type is nullable, so that the service words the error. */
  readonly required?: true;
  /** Characters (code points, as JSON Schema counts them). */
  readonly maxLength?: number;
  readonly format?: TextFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Of each entry of a list. */
  readonly items?: Pick<Bounds, 'filled' | 'maxLength'>;
  /** Of a free-form object. */
  readonly minEntries?: number;
  readonly maxEntries?: number;
  /** Bytes of a free-form object as JSON. */
  readonly maxJsonBytes?: number;
}

/** A pattern with the words that say what a text must look like, as they continue its path. */
export interface TextFormat {
  readonly pattern: string;
  readonly maxLength: number;
  readonly expectation: string;
  matches(text: string): boolean;
}

export const SLUG: TextFormat = {
  pattern: '^[a-z0-9]([a-z0-9-]*[a-z0-9])?$',
  maxLength: MAX_SLUG_LENGTH,
  expectation: 'must have only lower-case letters, digits and single hyphens, at most 200 characters',
  matches: isSlug,
};

/** @param expectation such as `must be an ISO language code` */
export function textFormat(pattern: RegExp, maxLength: number, expectation: string): TextFormat {
  return {
    pattern: pattern.source,
    maxLength,
    expectation,
    matches: (text) => text.length <= maxLength && pattern.test(text),
  };
}

/** Entries of a list of short texts: tags, slugs, questions. */
export function listOf(maxItems: number, maxLength: number): Bounds {
  return { maxItems, items: { filled: true, maxLength } };
}
