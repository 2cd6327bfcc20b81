import type { Viewer } from '../access/viewer.ts';
import { type ContentRow, contentById, seenBy } from '../content/content.rows.ts';
import type { ContentItem } from '../content/content.types.ts';
import { type ContentTypeRow, contentTypeBySlug } from '../content-type/content-type.service.ts';

/** The reference fields of an item: name, the ids it holds, and whether it holds one or a list. */
export interface ReferenceField {
  name: string;
  ids: string[];
  many: boolean;
}

/** Reads which custom fields of an item are references, by its type; none when the type was deleted. */
export function referenceFields(type: ContentTypeRow | null, item: Pick<ContentRow, 'customFields'>): ReferenceField[] {
  const fields: ReferenceField[] = [];
  for (const field of type?.fields ?? []) {
    const value = item.customFields?.[field.name];
    if (field.type === 'reference' && typeof value === 'string') {
      fields.push({ name: field.name, ids: [value], many: false });
    }
    if (field.type === 'references' && Array.isArray(value)) {
      fields.push({ name: field.name, ids: value.filter((id) => typeof id === 'string'), many: true });
    }
  }
  return fields;
}

/**
 * The reference fields of many items at once: one statement for the types not read yet, whatever the number of items.
 * A row without custom fields (a teaser) has none.
 */
export async function referenceFieldsOf(
  viewer: Viewer,
  items: readonly Pick<ContentRow, 'type' | 'customFields'>[],
): Promise<ReferenceField[][]> {
  const withFields = items.filter((item) => item.customFields && Object.keys(item.customFields).length > 0);
  const slugs = [...new Set(withFields.map((item) => item.type))];
  const types = await viewer.loader(contentTypeBySlug).loadMany(slugs);
  const bySlug = new Map(slugs.map((slug, index) => [slug, definite(types[index])]));
  return items.map((item) => referenceFields(bySlug.get(item.type) ?? null, item));
}

/** Items by id as the viewer sees them, without what is gone. One statement for all that were not read yet. */
export async function itemsSeen(viewer: Viewer, ids: readonly string[]): Promise<Map<string, ContentItem>> {
  const stored = await itemsAsStored(viewer, ids);
  return new Map([...stored].map(([id, row]) => [id, seenBy(viewer.entitlement, row)]));
}

/** As `itemsSeen`, before the access rule. */
export async function itemsAsStored(viewer: Viewer, ids: readonly string[]): Promise<Map<string, ContentRow>> {
  const distinct = [...new Set(ids)];
  const rows = await viewer.loader(contentById).loadMany(distinct);
  const stored = new Map<string, ContentRow>();
  distinct.forEach((id, index) => {
    const row = definite(rows[index]);
    if (row) stored.set(id, row);
  });
  return stored;
}

function definite<T>(value: T | Error | null | undefined): T | null {
  if (value instanceof Error) throw value;
  return value ?? null;
}
