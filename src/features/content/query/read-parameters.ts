import type { FilterParameter } from './filter.inputs.ts';
import { CUSTOM, FILTER_LIMITS, type RawFilter } from './raw-filter.ts';

interface Parameter {
  /** What remains of the path. */
  rest: readonly string[];
  value: string;
  /** The whole parameter, for errors. */
  name: string;
}

/** Names of REST that the conditions do not have. */
const RENAMED: Readonly<Record<string, string>> = { collectionId: 'collection' };
const MAX_NAME_LENGTH = 200;

/** Query parameters in the common form. */
export function readParameters(parameters: readonly FilterParameter[]): RawFilter {
  return read(
    parameters.map(({ path, value }) => {
      const name = `filter${path.map((each) => `[${each}]`).join('')}`;
      return { rest: path, value, name: name.slice(0, MAX_NAME_LENGTH) };
    }),
    0,
  );
}

function read(parameters: readonly Parameter[], depth: number): RawFilter {
  // Deeper ones are rejected by the limit; reading them need not go on.
  if (depth > FILTER_LIMITS.depth + 1) return { all: [] };
  const of = (name: string) => parameters.filter(({ rest }) => rest[0] === name && rest.length > 1);
  const below = (list: readonly Parameter[]) => list.map((each) => ({ ...each, rest: each.rest.slice(1) }));
  const groups = (name: string) =>
    [...Map.groupBy(below(of(name)), ({ rest }) => rest[0]).values()].map((group) => read(below(group), depth + 1));
  const [and, or, not] = [of('and'), of('or'), of('not')];
  const others = parameters.filter((each) => ![and, or, not].some((list) => list.includes(each)));
  return {
    all: [
      ...others.map(condition),
      ...(and.length > 0 ? groups('and') : []),
      ...(or.length > 0 ? [{ any: groups('or') }] : []),
      ...(not.length > 0 ? [{ not: read(below(not), depth + 1) }] : []),
    ],
  };
}

function condition({ rest: [field = '', operator = 'eq', ...more], value, name: path }: Parameter): RawFilter {
  // A path that is too long is no operator of any field.
  const asked = { operator: [operator, ...more].join(']['), value, path, isText: true };
  const [, reference, inner] = /^fields\.([^.]*)\.(.+)$/.exec(field) ?? [];
  if (reference === undefined || inner === undefined) return { ...asked, name: RENAMED[field] ?? field };
  return { name: CUSTOM + reference, path, to: { ...asked, name: RENAMED[inner] ?? inner } };
}
