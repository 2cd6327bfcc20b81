import { z } from 'zod';

interface Variable {
  meaning: string;
  standard: string;
  schema: z.ZodType;
}

export function variable<T>(meaning: string, standard: string, schema: z.ZodType<T, string>): Variable {
  return { meaning, standard, schema };
}

export function integer(least: number, most: number) {
  const sentenceOf = `must be a whole number from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,9}$/, sentenceOf)
    .transform(Number)
    .refine((number) => number >= least && number <= most, sentenceOf);
}
