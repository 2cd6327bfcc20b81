import { randomUUID } from 'node:crypto';
import type { IndexedChunk } from '../../src/ports/vector-index.ts';

/** The length of the vectors of `chunk`, unless others are given. */
export const DIMENSIONS = 8;

/** A public chunk of a source of its own, with the text "common" and the first axis as its vector. */
export function chunk(given: Partial<IndexedChunk> = {}): IndexedChunk {
  return {
    id: randomUUID(),
    sourceId: randomUUID(),
    generation: 1,
    contentType: 'document',
    accessLevel: 'public',
    requiredSubscriptions: [],
    published: true,
    title: '',
    text: 'common',
    vector: axis(0),
    ...given,
  };
}

/** The unit vector along one dimension. */
export function axis(at: number): Float32Array {
  return unit(Array.from({ length: DIMENSIONS }, (_, place) => (place === at ? 1 : 0)));
}

/** The vector of length 1 in this direction; missing numbers are 0. */
export function unit(numbers: number[]): Float32Array {
  const length = Math.hypot(...numbers);
  return Float32Array.from({ length: DIMENSIONS }, (_, at) => (numbers[at] ?? 0) / length);
}
