import type { FilterParameter } from './filter.inputs.ts';
import { CUSTOM, FILTER_LIMITS, type RawFilter } from './raw-filter.ts';

interface Parameter {
  /** The part of the path that is not read yet. */
  rest: readonly string[];
  /** A repeated parameter has several. */
  values: readonly string[];
  /** The whole parameter, for errors. */
  name: string;
}

/** Names of REST that the conditions do not have. */
const INTERNAL_NAMES: Readonly<Record<string, string>> = { collectionId: 'collection' };
const MAX_NAME_LENGTH = 200;

/** Reads query parameters into the common form. */
export function readRestFilter(parameters: readonly FilterParameter[]): RawFilter {
  return read(
    parameters.map(({ path, value }) => {
      const name = `filter${path.map((each) => `[${each}]`).join('')}`;
      return { rest: path, values: [value], name: name.slice(0, MAX_NAME_LENGTH) };
    }),
    0,
  );
}

function read(parameters: readonly Parameter[], depth: number): RawFilter {
  // Deeper ones are rejected by the limit; reading them need not go on.
  if (depth > FILTER_LIMITS.depth + 1) return { all: [] };
  const listNested = (name: string) => parameters.filter(({ rest }) => rest[0] === name && rest.length > 1);
  const descend = (list: readonly Parameter[]) => list.map((each) => ({ ...each, rest: each.rest.slice(1) }));
  const groups = (name: string) =>
    [...Map.groupBy(descend(listNested(name)), ({ rest }) => rest[0]).values()].map((group) =>
      read(descend(group), depth + 1),
    );
  const [and, or, not] = [listNested('and'), listNested('or'), listNested('not')];
  const others = parameters.filter((each) => ![and, or, not].some((list) => list.includes(each)));
  return {
    all: [
      ...mergeRepeated(others).map(readCondition),
      ...groups('and'),
      ...(or.length > 0 ? [{ any: groups('or') }] : []),
      ...(not.length > 0 ? [{ not: read(descend(not), depth + 1) }] : []),
    ],
  };
}

/** Makes repeated parameters one with several values, however `eq` is written. */
function mergeRepeated(parameters: readonly Parameter[]): Parameter[] {
  const groups = Map.groupBy(parameters, ({ rest: [field, ...operator] }) =>
    [field, joinOperator(operator)].join(']['),
  );
  return [...groups.values()].flatMap(([first, ...repeated]) =>
    first ? [{ ...first, values: [first, ...repeated].flatMap(({ values }) => values) }] : [],
  );
}

/** A path that is too long is no operator of any field. */
function joinOperator(rest: readonly string[]): string {
  return rest.length > 0 ? rest.join('][') : 'eq';
}

function readCondition({ rest: [field = '', ...operator], values, name: path }: Parameter): RawFilter {
  const value = values.length > 1 ? values : values[0];
  const raw = { operator: joinOperator(operator), value, path, isText: true };
  const [, reference, inner] = /^fields\.([^.]*)\.(.+)$/.exec(field) ?? [];
  if (reference === undefined || inner === undefined) return { ...raw, name: INTERNAL_NAMES[field] ?? field };
  return { name: CUSTOM + reference, path, to: { ...raw, name: INTERNAL_NAMES[inner] ?? inner } };
}
