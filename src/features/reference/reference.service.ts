import type { FragmentDefinitionNode } from 'graphql';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { FileUrls } from './file.loaders.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { createItemFormatter } from './expanded-item.ts';
import { expandCustomFields } from './expansion.ts';
import type { ExpansionOptions } from './expansion.text.ts';
import {
  type ReferencedIds,
  type ReferringItem,
  findReferencedIds,
  readStoredItems,
  readTargets,
} from './reference.loaders.ts';

/** A field expander loads expanded custom fields by item id: all items of a list are expanded together. */
export type FieldExpander = (
  viewer: Viewer,
  ids: readonly string[],
  options: ExpansionOptions,
) => Promise<(JsonText | null)[]>;

/** @param itemFragment the fields of expanded items */
export function createFieldExpander(urls: FileUrls, itemFragment: FragmentDefinitionNode): FieldExpander {
  const format = { urls, formatItem: createItemFormatter(itemFragment) };
  return async (viewer, ids, options) =>
    expandCustomFields(viewer, await readParents(viewer, ids, options.includeRestricted), options, format);
}

/** The ids in a reference field of an item that the viewer can read. */
export async function listReferencedIds(viewer: Viewer, item: ContentItem, field: string): Promise<readonly string[]> {
  return idsOfField(field, (await findReferencedIds(viewer, [item])).get(item));
}

function idsOfField(field: string, referencedIds: ReferencedIds | undefined): readonly string[] {
  return referencedIds?.references.find(({ name }) => name === field)?.ids ?? [];
}

/**
 * The items that a reference field refers to and that the viewer can read.
 * @param options see `ExpansionOptions`
 */
export async function listReferencedItems(
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
  const lookups = keys.map((key) => ({ id: key.slice(0, key.indexOf(' ')), field: key.slice(key.indexOf(' ') + 1) }));
  const items = await readParents(
    viewer,
    lookups.map(({ id }) => id),
  );
  const referencedIds = await findReferencedIds(viewer, items);
  const targetIds = items.map((item, index) => idsOfField(lookups[index]?.field ?? '', referencedIds.get(item)));
  const targets = await readTargets(viewer, targetIds.flat(), { languages, includeRestricted: false });
  return targetIds.map((ids) =>
    ids.flatMap((id) => {
      const target = targets.get(id);
      return target?.access.granted ? [target] : [];
    }),
  );
}

/** Reads the stored fields of parents: the parent item has already been read with its custom fields. */
async function readParents(
  viewer: Viewer,
  ids: readonly string[],
  includeRestricted = false,
): Promise<ReferringItem[]> {
  const stored = await readStoredItems(viewer, ids, includeRestricted);
  return ids.map((id) => stored.get(id) ?? { type: '', customFields: null });
}
