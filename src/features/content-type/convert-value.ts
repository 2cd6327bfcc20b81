import { isId } from '../../shared/ids.ts';
import { isPlainObject } from '../../shared/plain-object.ts';
import { PatternBudget } from '../../text/safe-pattern.ts';
import type { FieldDefinition } from './field-definition.ts';
import { type FieldType, fieldTypeRule } from './field-types.ts';

type TypedField = Pick<FieldDefinition, 'type' | 'validation'>;

/** Returns whether a stored value is valid for the field. */
export function fitsField(value: unknown, { type, validation }: TypedField): boolean {
  if (fieldTypeRule(type).check(value, validation, new PatternBudget()).length > 0) return false;
  // Any text could be an id; those of this service have one form.
  return (fieldTypeRule(type).referencedIds?.(value) ?? []).every(isId);
}

/**
 * The value as one of the field: as it is if it fits, or else the first conversion that does and loses nothing.
 * Undefined if there is none.
 */
export function convertValue(value: unknown, field: TypedField): unknown {
  if (fitsField(value, field)) return value;
  return CONVERSIONS[field.type](value).find((conversion) => conversion !== undefined && fitsField(conversion, field));
}

/** Returns the values that a value may become. The rule of the field type decides which of them fits. */
type Conversion = (value: unknown) => unknown[];

const toText: Conversion = (value) => [toTrimmed(value), toTrimmed(only(value))];
const toLongText: Conversion = (value) => [...toText(value), listedTexts(value)?.join(', ')];
const toReference: Conversion = (value) => [only(value)];
const toReferences: Conversion = (value) => [[value]];
const toFile: Conversion = (value) => [only(value)];

const CONVERSIONS: Record<FieldType, Conversion> = {
  text: toLongText,
  textarea: toLongText,
  select: toText,
  url: toText,
  email: toText,
  color: toText,
  number: (value) => [toNumber(value), toNumber(only(value))],
  boolean: (value) => [toBoolean(value), toBoolean(only(value))],
  date: (value) => [toTrimmed(value), toDate(value)],
  datetime: (value) => [toTrimmed(value), toDateTime(value)],
  multiselect: (value) => [[toTrimmed(value)], separatedTexts(value)],
  media: toFile,
  file: toFile,
  reference: toReference,
  references: toReferences,
  json: () => [],
  location: (value) => [toLocation(value)],
};

function only(value: unknown): unknown {
  return Array.isArray(value) && value.length === 1 ? value[0] : undefined;
}

function toTrimmed(value: unknown): string | undefined {
  if (typeof value === 'string') return value.trim();
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

function listedTexts(value: unknown): string[] | undefined {
  return Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;
}

function separatedTexts(value: unknown): string[] | undefined {
  return toTrimmed(value)
    ?.split(/[,;\n]/)
    .map((text) => text.trim())
    .filter((text) => text !== '');
}

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;
/** The maximum number of digits that a number keeps exactly. */
const MAX_DIGITS = 15;

function toNumber(value: unknown): number | undefined {
  const text = typeof value === 'string' ? value.trim() : '';
  if (!NUMBER.test(text)) return undefined;
  const digits = text.replace(/e.*$/i, '').replace(/\D/g, '').replace(/^0+/, '');
  return digits.length <= MAX_DIGITS ? Number(text) : undefined;
}

const BOOLEANS: ReadonlyMap<unknown, boolean> = new Map([
  ...['true', 'yes', 'ja', '1', 1].map((word) => [word, true] as const),
  ...['false', 'no', 'nein', '0', 0].map((word) => [word, false] as const),
]);

function toBoolean(value: unknown): boolean | undefined {
  return BOOLEANS.get(typeof value === 'string' ? value.trim().toLowerCase() : value);
}

/** A time at midnight is its date; of any other the time would be lost. */
function toDate(value: unknown): string | undefined {
  return toTrimmed(value)?.match(/^(\d{4}-\d{2}-\d{2})T00:00(?::00(?:\.0+)?)?Z$/)?.[1];
}

/** The beginning of a date in UTC. */
function toDateTime(value: unknown): string | undefined {
  const text = toTrimmed(value);
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00Z` : undefined;
}

/** `52.52, 13.40`. */
function toLocation(value: unknown): unknown {
  if (isPlainObject(value)) return undefined;
  const [lat, lng, ...others] = (toTrimmed(value) ?? '').split(',').map(toNumber);
  return lat === undefined || lng === undefined || others.length > 0 ? undefined : { lat, lng };
}
