import { badRequest } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ContentItem } from '../content/content.types.ts';
import { type ExpansionOptions, ExpansionText, type ExpansionLevel } from './expansion.text.ts';
import { type FileUrls, readExpandedFiles } from './file.loaders.ts';
import type { ItemFormatter } from './expanded-item.ts';
import { type ReferencedIds, type ReferringItem, findReferencedIds, readTargets } from './reference.loaders.ts';

/** Maximum depth of expanded references; below it ids are kept, which also ends cycles. */
const REFERENCE_DEPTH = 3;

/** Limits the result for items that reference each other densely. */
const MAX_EXPANDED = 10_000;

/**
 * The custom fields of many items with the referenced items and the files in the place of their ids, read level by level: one
 * statement for the types, one per level for the targets, one per level for translations, and one for all files, whatever the
 * number of items.
 */
export async function expandCustomFields(
  viewer: Viewer,
  items: readonly ReferringItem[],
  options: ExpansionOptions,
  { urls, formatItem }: { urls: FileUrls; formatItem: ItemFormatter },
): Promise<(JsonText | null)[]> {
  const levels: ExpansionLevel[] = [];
  // How often each item of a level occurs.
  let occurrences: ReadonlyMap<ReferringItem, number> = new Map(items.map((item) => [item, 1]));
  let expandedCount = 0;
  for (let depth = 0; depth < REFERENCE_DEPTH && occurrences.size > 0; depth++) {
    const level = await readLevel(viewer, [...occurrences.keys()], options);
    for (const [item, times] of occurrences) expandedCount += times * (level.referenced.get(item)?.files.length ?? 0);
    occurrences = countOccurrences(level, occurrences);
    for (const times of occurrences.values()) expandedCount += times;
    if (expandedCount > MAX_EXPANDED) throw expansionTooLarge();
    levels.push(level);
  }
  const ids = levels.flatMap(({ referenced }) =>
    [...referenced.values()].flatMap(({ files }) => files.map(({ id }) => id)),
  );
  const files = await readExpandedFiles(viewer, ids, urls);
  const text = new ExpansionText({ levels, files, options, formatItem });
  return items.map((item) => item.customFields && new JsonText(text.customFields(item, 0)));
}

async function readLevel(
  viewer: Viewer,
  items: readonly ReferringItem[],
  options: ExpansionOptions,
): Promise<ExpansionLevel> {
  const referencedIds = await findReferencedIds(viewer, items);
  const targets = await readTargets(viewer, [...referencedIds.values()].flatMap(listTargetIds), options);
  return {
    referenced: referencedIds,
    targets: new Map([...targets].filter(([, { access }]) => access.granted || options.includeRestricted)),
  };
}

function countOccurrences(
  level: ExpansionLevel,
  occurrences: ReadonlyMap<ReferringItem, number>,
): Map<ContentItem, number> {
  const below = new Map<ContentItem, number>();
  for (const [item, times] of occurrences) {
    for (const id of listTargetIds(level.referenced.get(item))) {
      const target = level.targets.get(id);
      if (target) below.set(target, (below.get(target) ?? 0) + times);
    }
  }
  return below;
}

function listTargetIds(referencedIds: ReferencedIds | undefined): string[] {
  return referencedIds?.references.flatMap(({ ids }) => ids) ?? [];
}

function expansionTooLarge(): Error {
  return badRequest('expand', `expand would return more than ${MAX_EXPANDED} items and files: request a smaller page`);
}
