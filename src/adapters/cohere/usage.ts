import { z } from 'zod';

const count = z.number().nonnegative().transform(Math.floor);
const tokens = z.object({ inputTokens: count.nullish(), outputTokens: count.nullish() }).nullish();

/** Tokens used: billed ones, or otherwise counted ones. */
export const usageSchema = z
  .object({ billedUnits: tokens, tokens })
  .nullish()
  .transform((usage) => {
    const used = usage?.billedUnits ?? usage?.tokens;
    return { inputTokens: used?.inputTokens ?? 0, outputTokens: used?.outputTokens ?? 0 };
  });
