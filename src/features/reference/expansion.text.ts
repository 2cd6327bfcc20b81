import { getOrAdd } from '../../shared/get-or-add.ts';
import type { JsonObject } from '../content/content.entity.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { ItemFormatter } from './expanded-item.ts';
import type { ReferencedIds, ReferenceField, ReferringItem } from './reference.loaders.ts';

export interface ExpansionOptions {
  /** Includes items that the viewer cannot read as teasers with `_access`; otherwise they are removed. */
  includeRestricted: boolean;
  /** Adds `_sortOrder`, computed from their position, to expanded items. */
  includeSortOrder: boolean;
  /** Items are replaced by their translation in the first of these languages; empty: they are not. */
  languages: readonly string[];
}

/** The ids and targets of the items of one level. */
export interface ExpansionLevel {
  referenced: ReadonlyMap<ReferringItem, ReferencedIds>;
  /** The targets by the id in the field, without those that are not shown. */
  targets: ReadonlyMap<string, ContentItem>;
}

interface Expansion {
  levels: readonly ExpansionLevel[];
  /** The files that the viewer can read, by id, as JSON. */
  files: ReadonlyMap<string, string>;
  options: ExpansionOptions;
  formatItem: ItemFormatter;
}

/** Writes expanded items as JSON. An item is written once for each level on which it occurs, however often that is. */
export class ExpansionText {
  private readonly expansion: Expansion;
  private readonly bases = new Map<string, string>();
  private readonly expansions: readonly Map<ContentItem, string>[];

  constructor(expansion: Expansion) {
    this.expansion = expansion;
    this.expansions = expansion.levels.map(() => new Map());
  }

  /** The custom fields of an item of this level, with its files and the items of the next levels in them. */
  customFields(item: ReferringItem, depth: number): string {
    const { levels, files: fileTexts } = this.expansion;
    const { references, files } = levels[depth]?.referenced.get(item) ?? { references: [], files: [] };
    if (references.length === 0 && files.length === 0) return JSON.stringify(item.customFields);
    const expansions = new Map([
      ...references.map((field): [string, string] => [field.name, this.references(field, depth)]),
      ...files.map(({ name, id }): [string, string] => [name, fileTexts.get(id) ?? 'null']),
    ]);
    const members = Object.entries(item.customFields ?? {}).map(
      ([name, value]) => `${JSON.stringify(name)}:${expansions.get(name) ?? JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  }

  private references({ ids, many }: ReferenceField, depth: number): string {
    const targets = ids.flatMap((id) => this.expansion.levels[depth]?.targets.get(id) ?? []);
    // Positions are consecutive without the items that are not shown.
    if (many) return `[${targets.map((target, position) => this.item(target, position, depth)).join(',')}]`;
    return targets[0] ? this.item(targets[0], null, depth) : 'null';
  }

  /** An item inside another one of this level. */
  private item(item: ContentItem, position: number | null, depth: number): string {
    const text = getOrAdd(this.expansions[depth] ?? new Map<ContentItem, string>(), item, () => {
      const ownFields = item.customFields ? `,"customFields":${this.customFields(item, depth + 1)}` : '';
      return this.base(item) + ownFields;
    });
    const sortOrder = `,"sortOrder":${position ?? item.sortOrder}`;
    const key = this.expansion.options.includeSortOrder ? `,"_sortOrder":"${sortKey(null, position ?? 0)}"` : '';
    return `${text}${sortOrder}${key}}`;
  }

  /** Returns the text of an item wherever it is expanded, without the closing brace. */
  private base(item: ContentItem): string {
    const { options, formatItem } = this.expansion;
    return getOrAdd(this.bases, item.id, () => {
      const access = options.includeRestricted ? { _access: withoutNullSubscriptions(item.access) } : {};
      return JSON.stringify({ ...formatItem(item), ...access }).slice(0, -1);
    });
  }
}

/** `{group}-{item}`, three digits each: `000` if there is none, at most 999. */
export function sortKey(group: number | null, item: number): string {
  return [group ?? 0, item].map((part) => String(Math.min(999, Math.max(0, part))).padStart(3, '0')).join('-');
}

function withoutNullSubscriptions({ requiredSubscriptions, ...access }: ContentItem['access']): JsonObject {
  return requiredSubscriptions ? { ...access, requiredSubscriptions } : access;
}
