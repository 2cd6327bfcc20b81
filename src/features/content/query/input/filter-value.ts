import { listChoices } from '../../../../shared/errors.ts';
import { isExactNumber } from '../../../../shared/exact-number.ts';
import { isId } from '../../../../shared/ids.ts';
import { isCalendarDay, isStorableMoment, parseMoment } from '../../../../shared/moment.ts';
import { isPlainObject } from '../../../../shared/plain-object.ts';
import { isStorableText } from '../../../../shared/storable.ts';
import { isLongerThan } from '../../../../text/length.ts';
import type { Field, Operator } from '../condition.ts';
import { FILTER_LIMITS, type RawCondition, splitLists } from './raw-filter.ts';

interface Checked {
  value: unknown;
  /** What is wrong, after the path; undefined for a valid value. */
  wrong?: string;
}

const LISTS: ReadonlySet<Operator> = new Set(['in', 'notIn', 'between', 'containsAny', 'containsAll']);
const TEXTS: ReadonlySet<Operator> = new Set(['contains', 'startsWith', 'containsAny', 'containsAll']);

/** The value of a condition, of the type that its field and operator need. */
export function checkedValue(field: Field, operator: Operator, { value: given, isText }: RawCondition): Checked {
  const isRepeated = isText && Array.isArray(given) && given.length > 1;
  if (isRepeated && !LISTS.has(operator)) return wrong('must be given only once');
  const value = isText ? String(given) : given;
  if (operator === 'exists') return checkOne('boolean', isText ? parse('boolean', String(value)) : value);
  if (operator === 'within') return checkNumbers(value, isText, BOX);
  if (operator === 'near') return checkNumbers(value, isText, CIRCLE);
  const kind = TEXTS.has(operator) ? 'text' : field.kind;
  const check = (one: unknown) => checkOne(kind, isText ? parse(kind, String(one)) : one, field);
  if (!LISTS.has(operator)) return check(value);
  return checkList(operator, isText ? splitLists(given) : value, check);
}

function checkList(operator: Operator, list: unknown, check: (one: unknown) => Checked): Checked {
  if (!Array.isArray(list)) return wrong('must be a list');
  if (list.length > FILTER_LIMITS.entries) return wrong(`must have at most ${FILTER_LIMITS.entries} entries`);
  if (operator === 'between' && list.length !== 2) return wrong('must be a list of two values');
  const checked = list.map(check);
  const found = checked.find((each) => each.wrong);
  return found?.wrong ? wrong(found.wrong) : { value: checked.map((each) => each.value) };
}

/** The value of a query parameter; as it is if it cannot be one, which the check then reports. */
function parse(kind: Field['kind'], text: string): unknown {
  if (kind === 'number') return NUMBER.test(text) && isExactNumber(text) ? Number(text) : text;
  if (kind === 'boolean') return BOOLEANS.get(text) ?? text;
  return text;
}

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const BOOLEANS: ReadonlyMap<string, boolean> = new Map(Object.entries({ true: true, 1: true, false: false, 0: false }));

function checkOne(kind: Field['kind'], value: unknown, field: Pick<Field, 'choices' | 'canonical'> = {}): Checked {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? { value } : wrong('must be a number');
    case 'boolean':
      return typeof value === 'boolean' ? { value } : wrong('must be true or false');
    case 'instant':
      return checkInstant(value);
    case 'date':
      return typeof value === 'string' && isCalendarDay(value) ? { value } : wrong('must be a date such as 2025-01-31');
    case 'id':
      // A malformed id is an unknown one.
      return typeof value === 'string' ? { value: isId(value) ? value : '' } : wrong('must be an id');
    default:
      return checkText(value, field);
  }
}

function checkText(value: unknown, { choices, canonical }: Pick<Field, 'choices' | 'canonical'>): Checked {
  if (typeof value !== 'string') return wrong('must be a text');
  if (isLongerThan(value, FILTER_LIMITS.length)) return wrong(`must have at most ${FILTER_LIMITS.length} characters`);
  if (!isStorableText(value)) return wrong('must not contain the character U+0000 or half a surrogate pair');
  if (choices && !choices.includes(value)) return wrong(`must be ${listChoices(choices)}`);
  return { value: canonical ? canonical(value) : value };
}

/** GraphQL has parsed timestamps of built-in fields. */
function checkInstant(value: unknown): Checked {
  const moment = typeof value === 'string' ? parseMoment(value) : value;
  if (!(moment instanceof Date) || !isStorableMoment(moment)) {
    return wrong('must be a date and time with its time zone, such as 2025-01-31T09:30:00Z');
  }
  return { value: moment.toISOString() };
}

type Ranges = Readonly<Record<string, readonly [number, number]>>;

/** In query parameters in this order. */
const BOX: Ranges = { south: [-90, 90], west: [-180, 180], north: [-90, 90], east: [-180, 180] };
const CIRCLE: Ranges = { lat: [-90, 90], lng: [-180, 180], distance: [0, 50_000_000] };

function checkNumbers(given: unknown, isText: boolean, ranges: Ranges): Checked {
  const names = Object.keys(ranges);
  const value = isText ? numbersOf(splitLists(given), names) : given;
  if (!isPlainObject(value)) return wrong(`must have ${names.join(', ')}`);
  for (const [name, [min, max]] of Object.entries(ranges)) {
    const number = value[name];
    if (typeof number !== 'number' || !(number >= min && number <= max)) {
      return wrong(`must have a ${name} from ${min} to ${max}`);
    }
  }
  return { value };
}

function numbersOf(texts: readonly string[], names: readonly string[]): unknown {
  if (texts.length !== names.length) return null;
  return Object.fromEntries(names.map((name, index) => [name, parse('number', texts[index] ?? '')]));
}

function wrong(what: string): Checked {
  return { value: null, wrong: what };
}
