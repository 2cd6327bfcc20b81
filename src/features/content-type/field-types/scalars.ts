import { z } from 'zod';
import { violations, textOf } from './field-type.ts';
import type { FieldTypeRule } from './field-type.ts';

export const number: FieldTypeRule = {
  options: ['min', 'max'],
  check(value, { min = -Infinity, max = Infinity }) {
    if (typeof value !== 'number' || !Number.isFinite(value)) return violations('must be a number');
    if (value < min) return violations(`must be at least ${min}`);
    return violations(value > max ? `must be at most ${max}` : undefined);
  },
  readableText: (value) => (typeof value === 'number' ? String(value) : undefined),
};

export const boolean: FieldTypeRule = {
  options: [],
  check: (value) => violations(typeof value === 'boolean' ? undefined : 'must be true or false'),
  readableText: (value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : undefined),
};

/** A calendar date, `2025-01-31`. */
export const date = formatted(z.iso.date(), 'must be a date such as 2025-01-31');

/** ISO 8601 with `Z` or an offset; seconds and their fractions are optional. */
export const datetime = formatted(
  z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })]),
  'must be a date and time with its time zone, such as 2025-01-31T09:30:00Z',
);

export const email = formatted(z.string().max(254).pipe(z.email()), 'must be an email address');

/** Hexadecimal only, which every consumer can parse: `#rgb`, `#rrggbb` or `#rrggbbaa`. */
export const color: FieldTypeRule = {
  options: [],
  check: (value) => violations(isHexColor(value) ? undefined : 'must be a color such as #fff, #ffffff or #ffffffff'),
};

function formatted(format: z.ZodType, wrong: string): FieldTypeRule {
  return {
    options: [],
    check: (value) => violations(format.safeParse(value).success ? undefined : wrong),
    readableText: textOf,
  };
}

function isHexColor(value: unknown): boolean {
  return typeof value === 'string' && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}|[0-9a-f]{8})$/i.test(value);
}
