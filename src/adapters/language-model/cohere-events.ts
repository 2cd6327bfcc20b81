import { z } from 'zod';

const count = z.number().nonnegative().transform(Math.floor);
const tokens = z.object({ inputTokens: count.optional(), outputTokens: count.optional() });

/** Tokens used: as billed, or else as counted. */
export const usageSchema = z
  .object({ billedUnits: tokens.optional(), tokens: tokens.optional() })
  .optional()
  .transform((usage) => {
    const { inputTokens = 0, outputTokens = 0 } = usage?.billedUnits ?? usage?.tokens ?? {};
    return { inputTokens, outputTokens };
  });

const index = z.number().int().nonnegative().default(0);
const functionPart = z.object({ name: z.string().optional(), arguments: z.string().optional() });

function delta<T extends z.ZodType>(message: T) {
  return z.object({ message });
}

const content = z.object({ text: z.string().optional(), thinking: z.string().optional() });

const citation = z.object({
  start: count,
  end: count,
  text: z.string().optional(),
  sources: z.array(z.object({ type: z.string(), id: z.string().optional() })).default([]),
  contentIndex: index.optional(),
  type: z.string().optional(),
});

const EVENTS = {
  'content-start': z.object({ index, delta: delta(z.object({ content: content.optional() })).optional() }),
  'content-delta': z.object({ index, delta: delta(z.object({ content })) }),
  'tool-plan-delta': z.object({ delta: delta(z.object({ toolPlan: z.string().default('') })) }),
  'tool-call-start': z.object({
    index,
    delta: delta(
      z.object({
        toolCalls: z.object({ id: z.string().min(1), function: functionPart.extend({ name: z.string().min(1) }) }),
      }),
    ),
  }),
  'tool-call-delta': z.object({
    index,
    delta: delta(z.object({ toolCalls: z.object({ function: functionPart }) })),
  }),
  'tool-call-end': z.object({ index }),
  'citation-start': z.object({ delta: delta(z.object({ citations: citation })) }),
  'message-end': z.object({
    delta: z.object({ finishReason: z.string(), error: z.string().nullish(), usage: usageSchema }),
  }),
};

type Events = { [T in keyof typeof EVENTS]: { type: T } & z.infer<(typeof EVENTS)[T]> };
export type CohereEvent = Events[keyof Events];
export type CohereCitation = z.infer<typeof citation>;

const known = z.discriminatedUnion('type', [
  EVENTS['content-start'].extend({ type: z.literal('content-start') }),
  EVENTS['content-delta'].extend({ type: z.literal('content-delta') }),
  EVENTS['tool-plan-delta'].extend({ type: z.literal('tool-plan-delta') }),
  EVENTS['tool-call-start'].extend({ type: z.literal('tool-call-start') }),
  EVENTS['tool-call-delta'].extend({ type: z.literal('tool-call-delta') }),
  EVENTS['tool-call-end'].extend({ type: z.literal('tool-call-end') }),
  EVENTS['citation-start'].extend({ type: z.literal('citation-start') }),
  EVENTS['message-end'].extend({ type: z.literal('message-end') }),
]);
const any = z.object({ type: z.string() });

/** An event as the adapter reads it; undefined for a kind that says nothing to it. Throws on one of the wrong shape. */
export function readEvent(event: unknown): CohereEvent | undefined {
  const { type } = any.parse(event);
  return type in EVENTS ? known.parse(event) : undefined;
}
