import type { FragmentDefinitionNode } from 'graphql';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { FileUrls } from './file.loaders.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { expandedItemOf } from './expanded-item.ts';
import { expandCustomFields } from './expansion.ts';
import type { ExpansionOptions } from './expansion.text.ts';
import { type HeldIds, type Referring, heldIdsOf, itemsAsStored, targetsSeen } from './reference.loaders.ts';

/** What loads expanded custom fields by item id: all items of a list are expanded together. */
export type ExpandedFields = (
  viewer: Viewer,
  ids: readonly string[],
  options: ExpansionOptions,
) => Promise<(JsonText | null)[]>;

/** @param itemFragment the fields of expanded items */
export function expandedFieldsBy(urls: FileUrls, itemFragment: FragmentDefinitionNode): ExpandedFields {
  const format = { urls, toExpanded: expandedItemOf(itemFragment) };
  return async (viewer, ids, options) =>
    expandCustomFields(viewer, await parents(viewer, ids, options.includeRestricted), options, format);
}

/** The ids in a reference field of an item that the viewer can read. */
export async function referencedIds(viewer: Viewer, item: ContentItem, field: string): Promise<readonly string[]> {
  return idsIn(field, (await heldIdsOf(viewer, [item])).get(item));
}

function idsIn(field: string, held: HeldIds | undefined): readonly string[] {
  return held?.references.find(({ name }) => name === field)?.ids ?? [];
}

/**
 * The items that a reference field refers to and that the viewer can read.
 * @param options see `ExpansionOptions`
 */
export async function referencedItems(
  viewer: Viewer,
  item: ContentItem,
  field: string,
  options: Pick<ExpansionOptions, 'languages'>,
): Promise<ContentItem[]> {
  if (!item.customFields) return [];
  if (field === '') throw badRequest('field', 'field is required');
  return viewer.loaderWith(referencedItemsByField, options).load(`${item.id} ${field}`);
}

/** Keys are `<item id> <field name>`: one statement for types, one for targets, whatever the number of items. */
async function referencedItemsByField(
  viewer: Viewer,
  keys: readonly string[],
  { languages }: Pick<ExpansionOptions, 'languages'>,
): Promise<ContentItem[][]> {
  const wanted = keys.map((key) => ({ id: key.slice(0, key.indexOf(' ')), field: key.slice(key.indexOf(' ') + 1) }));
  const items = await parents(
    viewer,
    wanted.map(({ id }) => id),
  );
  const held = await heldIdsOf(viewer, items);
  const idsOf = items.map((item, index) => idsIn(wanted[index]?.field ?? '', held.get(item)));
  const targets = await targetsSeen(viewer, idsOf.flat(), { languages, includeRestricted: false });
  return idsOf.map((ids) =>
    ids.flatMap((id) => {
      const target = targets.get(id);
      return target?.access.granted ? [target] : [];
    }),
  );
}

/** Uses the stored fields: the parent item has already been read with its custom fields. */
async function parents(viewer: Viewer, ids: readonly string[], includeRestricted = false): Promise<Referring[]> {
  const stored = await itemsAsStored(viewer, ids, includeRestricted);
  return ids.map((id) => stored.get(id) ?? { type: '', customFields: null });
}
