import { type Violation, createViolation } from '../../../shared/errors.ts';
import { isStorableText } from '../../../shared/storable.ts';
import { exceedsLength } from '../../../text/length.ts';
import { compilePattern, PATTERN_LENGTH, PatternError } from '../../../text/safe-pattern.ts';
import { isSlug } from '../../../text/slug.ts';
import type { FieldDefinitionInput } from '../content-type.inputs.ts';
import { checkDistinct } from '../field-rules/distinct.ts';
import { type FieldValidation, type ValueViolation, violations } from '../field-type.ts';
import { isMimeType } from '../field-files.ts';
import { type FieldType, fieldTypeRule } from '../field-types.ts';

type Options = Required<FieldValidation>;
type Check<K extends keyof Options> = (value: Options[K], type: FieldType) => ValueViolation[];

const CHECKS: { readonly [K in keyof Options]: Check<K> } = {
  required: () => [],
  min: wrongBound,
  max: wrongBound,
  pattern: (value) => violations(wrongPattern(value)),
  options: (value) => checkTexts(value, wrongChoice),
  allowedTypes: (value) => checkTexts(value, wrongMimeType),
  maxSize: (value) =>
    violations(Number.isSafeInteger(value) && value > 0 ? undefined : 'must be a whole number of bytes above 0'),
  referenceTo: (value) => violations(isSlug(value) ? undefined : 'must be the slug of a content type'),
};

export const VALIDATION_OPTIONS = Object.keys(CHECKS) as (keyof Options)[];

/** The validation of a field; invalid options and those that its type does not have are reported under `path`. */
export function checkValidation(
  input: NonNullable<FieldDefinitionInput['validation']>,
  type: FieldType,
  path: string,
): { validation: FieldValidation; violations: Violation[] } {
  const validation: FieldValidation = definedProperties(input, VALIDATION_OPTIONS);
  const wrong = VALIDATION_OPTIONS.flatMap((option) =>
    wrongOption(option, validation, type).map((one) => ({ ...one, at: `.${option}${one.at}` })),
  );
  const all = wrong.length > 0 ? wrong : wrongTogether(validation, type);
  return { validation, violations: all.map(({ at, wrong }) => createViolation(path + at, wrong)) };
}

/** Picks the properties that have a value. */
export function definedProperties<T extends object, K extends keyof T>(
  input: T,
  names: readonly K[],
): { [N in K]?: NonNullable<T[N]> } {
  const present = names.filter((name) => input[name] !== null && input[name] !== undefined);
  return Object.fromEntries(present.map((name) => [name, input[name]])) as { [N in K]?: NonNullable<T[N]> };
}

const OPTION_LENGTH = 200;

function wrongOption<K extends keyof Options>(option: K, validation: FieldValidation, type: FieldType) {
  const value = validation[option];
  if (value === undefined) return [];
  const fits = option === 'required' || fieldTypeRule(type).options.includes(option);
  return fits ? CHECKS[option](value as Options[K], type) : violations(`does not apply to a field of type "${type}"`);
}

function wrongBound(value: number, type: FieldType): ValueViolation[] {
  const isLength = type === 'text' || type === 'textarea';
  const isWrong = isLength && !(Number.isSafeInteger(value) && value >= 0);
  return violations(isWrong ? 'must be a whole number of at least 0' : undefined);
}

function wrongPattern(value: string): string | undefined {
  const wrong = wrongText(value, PATTERN_LENGTH);
  if (wrong) return wrong;
  try {
    compilePattern(value);
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

/** Returns why a text cannot be stored, or that it is longer than this many characters; undefined if neither is so. */
export function wrongText(value: string, length: number): string | undefined {
  if (exceedsLength(value, length)) return `must be at most ${length} characters long`;
  return isStorableText(value) ? undefined : 'contains characters that cannot be stored';
}

function checkTexts(value: readonly string[], findProblem: (item: string) => string | undefined): ValueViolation[] {
  return value.length === 0 ? violations('must have at least one item') : checkDistinct(value, findProblem);
}

function wrongChoice(item: string): string | undefined {
  return wrongText(item, OPTION_LENGTH) ?? (item.trim() === '' ? 'must not be empty' : undefined);
}

function wrongMimeType(item: string): string | undefined {
  return isMimeType(item) ? undefined : 'must be a MIME type such as image/png or image/*';
}

/** Returns violations by options that are valid each, but not together. */
function wrongTogether({ min = -Infinity, max = Infinity, options }: FieldValidation, type: FieldType) {
  return [
    ...violations(min > max ? 'must not be greater than max' : undefined, '.min'),
    ...violations(fieldTypeRule(type).options.includes('options') && !options ? 'is required' : undefined, '.options'),
  ];
}
