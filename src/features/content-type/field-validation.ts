import type { Violation } from '../../shared/errors.ts';
import { compilePattern, PATTERN_LENGTH, PatternError } from '../../text/safe-pattern.ts';
import { isSlug } from '../../text/slug.ts';
import { FieldInput, wrongText } from './field-input.ts';
import { checkDistinctTexts } from './field-types/distinct.ts';
import type { FieldValidation, ValueViolation, ValidationOption } from './field-types/field-type.ts';
import { violations, VALIDATION_OPTIONS } from './field-types/field-type.ts';
import { isMimeType } from './field-types/files.ts';
import { ruleOf } from './field-types/field-types.ts';
import type { FieldType } from './field-types/field-types.ts';

interface CheckedValidation {
  validation: FieldValidation;
  violations: Violation[];
}

/**
 * Parses the validation of a field; invalid options and options that its type does not have are reported under `path`.
 * An unknown type (reported elsewhere) has every option.
 */
export function checkValidation(raw: unknown, type: FieldType | undefined, path: string): CheckedValidation {
  const input = new FieldInput(raw ?? {}, path);
  const given = VALIDATION_OPTIONS.filter((option) => input.get(option) !== undefined);
  for (const option of given)
    for (const { at, wrong } of wrongOption(input, option, type)) input.report(`.${option}${at}`, wrong);
  const validation: FieldValidation = Object.fromEntries(given.map((option) => [option, input.get(option)]));
  if (input.violations.length === 0) checkMinMax(input, validation, type);
  return { validation, violations: input.violations };
}

const CHECKS: Readonly<Record<ValidationOption, (value: unknown, type: FieldType | undefined) => ValueViolation[]>> = {
  required: (value) => violations(typeof value === 'boolean' ? undefined : 'must be true or false'),
  min: (value, type) => violations(wrongBound(value, type)),
  max: (value, type) => violations(wrongBound(value, type)),
  pattern: (value) => violations(wrongPattern(value)),
  options: (value) => checkTexts(value, wrongChoice),
  allowedTypes: (value) => checkTexts(value, wrongMimeType),
  maxSize: (value) =>
    violations(
      Number.isSafeInteger(value) && Number(value) > 0 ? undefined : 'must be a whole number of bytes above 0',
    ),
  referenceTo: (value) =>
    violations(typeof value === 'string' && isSlug(value) ? undefined : 'must be the slug of a content type'),
};

const OPTION_LENGTH = 200;

function wrongOption(input: FieldInput, option: ValidationOption, type: FieldType | undefined): ValueViolation[] {
  const fits = type === undefined || option === 'required' || ruleOf(type).options.includes(option);
  return fits ? CHECKS[option](input.get(option), type) : violations(`does not apply to a field of type "${type}"`);
}

function wrongBound(value: unknown, type: FieldType | undefined): string | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return 'must be a number';
  const isLength = type === 'text' || type === 'textarea';
  return isLength && !(Number.isSafeInteger(value) && value >= 0) ? 'must be a whole number of at least 0' : undefined;
}

function wrongPattern(value: unknown): string | undefined {
  const wrong = wrongText(value, PATTERN_LENGTH);
  if (wrong) return wrong;
  try {
    compilePattern(String(value));
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

function checkTexts(value: unknown, wrongWith: (item: unknown) => string | undefined): ValueViolation[] {
  const empty = Array.isArray(value) && value.length === 0;
  return empty ? violations('must have at least one item') : checkDistinctTexts(value, wrongWith);
}

function wrongChoice(item: unknown): string | undefined {
  const wrong = wrongText(item, OPTION_LENGTH);
  return wrong ?? (String(item).trim() === '' ? 'must not be empty' : undefined);
}

function wrongMimeType(item: unknown): string | undefined {
  return typeof item === 'string' && isMimeType(item) ? undefined : 'must be a MIME type such as image/png or image/*';
}

function checkMinMax(input: FieldInput, validation: FieldValidation, type: FieldType | undefined): void {
  const { min = -Infinity, max = Infinity, options } = validation;
  if (min > max) input.report('.min', 'must not be greater than max');
  if ((type === 'select' || type === 'multiselect') && !options) input.report('.options', 'is required');
}
