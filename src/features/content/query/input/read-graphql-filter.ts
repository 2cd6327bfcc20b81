import { isSlug } from '../../../../text/slug.ts';
import type { ContentFilter, FieldCondition } from './filter.inputs.ts';
import { CUSTOM, type RawFilter } from './raw-filter.ts';

/** The fields of `ContentFilter` that are short forms of `eq`. */
const EQUALS: Readonly<Record<string, string>> = {
  type: 'type',
  status: 'status',
  accessLevel: 'accessLevel',
  collectionId: 'collection',
};

/** The fields of `ContentFilter` whose own name is that of a short form. */
const INTERNAL_NAMES: Readonly<Record<string, string>> = {
  typeIs: 'type',
  statusIs: 'status',
  accessLevelIs: 'accessLevel',
};

/** Reads a filter of GraphQL into the common form. Null counts as omitted, except as the entry of a list. */
export function readGraphqlFilter(filter: ContentFilter, path: string): RawFilter {
  const { and, or, not, field, ...conditions } = filter;
  return {
    all: [
      ...Object.entries(conditions).flatMap(([name, input]) => readConditions(name, input, `${path}.${name}`)),
      ...(field ?? []).flatMap((each) => readCustomConditions(each, `${path}.field`)),
      ...(and ?? []).map((each, index) => readGraphqlFilter(each, `${path}.and[${index}]`)),
      ...(or ? [{ any: or.map((each, index) => readGraphqlFilter(each, `${path}.or[${index}]`)) }] : []),
      ...(not ? [{ not: readGraphqlFilter(not, `${path}.not`) }] : []),
    ],
  };
}

function readConditions(name: string, input: unknown, path: string): RawFilter[] {
  if (input === undefined || input === null) return [];
  if (typeof input === 'string') return readShortForm(name, EQUALS[name], input, path);
  return readOperators(INTERNAL_NAMES[name] ?? name, input, path);
}

/** An empty text asks for nothing; a malformed slug is an unknown one, which no item has. */
function readShortForm(name: string, equals: string | undefined, text: string, path: string): RawFilter[] {
  // REST has these as parameters of their own.
  const at = path === `filter.${name}` ? name : path;
  // No title contains U+0000.
  const value = equals ? text : text.replaceAll('\0', '');
  if (value === '') return [];
  if (name === 'type' && !isSlug(value)) return [{ any: [] }];
  return [{ name: equals ?? 'title', operator: equals ? 'eq' : 'contains', value, path: at, isText: false }];
}

function readOperators(name: string, operators: object, path: string): RawFilter[] {
  return Object.entries(operators).flatMap(([operator, value]) =>
    value === undefined || value === null
      ? []
      : [{ name, operator, value: value as unknown, path: `${path}.${operator}`, isText: false }],
  );
}

function readCustomConditions({ name, references, ...operators }: FieldCondition, path: string): RawFilter[] {
  const at = `${path}.${name.slice(0, 64)}`;
  const own = readOperators(`${CUSTOM}${name}`, operators, at);
  return references
    ? [...own, { name: `${CUSTOM}${name}`, path: at, to: readGraphqlFilter(references, `${at}.references`) }]
    : own;
}
