import { z } from 'zod';

const count = z.number().nonnegative().transform(Math.floor);
const tokens = z.object({ inputTokens: count.nullish(), outputTokens: count.nullish() }).nullish();

/** Tokens used: billed ones, or otherwise counted ones. */
export const usageSchema = z
  .object({ billedUnits: tokens, tokens })
  .nullish()
  .transform((usage) => {
    const units = usage?.billedUnits ?? usage?.tokens;
    return { inputTokens: units?.inputTokens ?? 0, outputTokens: units?.outputTokens ?? 0 };
  });
