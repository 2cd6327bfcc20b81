import { capital } from './type-names.ts';

/** Built-in fields of every content type: they keep their names, because the interface `Content` has them. */
export const COMMON_FIELDS = [
  'id',
  'externalId',
  'type',
  'slug',
  'title',
  'status',
  'language',
  'access',
  'publishedAt',
  'createdAt',
  'updatedAt',
  'revision',
] as const;

/** Fields that filters have besides those of the items. */
const OPERATORS = ['and', 'or', 'not'] as const;

const RESERVED_NAMES: ReadonlySet<string> = new Set([...COMMON_FIELDS, ...OPERATORS]);

export interface FieldNames {
  /** Names of custom fields, by the name in the content type. */
  custom: ReadonlyMap<string, string>;
  /** Names of built-in fields, by the name in `ContentItem`. */
  builtIn: ReadonlyMap<string, string>;
}

/**
 * A custom field has its own name, and a built-in field of that name becomes `builtIn…`. Only the common fields keep
 * theirs: a custom field named like one of them becomes `…Field`.
 */
export function fieldNames(custom: readonly string[], builtInNames: readonly string[]): FieldNames {
  const usedNames = new Set([...custom, ...builtInNames, ...RESERVED_NAMES]);
  const reserve = (name: string): string => {
    let free = name;
    for (let number = 2; usedNames.has(free); number += 1) free = name + String(number);
    usedNames.add(free);
    return free;
  };
  const own = new Set(custom);
  return {
    custom: new Map(custom.map((name) => [name, RESERVED_NAMES.has(name) ? reserve(`${name}Field`) : name])),
    builtIn: new Map(
      builtInNames.map((name) => [
        name,
        own.has(name) && !RESERVED_NAMES.has(name) ? reserve(`builtIn${capital(name)}`) : name,
      ]),
    ),
  };
}
