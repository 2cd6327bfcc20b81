import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../../../shared/plain-object.ts';
import type { JsonObject } from '../content.entity.ts';

export interface Difference {
  path: string;
  before: unknown;
  after: unknown;
}

/** The values in which two objects differ, by the order of their names. Objects are compared by their values, lists as a whole. */
export function differencesOf(before: JsonObject, after: JsonObject, path = ''): Difference[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].toSorted();
  return names.flatMap((name): Difference[] => {
    const [one, other] = [ownValue(before, name), ownValue(after, name)];
    if (isObject(one) && isObject(other)) return differencesOf(one, other, `${path}${name}.`);
    return isDeepStrictEqual(one, other) ? [] : [{ path: `${path}${name}`, before: one, after: other }];
  });
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
