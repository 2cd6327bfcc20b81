import { isStorableText } from '../../../shared/storable.ts';
import type { Objection } from './field-type.ts';

/** Bytes of JSON that one item's custom fields, or one default value, may take. */
const JSON_BYTES = 256 * 1024;
const JSON_DEPTH = 20;
const KEY_LENGTH = 200;

/**
 * The first thing that keeps a value from being stored as it is: more than 256 kB, more than 20 levels, a key over 200
 * characters or named `__proto__`, or something that PostgreSQL's JSON has no place for.
 */
export function objectionToStoring(value: unknown): Objection | undefined {
  const found = walk(value, '', 1);
  if (found) return found;
  const bytes = Buffer.byteLength(JSON.stringify(value) ?? '');
  return bytes > JSON_BYTES ? { at: '', wrong: `must be at most ${JSON_BYTES / 1024} kB of JSON` } : undefined;
}

function walk(value: unknown, at: string, depth: number): Objection | undefined {
  if (typeof value !== 'object' || value === null) return wrongScalar(value, at);
  if (depth > JSON_DEPTH) return { at: '', wrong: `must be at most ${JSON_DEPTH} levels deep` };
  for (const [key, item] of Object.entries(value)) {
    const found = wrongKey(key, at) ?? walk(item, Array.isArray(value) ? `${at}[${key}]` : `${at}.${key}`, depth + 1);
    if (found) return found;
  }
  return undefined;
}

/** The offending key itself is not shown: it may be as long as a body. */
function wrongKey(key: string, at: string): Objection | undefined {
  const allowed = key.length <= KEY_LENGTH && key !== '__proto__' && isStorableText(key);
  return allowed ? undefined : { at, wrong: 'has a key that is not allowed' };
}

function wrongScalar(value: unknown, at: string): Objection | undefined {
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
