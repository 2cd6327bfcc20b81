import type { IndexQuery } from '../../ports/vector-index.ts';
import { ServiceError } from '../../shared/errors.ts';
import { isVector } from '../../shared/vectors.ts';

/** The input that a query of this mode requires. */
export function requireInput<K extends 'vector' | 'text'>(query: IndexQuery, key: K): NonNullable<IndexQuery[K]> {
  const value = query[key];
  if (value === undefined) throw new ServiceError('INTERNAL', `A ${query.mode} search requires ${key}`);
  return value;
}

/** Rejects a vector of another length than the index, or with values that are not numbers. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (isVector(vector, dimensions)) return;
  throw new ServiceError('INTERNAL', `A vector must have ${dimensions} finite numbers`);
}
