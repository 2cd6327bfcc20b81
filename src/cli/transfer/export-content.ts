import type { Scope } from '../../database/database.ts';
import { type TableRow, table } from '../../database/table.ts';
import { CollectionEntity } from '../../features/collection/collection.entity.ts';
import { ContentItemEntity, type JsonObject } from '../../features/content/content.entity.ts';
import { currentFields } from '../../features/content/current-fields.rows.ts';
import { batchesById } from '../../database/batches.ts';
import {
  type LinkFields,
  externalReferences,
  linkFields,
  linkNames,
  toExternalReferences,
  resolveLinks,
} from './export-links.ts';
import type { LineVariant } from './lines.ts';

const items = table(ContentItemEntity, 'c', {
  omit: ['siteId', 'titleFolded', 'customFields', 'revision', 'createdBy', 'writtenBy'],
  add: { customFields: currentFields('c') },
});
/** Bodies have up to 5 MB each. */
const ITEMS = items.select('where c.site_id = $1 and c.id > $2 order by c.id limit 50');
const translations = table(ContentItemEntity, 'c', { only: ['id', 'externalId', 'translationOf'] });
const TRANSLATIONS = translations.select(`where c.site_id = $1
  and (c.id = any($2::uuid[]) or c.translation_of = any($2::uuid[])) order by c.translation_of nulls first, c.id`);
const collections = table(CollectionEntity, 'l', { only: ['id', 'slug'] }).select('where l.site_id = $1');

type ItemRow = TableRow<typeof items>;

/** The items in the order of their creation, then their references to later items. */
export async function* contentLines(scope: Scope): AsyncGenerator<LineVariant<'content'> | LineVariant<'references'>> {
  const slugs = new Map((await scope.rows(collections, [scope.siteId])).map(({ id, slug }) => [id, slug]));
  const fields = await linkFields(scope);
  for await (const item of allItems(scope, fields)) yield toLine(item, slugs);
  for await (const item of allItems(scope, fields)) {
    if (refersToLater(item)) yield toReferences(item);
  }
}

interface ExportedItem {
  row: ItemRow;
  /** Custom fields, references as `{externalId}`, without those fields that refer to later items. */
  customFields: JsonObject;
  later: JsonObject;
  /** The ids of the original or, if that is deleted, of the oldest translation; null for that one itself. */
  translationOf: { id: string; externalId: string } | null;
}

async function* allItems(scope: Scope, fields: LinkFields): AsyncGenerator<ExportedItem> {
  for await (const rows of batchesById((after) => scope.rows(ITEMS, [scope.siteId, after]))) {
    const externalIds = await resolveLinks(scope, rows, fields);
    const originals = await findOriginals(scope, rows);
    for (const row of rows) {
      const original = originals.get(row.translationOf ?? '') ?? null;
      const translationOf = original?.id === row.id ? null : original;
      yield { ...withExternalIds(row, linkNames(row, fields, 'references'), externalIds), translationOf };
    }
  }
}

async function findOriginals(scope: Scope, rows: readonly ItemRow[]) {
  const ids = rows.flatMap(({ translationOf }) => translationOf ?? []);
  const found = ids.length === 0 ? [] : await scope.rows(TRANSLATIONS, [scope.siteId, [...new Set(ids)]]);
  // The first of each is the original or else the oldest translation.
  return new Map(found.toReversed().map((item) => [item.translationOf ?? item.id, item]));
}

function withExternalIds(
  row: ItemRow,
  names: readonly string[],
  externalIds: ReadonlyMap<string, string>,
): Omit<ExportedItem, 'translationOf'> {
  const customFields = { ...row.customFields };
  const later: JsonObject = {};
  for (const name of names) {
    const references = toExternalReferences(row.customFields[name], externalIds);
    delete customFields[name];
    if (references.length === 0) continue;
    const target = references.some(({ id }) => id >= row.id) ? later : customFields;
    target[name] = externalReferences(row.customFields[name], references);
  }
  return { row, customFields, later };
}

/** A published item may require a field that refers to a later item, so it is published with that. */
function toLine(
  { row, customFields, later, translationOf }: ExportedItem,
  slugs: ReadonlyMap<string, string>,
): LineVariant<'content'> {
  const { id, contentTypeId: _type, collectionId, externalId, requiredSubscriptions, ...rest } = row;
  const { translationOf: _original, ...values } = rest;
  const present = Object.entries(values).filter(([, value]) => value !== null);
  return {
    kind: 'content',
    externalId,
    ...Object.fromEntries(present),
    ...(translationOf && translationOf.id < id ? { translationOf: translationOf.externalId } : {}),
    ...(row.accessLevel === 'subscription' ? { requiredSubscriptions } : {}),
    ...(Object.keys(later).length > 0 ? { status: 'draft' } : {}),
    collection: slugs.get(collectionId ?? '') ?? null,
    customFields,
    ...(row.publishedAt ? { publishedAt: toIso(row.publishedAt) } : {}),
    createdAt: toIso(row.createdAt),
    updatedAt: toIso(row.updatedAt),
  };
}

function toReferences({ row, later, translationOf }: ExportedItem): LineVariant<'references'> {
  return {
    kind: 'references',
    externalId: row.externalId,
    ...(Object.keys(later).length > 0 ? { status: row.status, customFields: later } : {}),
    ...(translationOf && translationOf.id > row.id ? { translationOf: translationOf.externalId } : {}),
  };
}

function refersToLater({ row, later, translationOf }: ExportedItem): boolean {
  return Object.keys(later).length > 0 || (translationOf !== null && translationOf.id > row.id);
}

function toIso(timestamp: string): string {
  return new Date(timestamp).toISOString();
}
