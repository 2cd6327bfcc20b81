import type { FragmentDefinitionNode } from 'graphql';
import { badRequest } from '../../shared/errors.ts';
import type { Viewer } from '../access/viewer.ts';
import { type FileUrls, expandedFile, fileOfUrl } from './expanded-files.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { JsonText } from '../../shared/json-text.ts';
import { expandedItemOf } from './expanded-item.ts';
import { expandCustomFields } from './expansion.ts';
import type { ExpansionOptions } from './expansion.text.ts';
import { itemsAsStored, referenceFieldsOf, targetsSeen } from './reference.loaders.ts';

/** Expanded custom fields by item id: all items of a list are expanded together. */
export class Expansions {
  readonly fieldsById: (
    viewer: Viewer,
    ids: readonly string[],
    options: ExpansionOptions,
  ) => Promise<(JsonText | null)[]>;

  /** @param itemFragment the fields of expanded items */
  constructor(urls: FileUrls, itemFragment: FragmentDefinitionNode) {
    const format = { urls, toExpanded: expandedItemOf(itemFragment) };
    this.fieldsById = async (viewer, ids, options) =>
      expandCustomFields(viewer, await parents(viewer, ids, options.includeRestricted), options, format);
  }
}

export type { FileUrls };

/** The uploaded file of an id in a field; null if the viewer cannot read it. */
export function uploadedFile(viewer: Viewer, id: string, urls: FileUrls): ReturnType<typeof expandedFile> {
  return expandedFile(viewer, id, urls);
}

/** The uploaded file of a URL in a field; null for any other URL, and if the viewer cannot read it. */
export function uploadedFileOfUrl(viewer: Viewer, url: string, urls: FileUrls): ReturnType<typeof fileOfUrl> {
  return fileOfUrl(viewer, url, urls);
}

/** The ids in a reference field of an item that the viewer can read. */
export async function referencedIds(viewer: Viewer, item: ContentItem, field: string): Promise<readonly string[]> {
  const [fields = []] = await referenceFieldsOf(viewer, [item]);
  return fields.find(({ name }) => name === field)?.ids ?? [];
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
  const fields = await referenceFieldsOf(viewer, items);
  const idsOf = wanted.map(({ field }, index) => fields[index]?.find(({ name }) => name === field)?.ids ?? []);
  const targets = await targetsSeen(viewer, idsOf.flat(), { languages, includeRestricted: false });
  return idsOf.map((ids) =>
    ids.flatMap((id) => {
      const target = targets.get(id);
      return target?.access.granted ? [target] : [];
    }),
  );
}

/** Uses the stored fields: the parent item has already been read with its custom fields. */
async function parents(
  viewer: Viewer,
  ids: readonly string[],
  includeRestricted = false,
): Promise<Pick<ContentItem, 'type' | 'customFields'>[]> {
  const stored = await itemsAsStored(viewer, ids, includeRestricted);
  return ids.map((id) => stored.get(id) ?? { type: '', customFields: null });
}
