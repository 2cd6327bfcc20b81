import { listChoices } from '../../../shared/errors.ts';
import { checkDistinctTexts } from './distinct.ts';
import { type FieldTypeRule, toTrimmedText, violations } from '../field-type.ts';

export const select: FieldTypeRule = {
  kind: 'text',
  options: ['options'],
  check: (value, { options = [] }) => violations(isOption(value, options) ? undefined : choiceViolation(options)),
  readableText: toTrimmedText,
};

/** Distinct options, in the given order. */
export const multiselect: FieldTypeRule = {
  kind: 'list',
  options: ['options'],
  check: (value, { options = [] }) =>
    checkDistinctTexts(value, (item) => (isOption(item, options) ? undefined : choiceViolation(options))),
  readableText: (value) => (Array.isArray(value) ? value.filter((item) => toTrimmedText(item)).join(', ') : undefined),
};

/** The maximum number of options in a message. */
const LISTED_OPTIONS = 20;

function isOption(value: unknown, options: readonly string[]): boolean {
  return typeof value === 'string' && options.includes(value);
}

function choiceViolation(options: readonly string[]): string {
  const isListed = options.length > 0 && options.length <= LISTED_OPTIONS;
  return isListed ? `must be ${listChoices(options)}` : "must be one of the field's options";
}
