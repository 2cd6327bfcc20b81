import { ONE_LINE_PATTERN } from '../text/one-line.ts';
import { isSlug, MAX_SLUG_LENGTH } from '../text/slug.ts';

/**
 * Bounds of an input field, beyond its type. Declared once, at the field: the services validate input against them and
 * OpenAPI documents them. Null and missing values are valid unless `filled` or `required` is set.
 */
export interface Bounds {
  /** A value that is given must not be null or blank. */
  readonly filled?: true;
  /** Error for a blank value. Default `is required` or, for an optional field, `must not be empty`. */
  readonly blankMessage?: string;
  /** True if the field is required although its GraphQL type is nullable, so that the service creates the error. */
  readonly required?: true;
  /** Characters (code points, as in JSON Schema). */
  readonly maxLength?: number;
  /** Must say more than that the agent has found nothing. */
  readonly informative?: true;
  readonly format?: TextFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  /** Bounds of each entry of a list. */
  readonly items?: Pick<Bounds, 'filled' | 'maxLength' | 'format'>;
  /** Minimum number of entries of a free-form object. */
  readonly minEntries?: number;
  readonly maxEntries?: number;
  /** Maximum size of a free-form object as JSON in bytes. */
  readonly maxJsonBytes?: number;
}

/** A pattern and its description, which follows the path in an error. */
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

/** A name, which may stand in a header or a sentence of an email: no line break or other control character. */
export const ONE_LINE = textFormat(ONE_LINE_PATTERN, Number.MAX_SAFE_INTEGER, 'must be one line');

/** @param expectation such as `must be an ISO language code` */
export function textFormat(pattern: RegExp, maxLength: number, expectation: string): TextFormat {
  return {
    pattern: pattern.source,
    maxLength,
    expectation,
    matches: (text) => text.length <= maxLength && pattern.test(text),
  };
}

/** Bounds of a list of short texts: tags, slugs, questions. */
export function listBounds(maxItems: number, maxLength: number): Bounds {
  return { maxItems, items: { filled: true, maxLength } };
}
