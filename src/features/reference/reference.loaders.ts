import { isId } from '../../shared/ids.ts';
import type { Viewer } from '../../access/viewer.ts';
import { type ContentRow, contentById, redactFor, teaserById } from '../content/content.rows.ts';
import type { ContentItem } from '../content/content.types.ts';
import { translatedIds } from '../content/translation.rows.ts';
import type { ExpansionOptions } from './expansion.text.ts';

/** A reference field of an item: whether it has one id or a list. */
export interface ReferenceField {
  name: string;
  ids: string[];
  many: boolean;
}

/** The ids that the fields of an item refer to. */
export interface ReferencedIds {
  references: ReferenceField[];
  /** Fields with the id of an uploaded file. */
  files: { name: string; id: string }[];
}

/** An item with fields that lead to others, and to files. */
export type ReferringItem = Pick<ContentItem, 'type' | 'customFields'>;

/**
 * Finds the ids that the fields of many items refer to: one statement per request for the types of the whole site, because the targets
 * may have further types. An item without custom fields (a teaser), or whose type was deleted, has none.
 */
export async function findReferencedIds<T extends ReferringItem>(
  viewer: Viewer,
  items: readonly T[],
): Promise<Map<T, ReferencedIds>> {
  const isEmpty = items.every(({ customFields }) => !customFields || Object.keys(customFields).length === 0);
  const fieldsByType = isEmpty ? null : await viewer.loader(definitionsByType).load('of the site');
  return new Map(items.map((item) => [item, collectIds(item, fieldsByType?.get(item.type) ?? [])]));
}

function collectIds({ customFields }: ReferringItem, definitions: readonly Definition[]): ReferencedIds {
  const references: ReferenceField[] = [];
  const files: ReferencedIds['files'] = [];
  for (const { name, many, isFile } of definitions) {
    const value = customFields?.[name];
    if (many && Array.isArray(value))
      references.push({ name, many, ids: value.filter((id) => typeof id === 'string') });
    if (many || typeof value !== 'string') continue;
    if (!isFile) references.push({ name, many, ids: [value] });
    // Any other text in such a field is a URL.
    else if (isId(value)) files.push({ name, id: value.toLowerCase() });
  }
  return { references, files };
}

interface Definition {
  name: string;
  many: boolean;
  isFile: boolean;
}

async function definitionsByType(viewer: Viewer, keys: readonly string[]): Promise<Map<string, Definition[]>[]> {
  const rows = await viewer.scope.rows<Definition & { type: string }>(
    `select t.slug as type, f ->> 'name' as name, f ->> 'type' = 'references' as many,
       f ->> 'type' in ('media', 'file') as "isFile"
     from content_type t, jsonb_array_elements(t.fields) f
     where t.site_id = $1 and f ->> 'type' in ('reference', 'references', 'media', 'file')`,
    [viewer.site.id],
  );
  const rowsByType = Map.groupBy(rows, ({ type }) => type);
  return keys.map(() => rowsByType);
}

/** Reads the targets of references, by the id in them: the item or, where there is one, its translation in a requested language. */
export async function readTargets(
  viewer: Viewer,
  ids: readonly string[],
  { languages, includeRestricted }: Pick<ExpansionOptions, 'languages' | 'includeRestricted'>,
): Promise<Map<string, ContentItem>> {
  const translated = await translatedIds(viewer, ids, { languages, includeRestricted });
  if (translated.size === 0) return readItems(viewer, ids, includeRestricted);
  const translateId = (id: string) => translated.get(id.toLowerCase()) ?? id;
  const itemsById = await readItems(viewer, ids.map(translateId), includeRestricted);
  return new Map(
    ids.flatMap((id): [string, ContentItem][] => {
      const item = itemsById.get(translateId(id));
      return item ? [[id, item]] : [];
    }),
  );
}

/**
 * Reads items by id for the viewer, without deleted ones. One statement for all that were not read yet.
 * @param includeRestricted includes items that the viewer cannot read, as teasers
 */
export async function readItems(
  viewer: Viewer,
  ids: readonly string[],
  includeRestricted = false,
): Promise<Map<string, ContentItem>> {
  const stored = await readStoredItems(viewer, ids, includeRestricted);
  return new Map([...stored].map(([id, row]) => [id, redactFor(viewer.entitlement, row)]));
}

/** Reads the rows of `readItems`, before the access check. */
export async function readStoredItems(
  viewer: Viewer,
  ids: readonly string[],
  includeRestricted = false,
): Promise<Map<string, ContentRow>> {
  const distinct = [...new Set(ids)];
  const rows = await viewer.loader(includeRestricted ? teaserById : contentById).loadMany(distinct);
  const stored = new Map<string, ContentRow>();
  distinct.forEach((id, index) => {
    const row = valueOrThrow(rows[index]);
    if (row) stored.set(id, row);
  });
  return stored;
}

function valueOrThrow<T>(value: T | Error | null | undefined): T | null {
  if (value instanceof Error) throw value;
  return value ?? null;
}
