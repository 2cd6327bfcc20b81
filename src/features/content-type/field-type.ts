import type { PatternBudget } from '../../text/safe-pattern.ts';

/** The kind of the values of a field, by which they are compared and sorted. Values of `other` only exist or not. */
export type ValueKind = 'text' | 'id' | 'number' | 'boolean' | 'date' | 'instant' | 'list' | 'location' | 'other';

/** Kinds of fields that can be marked `sortable` or `filterable`. The trigger reads their values by these names. */
export const INDEXED_KINDS: ReadonlySet<ValueKind> = new Set(['text', 'id', 'number', 'boolean', 'date', 'instant']);

/**
 * Validation rules of a field as they are stored; `content-type.types.ts` describes them. The rule of a type lists its
 * options; `required` applies to every type.
 */
export interface FieldValidation {
  required?: boolean;
  min?: number;
  max?: number;
  pattern?: string;
  options?: string[];
  allowedTypes?: string[];
  maxSize?: number;
  referenceTo?: string;
}

/** A violation of a value. `at` is the path below the value, such as `[2]` or `.lat`, and empty for the value itself. */
export interface ValueViolation {
  at: string;
  /** The message after the path: `must be at least 0`. */
  wrong: string;
}

/** Behaviour of a field type. Values are parsed JSON and never null. */
export interface FieldTypeRule {
  readonly kind: ValueKind;
  /** The validation options besides `required`. */
  readonly options: readonly (keyof FieldValidation)[];
  /** All violations of a value; empty for a valid one. */
  check(value: unknown, validation: FieldValidation, budget: PatternBudget): ValueViolation[];
  /** The value as readable text; missing for types without any. */
  readableText?(value: unknown): string | undefined;
  /** The ids of the items that a valid value references. */
  referencedIds?(value: unknown): string[];
  /** The id of the uploaded file that a valid value names; null for a URL. */
  assetId?(value: unknown): string | null;
}

/** Returns one violation of the value itself, or none if `wrong` is undefined. */
export function violations(wrong: string | undefined, at = ''): ValueViolation[] {
  return wrong === undefined ? [] : [{ at, wrong }];
}

export function toTrimmedText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
