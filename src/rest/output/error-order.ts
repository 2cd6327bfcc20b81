import type { GraphQLError } from 'graphql';
import { compositeOf, type SelectedField, selectFields, type SelectionScope } from './select-fields.ts';

/** Finds the first error in document order; errors within a list are ordered by index. */
export function compileErrorOrder(
  scope: SelectionScope,
  fields: readonly SelectedField[],
): (errors: readonly GraphQLError[]) => GraphQLError | undefined {
  const root = positions(scope, fields);
  return (errors) => {
    if (errors.length < 2) return errors[0];
    const ranked = errors.map((error) => ({ error, rank: rankOf(root, error.path ?? []) }));
    return ranked.toSorted((one, other) => compareRanks(one.rank, other.rank))[0]?.error;
  };
}

/** Key → its position among its siblings, and the keys below it. */
type Positions = ReadonlyMap<string, { index: number; below: Positions }>;

function positions(scope: SelectionScope, fields: readonly SelectedField[]): Positions {
  return new Map(
    fields.map((field, index) => {
      const composite = compositeOf(field);
      const below = composite
        ? positions(scope, selectFields(scope, composite, field.selections))
        : new Map<string, never>();
      return [field.key, { index, below }];
    }),
  );
}

function rankOf(root: Positions, path: readonly (string | number)[]): number[] {
  let level: Positions | undefined = root;
  return path.map((segment) => {
    if (typeof segment === 'number') return segment;
    const position = level?.get(segment);
    level = position?.below;
    return position?.index ?? Number.MAX_SAFE_INTEGER;
  });
}

function compareRanks(one: readonly number[], other: readonly number[]): number {
  for (let index = 0; index < Math.min(one.length, other.length); index++) {
    const difference = (one[index] ?? 0) - (other[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return one.length - other.length;
}
