import { DateTime } from '../../graphql/scalars.ts';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import type { JsonObject } from '../content/content.entity.ts';
import type { ContentItem } from '../content/content.types.ts';
import { itemsSeen, referenceFieldsOf } from './reference.loaders.ts';

/** Maximum depth of expanded references; below it ids are kept, which also ends cycles. */
const REFERENCE_DEPTH = 3;

/** Limits the result for items that reference each other densely. */
const MAX_EXPANDED = 10_000;

export interface ExpansionOptions {
  /** Includes items that the viewer cannot read as teasers with `_access`; otherwise they are removed. */
  includeRestricted: boolean;
  /** Adds `_sortOrder`, computed from their position, to expanded items. */
  includeSortOrder: boolean;
}

/**
 * Replaces the ids in the custom fields of many items by the referenced items, level by level: one statement for the
 * types and one per level for the targets, whatever the number of items.
 */
export async function expandCustomFields(
  viewer: Viewer,
  items: readonly Pick<ContentItem, 'type' | 'customFields'>[],
  options: ExpansionOptions,
): Promise<(JsonObject | null)[]> {
  const roots = items.map((item) => ({
    item,
    fields: item.customFields && { ...item.customFields },
  }));
  let level: Expanding[] = roots;
  let expanded = 0;
  for (let depth = 0; depth < REFERENCE_DEPTH && level.length > 0; depth++) {
    level = await expandLevel(viewer, level, options, MAX_EXPANDED - expanded);
    expanded += level.length;
  }
  return roots.map(({ fields }) => fields);
}

interface Expanding {
  item: Pick<ContentItem, 'type' | 'customFields'>;
  /** The copy in which ids are replaced. */
  fields: JsonObject | null;
}

async function expandLevel(
  viewer: Viewer,
  level: readonly Expanding[],
  options: ExpansionOptions,
  max: number,
): Promise<Expanding[]> {
  const references = await referenceFieldsOf(
    viewer,
    level.map(({ item }) => item),
  );
  const targets = await itemsSeen(
    viewer,
    references.flatMap((fields) => fields.flatMap(({ ids }) => ids)),
    options.includeRestricted,
  );
  const next: Expanding[] = [];
  const bases = new Map<string, JsonObject>();
  const expand = (id: string, position: number | null): JsonObject[] => {
    const target = targets.get(id);
    if (!target || !(target.access.granted || options.includeRestricted)) return [];
    const fields = target.customFields && { ...target.customFields };
    if (next.length >= max) throw tooMuch();
    next.push({ item: target, fields });
    const base = bases.get(id) ?? baseOf(target, options);
    bases.set(id, base);
    return [expandedItem(base, target, fields, position, options)];
  };
  level.forEach(({ fields }, index) => {
    if (!fields) return;
    for (const { name, ids, many } of references[index] ?? []) {
      // Positions are consecutive without the removed items.
      let position = 0;
      const found = ids.flatMap((id) => {
        const items = expand(id, many ? position : null);
        position += items.length;
        return items;
      });
      fields[name] = many ? found : (found[0] ?? null);
    }
  });
  return next;
}

function tooMuch(): Error {
  return badRequest('expand', `expand would return more than ${MAX_EXPANDED} items: request a smaller page`);
}

/** Omitted if there is none, or in a teaser, as in lists. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'url',
  'requiredSubscriptions',
  'customFields',
  'metadata',
  'videoMetadata',
  'documentMetadata',
  'courseMetadata',
]);

/** What an item has wherever it is expanded, in the format of the REST interface. */
function baseOf(item: ContentItem, options: ExpansionOptions): JsonObject {
  const { id, access, content: _body, collectionOrder: _order, ...rest } = item;
  const base: JsonObject = { _id: id };
  for (const [name, value] of Object.entries(rest)) {
    if (value !== null || !OPTIONAL.has(name)) base[name] = value;
  }
  base['publishedAt'] = moment(item.publishedAt);
  base['createdAt'] = moment(item.createdAt);
  base['updatedAt'] = moment(item.updatedAt);
  if (options.includeRestricted) base['_access'] = withoutNullSubscriptions(access);
  return base;
}

/** An item inside another one. */
function expandedItem(
  base: JsonObject,
  item: ContentItem,
  customFields: JsonObject | null,
  position: number | null,
  options: ExpansionOptions,
): JsonObject {
  const expanded = { ...base, sortOrder: position ?? item.sortOrder };
  if (customFields) Object.assign(expanded, { customFields });
  if (options.includeSortOrder) Object.assign(expanded, { _sortOrder: sortKey(null, position ?? 0) });
  return expanded;
}

/** `{group}-{item}`, three digits each: `000` if there is none, at most 999. */
export function sortKey(group: number | null, item: number): string {
  return [group ?? 0, item].map((part) => String(Math.min(999, Math.max(0, part))).padStart(3, '0')).join('-');
}

function withoutNullSubscriptions({ requiredSubscriptions, ...access }: ContentItem['access']): JsonObject {
  return requiredSubscriptions ? { ...access, requiredSubscriptions } : access;
}

function moment(text: string | null): unknown {
  return text === null ? null : DateTime.serialize(text);
}
