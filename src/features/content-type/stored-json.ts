import { exceedsDepth } from '../../shared/json-depth.ts';
import { isStorableText } from '../../shared/storable.ts';
import type { ValueViolation } from './field-type.ts';

/** Maximum size of an item's custom fields, or of a default value, as JSON in bytes. */
const JSON_BYTES = 256 * 1024;
const JSON_DEPTH = 20;
const KEY_LENGTH = 200;

/**
 * The first reason why a value cannot be stored: more than 256 kB, more than 20 levels, a key over 200 characters or
 * named `__proto__`, or something that PostgreSQL's JSON does not support.
 */
export function storageViolation(value: unknown): ValueViolation | undefined {
  if (exceedsDepth(value, JSON_DEPTH)) return { at: '', wrong: `must be at most ${JSON_DEPTH} levels deep` };
  const violation = walk(value, '');
  if (violation) return violation;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
  return bytes > JSON_BYTES ? { at: '', wrong: `must be at most ${JSON_BYTES / 1024} kB of JSON` } : undefined;
}

function walk(value: unknown, at: string): ValueViolation | undefined {
  if (typeof value !== 'object' || value === null) return wrongScalar(value, at);
  for (const [key, item] of Object.entries(value)) {
    const violation = wrongKey(key, at) ?? walk(item, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`);
    if (violation) return violation;
  }
  return undefined;
}

/** The key itself is not in the message, because it may be very long. */
function wrongKey(key: string, at: string): ValueViolation | undefined {
  const isAllowed = key.length <= KEY_LENGTH && key !== '__proto__' && isStorableText(key);
  return isAllowed ? undefined : { at, wrong: 'has a key that is not allowed' };
}

function wrongScalar(value: unknown, at: string): ValueViolation | undefined {
  switch (typeof value) {
    case 'string':
      return isStorableText(value) ? undefined : { at, wrong: 'contains characters that cannot be stored' };
    case 'number':
      return Number.isFinite(value) ? undefined : { at, wrong: 'must be a finite number' };
    case 'bigint':
    case 'function':
    case 'symbol':
      return { at, wrong: 'must be JSON' };
    default:
      return undefined;
  }
}
