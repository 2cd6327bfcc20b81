import { listChoices } from '../../../../shared/errors.ts';
import { isExactNumber } from '../../../../shared/exact-number.ts';
import { isId } from '../../../../shared/ids.ts';
import { isCalendarDay, isStorableMoment, parseMoment } from '../../../../shared/moment.ts';
import { isPlainObject } from '../../../../shared/plain-object.ts';
import { isStorableText } from '../../../../shared/storable.ts';
import { exceedsLength } from '../../../../text/length.ts';
import { type OperandShape, type OperatorName, FILTER_OPERATORS } from '../../filter-operators.ts';
import type { Field, Kind } from '../content-field.ts';
import { FILTER_LIMITS, type RawCondition, splitLists } from './raw-filter.ts';

interface CheckedValue {
  value: unknown;
  /** The error after the path; undefined for a valid value. */
  violation?: string;
}

/** The operand of a condition, of the type that its field and operator need. */
export function checkOperand(field: Field, operator: OperatorName, { value, isText }: RawCondition): CheckedValue {
  const shape = FILTER_OPERATORS[operator].operand;
  const isList = shape === 'list' || shape === 'pair';
  if (isText && !isList && Array.isArray(value) && value.length > 1) return invalid('must be given only once');
  if (shape === 'box' || shape === 'circle') return checkNumbers(isText ? splitLists(value) : value, isText, shape);
  const check = (one: unknown) =>
    shape === 'boolean' ? checkValue('boolean', one, isText) : checkValue(field.kind, one, isText, field);
  if (!isList) return check(isText ? String(value) : value);
  return checkList(shape, isText ? splitLists(value) : value, check);
}

function checkList(shape: OperandShape, list: unknown, check: (one: unknown) => CheckedValue): CheckedValue {
  if (!Array.isArray(list)) return invalid('must be a list');
  if (list.length > FILTER_LIMITS.entries) return invalid(`must have at most ${FILTER_LIMITS.entries} entries`);
  if (shape === 'pair' && list.length !== 2) return invalid('must be a list of two values');
  const checkedValues = list.map(check);
  return checkedValues.find(({ violation }) => violation) ?? { value: checkedValues.map(({ value }) => value) };
}

/** The value of a query parameter; as it is if it cannot be one, which the check then reports. */
function parse(kind: Kind, text: string): unknown {
  if (kind === 'number') return NUMBER.test(text) && isExactNumber(text) ? Number(text) : text;
  if (kind === 'boolean') return BOOLEANS.get(text) ?? text;
  return text;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

type TextRules = Pick<Field, 'choices' | 'canonical'>;

function checkValue(kind: Kind, input: unknown, isText: boolean, rules: TextRules = {}): CheckedValue {
  const value = isText ? parse(kind, String(input)) : input;
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : invalid('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? { value } : invalid('must be true or false');
    case 'instant':
      return checkInstant(value);
    case 'date':
      return typeof value === 'string' && isCalendarDay(value)
        ? { value }
        : invalid('must be a date such as 2025-01-31');
    case 'id':
      // A malformed id is an unknown one.
      return typeof value === 'string' ? { value: isId(value) ? value : '' } : invalid('must be an id');
    default:
      return checkText(value, rules);
  }
}

function checkText(value: unknown, { choices, canonical }: TextRules): CheckedValue {
  const { length } = FILTER_LIMITS;
  if (typeof value !== 'string') return invalid('must be a text');
  if (exceedsLength(value, length)) return invalid(`must have at most ${length} characters`);
  if (!isStorableText(value)) return invalid('must not contain the character U+0000 or half a surrogate pair');
  if (choices && !choices.includes(value)) return invalid(`must be ${listChoices(choices)}`);
  return { value: canonical ? canonical(value) : value };
}

/** GraphQL has parsed timestamps of built-in fields. */
function checkInstant(value: unknown): CheckedValue {
  const moment = typeof value === 'string' ? parseMoment(value) : value;
  if (!(moment instanceof Date) || !isStorableMoment(moment)) {
    return invalid('must be a date and time with its time zone, such as 2025-01-31T09:30:00Z');
  }
  return { value: moment.toISOString() };
}

/** The bounds of the numbers of an operand, in the order of a query parameter. */
const RANGES = {
  box: { south: [-90, 90], west: [-180, 180], north: [-90, 90], east: [-180, 180] },
  circle: { lat: [-90, 90], lng: [-180, 180], distance: [0, 50_000_000] },
} as const satisfies Record<string, Readonly<Record<string, readonly [number, number]>>>;

function checkNumbers(operand: unknown, isText: boolean, shape: keyof typeof RANGES): CheckedValue {
  const ranges = Object.entries<readonly [number, number]>(RANGES[shape]);
  const names = ranges.map(([name]) => name);
  const value = isText ? parseNumbers(operand as string[], names) : operand;
  if (!isPlainObject(value)) return invalid(`must have ${names.join(', ')}`);
  for (const [name, [min, max]] of ranges) {
    const number = value[name];
    if (typeof number !== 'number' || !(number >= min && number <= max)) {
      return invalid(`must have a ${name} from ${min} to ${max}`);
    }
  }
  return { value };
}

function parseNumbers(texts: readonly string[], names: readonly string[]): unknown {
  if (texts.length !== names.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, parse('number', texts[index] ?? '')]));
}

function invalid(violation: string): CheckedValue {
  return { value: null, violation };
}
