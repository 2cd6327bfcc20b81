import { z } from 'zod';
import { isCalendarDay, isStorableMoment, parseMoment } from '../../../shared/moment.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';
import { type FieldTypeRule, type ValueKind, type ValueViolation, toTrimmedText, violations } from '../field-type.ts';

export const number: FieldTypeRule = {
  kind: 'number',
  options: ['min', 'max'],
  check(value, { min = -Infinity, max = Infinity }) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return violations('must be a number');
    if (value < min) return violations(`must be at least ${min}`);
    return violations(value > max ? `must be at most ${max}` : undefined);
  },
  readableText: (value) => (typeof value === 'number' ? String(value) : undefined),
};

export const boolean: FieldTypeRule = {
  kind: 'boolean',
  options: [],
  check: (value) => violations(typeof value === 'boolean' ? undefined : 'must be true or false'),
  readableText: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
};

/** A calendar date, `2025-01-31`. */
export const date = formatRule('date', isCalendarDay, 'must be a date such as 2025-01-31');

/** ISO 8601 with `Z` or an offset; seconds and their fractions are optional. */
export const datetime = formatRule(
  'instant',
  isMomentWithColons,
  'must be a date and time with its time zone, such as 2025-01-31T09:30:00Z',
);

const MAIL_ADDRESS = z.string().max(254).pipe(z.email());

export const email = formatRule('text', (text) => MAIL_ADDRESS.safeParse(text).success, 'must be an email address');

/** Hexadecimal only, which every consumer can parse: `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export const color: FieldTypeRule = {
  kind: 'text',
  options: [],
  check: (value) => violations(isHexColor(value) ? undefined : 'must be a color such as #fff, #ffffff or #ffffffff'),
};

/** Any JSON; its size and depth are limited with all custom fields together. */
export const json: FieldTypeRule = { kind: 'other', options: [], check: () => [] };

/** `{lat, lng}` in degrees (WGS 84). Other keys, such as `address`, are kept. */
export const location: FieldTypeRule = {
  kind: 'location',
  options: [],
  check(value) {
    if (!isPlainObject(value)) return violations('must be an object with lat and lng');
    return [...checkDegrees(value['lat'], 90, '.lat'), ...checkDegrees(value['lng'], 180, '.lng')];
  },
  readableText: (value) => (isPlainObject(value) ? toTrimmedText(value['address']) : undefined),
};

function formatRule(kind: ValueKind, matches: (text: string) => boolean, wrong: string): FieldTypeRule {
  return {
    kind,
    options: [],
    check: (value) => violations(typeof value === 'string' && matches(value) ? undefined : wrong),
    readableText: toTrimmedText,
  };
}

/** Consumers read the value as it is, and some need the colon in its offset. */
function isMomentWithColons(text: string): boolean {
  const moment = /(?:Z|:\d\d)$/.test(text) ? parseMoment(text) : null;
  return moment !== null && isStorableMoment(moment);
}

function isHexColor(value: unknown): boolean {
  return typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}

function checkDegrees(value: unknown, limit: number, at: string): ValueViolation[] {
  const valid = typeof value === 'number' && Math.abs(value) <= limit;
  return violations(valid ? undefined : `must be a number from -${limit} to ${limit}`, at);
}
