import { type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { DateTime } from '../../api/scalars.ts';
import type { JsonObject } from '../content/content.entity.ts';
import type { ContentItem } from '../content/content.types.ts';

/** A content item in the format of the REST interface, without `customFields` and `sortOrder`. */
export type ItemFormatter = (item: ContentItem) => JsonObject;

/**
 * Creates the format of expanded items, which have the fields that this fragment names, and no others: a new field of content items is not shown
 * until the documents of the REST interface show it.
 */
export function createItemFormatter({ selectionSet }: Pick<FragmentDefinitionNode, 'selectionSet'>): ItemFormatter {
  // An expanded item has the position in its field instead.
  const fields = readFields(selectionSet).filter(({ name }) => name !== 'sortOrder');
  return (item) => pick(item, fields);
}

interface Field {
  key: string;
  name: string;
  omitNull: boolean;
  /** Fields of the object; null for a leaf. */
  inner: readonly Field[] | null;
}

function readFields({ selections }: SelectionSetNode): Field[] {
  return selections.map((selection) => {
    if (selection.kind !== Kind.FIELD) throw new TypeError('The fragment of content items must consist of fields');
    const { name, alias = name, directives = [], selectionSet } = selection;
    return {
      key: alias.value,
      name: name.value,
      omitNull: directives.some((directive) => directive.name.value === 'omitNull'),
      inner: selectionSet ? readFields(selectionSet) : null,
    };
  });
}

const MOMENTS: ReadonlySet<string> = new Set(['publishedAt', 'createdAt', 'updatedAt']);

function pick(source: object, fields: readonly Field[]): JsonObject {
  const values = source as JsonObject;
  const picked: JsonObject = {};
  for (const { key, name, omitNull, inner } of fields) {
    const value = values[name] ?? null;
    if (value === null && omitNull) continue;
    if (value !== null && inner) picked[key] = pick(value, inner);
    else picked[key] = value !== null && MOMENTS.has(name) ? DateTime.serialize(value) : value;
  }
  return picked;
}
