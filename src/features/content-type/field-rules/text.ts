import { isWebAddress } from '../../../shared/link.ts';
import { type PatternBudget, compilePattern } from '../../../text/safe-pattern.ts';
import {
  type FieldTypeRule,
  type FieldValidation,
  type ValueViolation,
  toTrimmedText,
  violations,
} from '../field-type.ts';

export const text: FieldTypeRule = {
  kind: 'text',
  options: ['min', 'max', 'pattern'],
  check: checkText,
  readableText: toTrimmedText,
};

export const textarea: FieldTypeRule = { ...text, options: ['min', 'max'] };

/** Absolute http and https URLs of at most 2,048 characters. */
export const url: FieldTypeRule = {
  kind: 'text',
  options: ['pattern'],
  check: (value, validation, budget) =>
    isUrlWithScheme(value)
      ? checkPattern(value, validation, budget)
      : violations('must be an absolute URL starting with http:// or https://'),
  readableText: toTrimmedText,
};

export function isUrlWithScheme(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 2048 && /^https?:\/\/\S+$/i.test(value) && isWebAddress(value);
}

function checkText(value: unknown, validation: FieldValidation, budget: PatternBudget): ValueViolation[] {
  if (typeof value !== 'string') return violations('must be a string');
  return [...checkLength(value, validation), ...checkPattern(value, validation, budget)];
}

function checkLength(value: string, { min = 0, max = Infinity }: FieldValidation): ValueViolation[] {
  const length = codePoints(value);
  if (length < min) return violations(`must be at least ${characters(min)} long`);
  return length > max ? violations(`must be at most ${characters(max)} long`) : [];
}

function checkPattern(value: string, validation: FieldValidation, budget: PatternBudget): ValueViolation[] {
  if (validation.pattern === undefined) return [];
  const pattern = compilePattern(validation.pattern);
  if (!budget.take(pattern.steps(value))) return violations('is too long to be matched against the pattern');
  return budget.test(pattern, value) ? [] : violations(`must match the pattern ${pattern.source}`);
}

function codePoints(value: string): number {
  let count = 0;
  for (const _ of value) count += 1;
  return count;
}

function characters(count: number): string {
  return count === 1 ? '1 character' : `${count} characters`;
}
