import { violations, textOf } from './field-type.ts';
import type { FieldTypeRule, ValueViolation } from './field-type.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';

/** Any JSON; its size and depth are limited with all custom fields together. */
export const json: FieldTypeRule = { options: [], check: () => [] };

/** `{lat, lng}` in degrees (WGS 84). Other keys, such as `address`, are kept. */
export const location: FieldTypeRule = {
  options: [],
  check(value) {
    if (!isPlainObject(value)) return violations('must be an object with lat and lng');
    return [...checkDegrees(value['lat'], 90, '.lat'), ...checkDegrees(value['lng'], 180, '.lng')];
  },
  readableText: (value) => (isPlainObject(value) ? textOf(value['address']) : undefined),
};

function checkDegrees(value: unknown, limit: number, at: string): ValueViolation[] {
  const valid = typeof value === 'number' && Math.abs(value) <= limit;
  return violations(valid ? undefined : `must be a number from -${limit} to ${limit}`, at);
}
