import { badRequest } from '../../shared/errors.ts';
import { isPlainObject } from '../../shared/plain-object.ts';

const MAX_FIELDS = 50;
const MAX_QUOTED_LENGTH = 100;

/**
 * Reads the query parameter `fields`: keeps only these fields of `data`, or of its items. What begins with `_` is always
 * there. A field of an object is named with a dot: `customFields.rating`; `fields.rating` is the same.
 * @param selectable names of the fields that the operation may answer
 */
export function compilePick(
  parameter: string | string[] | undefined,
  selectable: ReadonlySet<string>,
): ((text: string) => string) | null {
  const fields = [parameter ?? []].flat().flatMap((text) => text.split(',').map((name) => name.trim()));
  const paths = fields
    .filter((name) => name !== '')
    .map((name) => name.replace(/^fields\./, 'customFields.').split('.'));
  if (paths.length === 0) return null;
  if (paths.length > MAX_FIELDS) throw badRequest('fields', `fields must have at most ${MAX_FIELDS} entries`);
  const unknown = paths.map(([name = '']) => name).find((name) => !selectable.has(name));
  if (unknown !== undefined) {
    throw badRequest('fields', `fields: "${unknown.slice(0, MAX_QUOTED_LENGTH)}" is not a field of the answer`);
  }
  const pick = (item: unknown) => (isPlainObject(item) ? pickPaths(item, paths) : item);
  return (text) => {
    const envelope = JSON.parse(text) as Record<string, unknown>;
    const { data } = envelope;
    return JSON.stringify({ ...envelope, data: Array.isArray(data) ? data.map(pick) : pick(data) });
  };
}

function pickPaths(item: Record<string, unknown>, paths: readonly string[][]): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(item)) {
    const matching = paths.filter(([name]) => name === key);
    if (key.startsWith('_') || matching.some(({ length }) => length === 1)) result[key] = value;
    else if (matching.length > 0 && isPlainObject(value)) result[key] = pickNames(value, matching);
  }
  return result;
}

function pickNames(value: Record<string, unknown>, matching: readonly string[][]): Record<string, unknown> {
  const names = new Set(matching.map(([, name]) => name));
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}
