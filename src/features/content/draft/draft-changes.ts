import { isDeepStrictEqual } from 'node:util';
import { ownValue } from '../../../shared/plain-object.ts';
import type { JsonObject } from '../content.entity.ts';
import { CONTENT_VALUES, type UpdateContentInput } from '../content.inputs.ts';
import type { StoredItem } from '../write/item-statements.ts';
import { applyChanges } from './draft.rows.ts';

/** Applies the changes of a draft to an item. The result may lack required fields, as an item that is not published. */
export function withChanges(item: StoredItem, { content, ...changes }: UpdateContentInput): StoredItem {
  const drafted = applyChanges(item, changes);
  return { ...drafted, ...(content !== undefined && { body: content }), status: 'draft' };
}

/** Returns the values in which the item with its draft differs from the item. */
export function diffItems(item: StoredItem, drafted: StoredItem): UpdateContentInput {
  const before = toValues(item);
  const after = toValues(drafted);
  const fields: JsonObject = {};
  for (const name of new Set([...Object.keys(item.customFields), ...Object.keys(drafted.customFields)])) {
    const value = ownValue(drafted.customFields, name);
    if (!isSame(value, ownValue(item.customFields, name))) fields[name] = value;
  }
  const changedNames = CONTENT_VALUES.filter((name) => !isSame(before[name], after[name]));
  return {
    ...Object.fromEntries(changedNames.map((name) => [name, after[name] ?? null])),
    ...(Object.keys(fields).length > 0 && { customFields: fields }),
  };
}

function toValues({ body, ...item }: StoredItem): JsonObject {
  return { ...item, content: body };
}

/** Compares values as JSON, because inputs have other prototypes than what was stored. */
function isSame(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
  return value === undefined || value === null ? null : JSON.parse(JSON.stringify(value));
}
