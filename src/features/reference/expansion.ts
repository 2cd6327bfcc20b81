import { badRequest } from '../../shared/errors.ts';
import { JsonText } from '../../shared/json-text.ts';
import type { Viewer } from '../../access/viewer.ts';
import type { ContentItem } from '../content/content.types.ts';
import { type ExpansionOptions, ExpansionText, type Level } from './expansion.text.ts';
import { type FileUrls, expandedFiles } from './file.loaders.ts';
import type { ToExpandedItem } from './expanded-item.ts';
import { type HeldIds, type Referring, heldIdsOf, targetsSeen } from './reference.loaders.ts';

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
  items: readonly Referring[],
  options: ExpansionOptions,
  { urls, toExpanded }: { urls: FileUrls; toExpanded: ToExpandedItem },
): Promise<(JsonText | null)[]> {
  const levels: Level[] = [];
  // How often each item of a level occurs.
  let occurrences: ReadonlyMap<Referring, number> = new Map(items.map((item) => [item, 1]));
  let expanded = 0;
  for (let depth = 0; depth < REFERENCE_DEPTH && occurrences.size > 0; depth++) {
    const level = await readLevel(viewer, [...occurrences.keys()], options);
    for (const [item, times] of occurrences) expanded += times * (level.held.get(item)?.files.length ?? 0);
    occurrences = occurrencesBelow(level, occurrences);
    for (const times of occurrences.values()) expanded += times;
    if (expanded > MAX_EXPANDED) throw tooMuch();
    levels.push(level);
  }
  const ids = levels.flatMap(({ held }) => [...held.values()].flatMap(({ files }) => files.map(({ id }) => id)));
  const files = await expandedFiles(viewer, ids, urls);
  const text = new ExpansionText({ levels, files, options, toExpanded });
  return items.map((item) => item.customFields && new JsonText(text.customFields(item, 0)));
}

async function readLevel(viewer: Viewer, items: readonly Referring[], options: ExpansionOptions): Promise<Level> {
  const held = await heldIdsOf(viewer, items);
  const seen = await targetsSeen(viewer, [...held.values()].flatMap(referencedBy), options);
  return {
    held,
    targets: new Map([...seen].filter(([, { access }]) => access.granted || options.includeRestricted)),
  };
}

function occurrencesBelow(level: Level, occurrences: ReadonlyMap<Referring, number>): Map<ContentItem, number> {
  const below = new Map<ContentItem, number>();
  for (const [item, times] of occurrences) {
    for (const id of referencedBy(level.held.get(item))) {
      const target = level.targets.get(id);
      if (target) below.set(target, (below.get(target) ?? 0) + times);
    }
  }
  return below;
}

function referencedBy(held: HeldIds | undefined): string[] {
  return held?.references.flatMap(({ ids }) => ids) ?? [];
}

function tooMuch(): Error {
  return badRequest('expand', `expand would return more than ${MAX_EXPANDED} items and files: request a smaller page`);
}
