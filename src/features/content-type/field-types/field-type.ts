import type { PatternBudget } from '../../../text/safe-pattern.ts';

export const VALIDATION_OPTIONS = [
  'required',
  'min',
  'max',
  'pattern',
  'options',
  'allowedTypes',
  'maxSize',
  'referenceTo',
] as const;

export type ValidationOption = (typeof VALIDATION_OPTIONS)[number];

/** What a field asks of its values. Which options a type takes is in its rule; `required` fits every type. */
export interface FieldValidation {
  /** Counts only when the item is published. */
  required?: boolean;
  /** The least number, or the least length of a text in characters (code points). */
  min?: number;
  /** The greatest number, or the greatest length of a text in characters (code points). */
  max?: number;
  /** JavaScript syntax, matched anywhere in the text; see text/safe-pattern.ts. */
  pattern?: string;
  options?: string[];
  /** MIME types; `image/*` stands for every image. */
  allowedTypes?: string[];
  /** Bytes. */
  maxSize?: number;
  /** Slug of the content type that referenced items must have. */
  referenceTo?: string;
}

/** What is wrong with a value. `at` is the path below the value, such as `[2]` or `.lat`, and `` for the value itself. */
export interface Violation {
  at: string;
  /** The rest of a sentence that begins with the path: `must be at least 0`. */
  wrong: string;
}

/** What a field type means. Values reach it as parsed JSON and are never null. */
export interface FieldTypeRule {
  /** The validation options it takes besides `required`. */
  readonly options: readonly ValidationOption[];
  /** All that is wrong with a value; empty for a good one. */
  check(value: unknown, validation: FieldValidation, budget: PatternBudget): Violation[];
  /** The value as a person reads it; absent for types that have nothing to read. */
  readableText?(value: unknown): string | undefined;
  /** The ids of the items a good value refers to. */
  referencedIds?(value: unknown): string[];
}

/** One violation to the value itself, or none when `wrong` is undefined. */
export function violations(wrong: string | undefined, at = ''): Violation[] {
  return wrong === undefined ? [] : [{ at, wrong }];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
