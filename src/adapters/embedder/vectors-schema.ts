import { z } from 'zod';

/** What a service must answer: so many vectors, none of them zero. */
export function vectorsSchema(count: number, dimensions: number) {
  const vector = z
    .array(z.number())
    .min(1)
    .length(dimensions)
    .refine((numbers) => numbers.some((number) => number !== 0));
  return z.array(vector).length(count);
}
