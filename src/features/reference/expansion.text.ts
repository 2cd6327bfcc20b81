import type { JsonObject } from '../content/content.entity.ts';
import type { ContentItem } from '../content/content.types.ts';
import type { ToExpandedItem } from './expanded-item.ts';
import type { FileField, ReferenceField } from './reference.loaders.ts';

export interface ExpansionOptions {
  /** Includes items that the viewer cannot read as teasers with `_access`; otherwise they are removed. */
  includeRestricted: boolean;
  /** Adds `_sortOrder`, computed from their position, to expanded items. */
  includeSortOrder: boolean;
  /** Items are replaced by their translation in the first of these languages; empty: they are not. */
  languages: readonly string[];
}

/** An item with references. */
export type Referring = Pick<ContentItem, 'type' | 'customFields'>;

/** What the items of one level refer to. */
export interface Level {
  references: ReadonlyMap<Referring, readonly ReferenceField[]>;
  files: ReadonlyMap<Referring, readonly FileField[]>;
  /** By the id in the field, without those that are not shown. */
  targets: ReadonlyMap<string, ContentItem>;
}

/** Writes expanded items as JSON. An item is written once for each level on which it occurs, however often that is. */
export class ExpansionText {
  private readonly levels: readonly Level[];
  private readonly files: ReadonlyMap<string, string>;
  private readonly options: ExpansionOptions;
  private readonly toExpanded: ToExpandedItem;
  private readonly bases = new Map<string, string>();
  private readonly expanded: readonly Map<ContentItem, string>[];

  /** @param files those that the viewer can read, by id, as JSON */
  constructor(
    levels: readonly Level[],
    files: ReadonlyMap<string, string>,
    options: ExpansionOptions,
    toExpanded: ToExpandedItem,
  ) {
    this.levels = levels;
    this.files = files;
    this.options = options;
    this.toExpanded = toExpanded;
    this.expanded = levels.map(() => new Map());
  }

  /** The custom fields of an item of this level, with its files and the items of the next levels in them. */
  customFields(item: Referring, depth: number): string {
    const references = this.levels[depth]?.references.get(item) ?? [];
    const files = this.levels[depth]?.files.get(item) ?? [];
    if (references.length === 0 && files.length === 0) return JSON.stringify(item.customFields);
    const expanded = new Map([
      ...references.map((field): [string, string] => [field.name, this.references(field, depth)]),
      ...files.map(({ name, id }): [string, string] => [name, this.files.get(id) ?? 'null']),
    ]);
    const members = Object.entries(item.customFields ?? {}).map(
      ([name, value]) => `${JSON.stringify(name)}:${expanded.get(name) ?? JSON.stringify(value)}`,
    );
    return `{${members.join(',')}}`;
  }

  private references({ ids, many }: ReferenceField, depth: number): string {
    const targets = ids.flatMap((id) => this.levels[depth]?.targets.get(id) ?? []);
    // Positions are consecutive without the items that are not shown.
    if (many) return `[${targets.map((target, position) => this.item(target, position, depth)).join(',')}]`;
    return targets[0] ? this.item(targets[0], null, depth) : 'null';
  }

  /** An item inside another one of this level. */
  private item(item: ContentItem, position: number | null, depth: number): string {
    const known = this.expanded[depth];
    let text = known?.get(item);
    if (text === undefined) {
      text = this.base(item) + this.ownFields(item, depth + 1);
      known?.set(item, text);
    }
    const sortOrder = `,"sortOrder":${position ?? item.sortOrder}`;
    const key = this.options.includeSortOrder ? `,"_sortOrder":"${sortKey(null, position ?? 0)}"` : '';
    return `${text}${sortOrder}${key}}`;
  }

  private ownFields(item: ContentItem, depth: number): string {
    if (!item.customFields) return '';
    return `,"customFields":${this.customFields(item, depth)}`;
  }

  /** What an item has wherever it is expanded, without the closing brace. */
  private base(item: ContentItem): string {
    let text = this.bases.get(item.id);
    if (text === undefined) {
      const access = this.options.includeRestricted ? { _access: withoutNullSubscriptions(item.access) } : {};
      text = JSON.stringify({ ...this.toExpanded(item), ...access }).slice(0, -1);
      this.bases.set(item.id, text);
    }
    return text;
  }
}

/** `{group}-{item}`, three digits each: `000` if there is none, at most 999. */
export function sortKey(group: number | null, item: number): string {
  return [group ?? 0, item].map((part) => String(Math.min(999, Math.max(0, part))).padStart(3, '0')).join('-');
}

function withoutNullSubscriptions({ requiredSubscriptions, ...access }: ContentItem['access']): JsonObject {
  return requiredSubscriptions ? { ...access, requiredSubscriptions } : access;
}
