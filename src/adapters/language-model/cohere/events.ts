import { z } from 'zod';
import { usageSchema } from '../../cohere/usage.ts';

const count = z.number().nonnegative().transform(Math.floor);

const text = z.string().nullish();
const index = z.number().int().nonnegative().default(0);
const content = z.object({ text, thinking: text });

const citation = z.object({
  start: count,
  end: count,
  text,
  sources: z.array(z.object({ type: z.string(), id: text })).nullish(),
  contentIndex: index.nullish(),
  type: text,
});

const functionCall = z.object({
  id: z.string().min(1),
  function: z.object({ name: z.string().min(1), arguments: text }),
});
const more = z.object({ function: z.object({ arguments: text }) });

const event = z.discriminatedUnion('type', [
  messageEvent('content-start', { content: content.nullish() }),
  messageEvent('content-delta', { content }),
  messageEvent('tool-plan-delta', { toolPlan: text }),
  messageEvent('tool-call-start', { toolCalls: functionCall }),
  messageEvent('tool-call-delta', { toolCalls: more }),
  z.object({ type: z.literal('tool-call-end'), index }),
  messageEvent('citation-start', { citations: citation }),
  z.object({
    type: z.literal('message-end'),
    delta: z.object({ finishReason: z.string(), error: text, usage: usageSchema }),
  }),
]);

export type CohereEvent = z.infer<typeof event>;
export type CohereCitation = z.infer<typeof citation>;

const EVENT_TYPES: ReadonlySet<string> = new Set(event.options.flatMap(({ shape }) => [...shape.type.values]));
const anyEvent = z.object({ type: z.string() });

/**
 * Parses an event; undefined for an event that is not needed.
 * @throws Error for an event of the wrong shape
 */
export function readEvent(raw: unknown): CohereEvent | undefined {
  return EVENT_TYPES.has(anyEvent.parse(raw).type) ? event.parse(raw) : undefined;
}

function messageEvent<T extends string, M extends z.ZodRawShape>(type: T, message: M) {
  return z.object({ type: z.literal(type), index, delta: z.object({ message: z.object(message) }) });
}
