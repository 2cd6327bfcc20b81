import type { IndexQuery } from '../../ports/vector-index.ts';
import { ServiceError } from '../../shared/errors.ts';

/** The part of a query that its mode can't do without. */
export function required<K extends 'vector' | 'text'>(query: IndexQuery, key: K): NonNullable<IndexQuery[K]> {
  const value = query[key];
  if (value === undefined) throw new ServiceError('INTERNAL', `A ${query.mode} search needs a ${key}`);
  return value;
}

/** Refuses a vector that has another length than the index, or anything but numbers. */
export function checkVector(vector: Float32Array, dimensions: number): void {
  if (vector.length === dimensions && vector.every(Number.isFinite)) return;
  throw new ServiceError('INTERNAL', `The vector index takes ${dimensions} finite numbers per vector`);
}
