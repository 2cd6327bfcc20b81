import { DateTime } from '../../graphql/scalars.ts';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import type { JsonObject } from '../content/content.entity.ts';
import type { ContentItem } from '../content/content.types.ts';
import { itemsSeen, referenceFieldsOf } from './reference.loaders.ts';

/** How deep references are followed; beyond, ids stay ids, which also ends cycles. */
const REFERENCE_DEPTH = 3;

/** Bounds what a few items that reference each other densely can blow up to. */
const MAX_EXPANDED = 10_000;

export interface ExpansionOptions {
  /** Show items that the viewer may not see as teasers with `_access`; otherwise they are left out. */
  includeRestricted: boolean;
  /** Give expanded items `_sortOrder`, made of their position. */
  includeSortOrder: boolean;
}

/**
 * Replaces the ids in the custom fields of many items by the items they name, level by level:
 * one statement for the types and one a level for the targets, whatever the number of items.
 */
export async function expandCustomFields(
  viewer: Viewer,
  items: readonly Pick<ContentItem, 'type' | 'customFields'>[],
  options: ExpansionOptions,
): Promise<(JsonObject | null)[]> {
  const roots = items.map((item) => ({ item, fields: item.customFields && { ...item.customFields } }));
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
  /** The copy that ids are replaced in. */
  fields: JsonObject | null;
}

async function expandLevel(
  viewer: Viewer,
  level: readonly Expanding[],
  options: ExpansionOptions,
  most: number,
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
  const expand = (id: string, position: number | null): JsonObject[] => {
    const target = targets.get(id);
    if (!target || !(target.access.granted || options.includeRestricted)) return [];
    const fields = target.customFields && { ...target.customFields };
    if (next.length >= most) throw tooMuch();
    next.push({ item: target, fields });
    return [expandedItem(target, fields, position, options)];
  };
  level.forEach(({ fields }, index) => {
    if (!fields) return;
    for (const { name, ids, many } of references[index] ?? []) {
      // What is left out closes up, so that positions run without a gap.
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

/** Left out where there is none, or where a teaser withholds it, as in lists. */
const OPTIONAL: ReadonlySet<string> = new Set([
  'url',
  'requiredSubscriptions',
  'customFields',
  'metadata',
  'videoMetadata',
  'documentMetadata',
  'courseMetadata',
]);

/** An item inside another one, in the spelling of the REST interface. */
function expandedItem(
  item: ContentItem,
  customFields: JsonObject | null,
  position: number | null,
  options: ExpansionOptions,
): JsonObject {
  const { id, access, content: _body, collectionOrder: _order, ...rest } = item;
  const shown = Object.entries({ ...rest, customFields }).filter(
    ([name, value]) => value !== null || !OPTIONAL.has(name),
  );
  return {
    _id: id,
    ...Object.fromEntries(shown),
    sortOrder: position ?? item.sortOrder,
    publishedAt: moment(item.publishedAt),
    createdAt: moment(item.createdAt),
    updatedAt: moment(item.updatedAt),
    ...(options.includeRestricted ? { _access: withoutNullSubscriptions(access) } : {}),
    ...(options.includeSortOrder ? { _sortOrder: sortKey(null, position ?? 0) } : {}),
  };
}

/** `{group}-{item}`, three digits each: `000` where there is none, at most 999. */
export function sortKey(group: number | null, item: number): string {
  return [group ?? 0, item].map((part) => String(Math.min(999, Math.max(0, part))).padStart(3, '0')).join('-');
}

function withoutNullSubscriptions({ requiredSubscriptions, ...access }: ContentItem['access']): JsonObject {
  return requiredSubscriptions ? { ...access, requiredSubscriptions } : access;
}

function moment(text: string | null): unknown {
  return text === null ? null : DateTime.serialize(text);
}
