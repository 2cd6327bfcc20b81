import { z } from 'zod';

/** What the model says in one turn. A turn with calls has no text, as with the real ones. */
export interface ChatTurn {
  thinking?: string;
  plan?: string;
  calls?: { id?: string; name: string; arguments: unknown }[];
  text?: string;
  /** Offsets count characters, not UTF-16 units. */
  citations?: { start: number; end: number; documentIds: string[] }[];
  finish?: string;
  error?: string;
}

const content = z.string().min(1);
const call = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string(), arguments: z.string().refine(isJsonObject) }),
});
/** Text and pictures; the tests see the text. */
const parts = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text: content }),
      z.object({
        type: z.literal('image_url'),
        image_url: z.object({ url: z.string().regex(/^data:image\/jpeg;base64,\/9j\//) }),
      }),
    ]),
  )
  .refine((all) => all.filter(({ type }) => type === 'image_url').length <= 20)
  .transform((all) => all.map((part) => (part.type === 'text' ? part.text : '(picture)')).join('\n'));
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content }),
  z.object({ role: z.literal('user'), content: z.union([content, parts]) }),
  z.object({
    role: z.literal('assistant'),
    content: content.optional(),
    tool_plan: content.optional(),
    tool_calls: z.array(call).min(1).optional(),
  }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string(), content }),
]);

const chatBody = z
  .object({
    model: z.string().min(1),
    stream: z.boolean().default(false),
    messages: z.array(message).min(1),
    documents: z.array(z.object({ id: z.string(), data: z.record(z.string(), z.string()) })).default([]),
    tools: z
      .array(
        z.object({
          type: z.literal('function'),
          function: z.object({
            name: z.string().min(1),
            description: z.string(),
            parameters: z.looseObject({ type: z.literal('object') }),
          }),
        }),
      )
      .default([]),
    max_tokens: z.number().int().positive().optional(),
    temperature: z.number().optional(),
    thinking: z
      .object({ type: z.enum(['enabled', 'disabled']), token_budget: z.number().int().positive().optional() })
      .optional(),
    response_format: z
      .object({ type: z.literal('json_object'), json_schema: z.record(z.string(), z.unknown()).optional() })
      .optional(),
  })
  .strict()
  .refine((body) => !body.response_format || body.documents.length + body.tools.length === 0)
  .refine((body) => !body.response_format || body.messages.some((each) => each.content?.includes('JSON')))
  .refine((body) => !body.thinking || /reasoning|command-a-plus/.test(body.model))
  .refine(everyResultHasItsCall);

export type ChatBody = z.infer<typeof chatBody>;

/** The endpoint's answer to a request: whole, or as the events of a stream; 400 for one that the API would reject. */
export async function chatAnswer(request: unknown, turnFor: (body: ChatBody) => ChatTurn | Promise<ChatTurn>) {
  const { data: body, error } = chatBody.safeParse(request);
  if (body && !body.model.includes('vision') && JSON.stringify(request).includes('"image_url":')) {
    return { status: 400, answer: { id: 'double', message: 'invalid request: the model takes no images' } };
  }
  if (!body) return { status: 400, answer: { id: 'double', message: `invalid request: ${error.message}` } };
  const turn = await turnFor(body);
  return body.stream
    ? { status: 200, answer: undefined, events: [...eventsOf(turn, body)] }
    : { status: 200, answer: wholeOf(turn, body) };
}

/** What an obliging model says: intents by their very examples, else the first sentence it is given, cited. */
export function obligingTurn(body: ChatBody): ChatTurn {
  const last = body.messages.at(-1)?.content ?? '';
  if (body.response_format) return { text: isAnalysis(body) ? describePart(last) : classify(last) };
  const [document] = body.documents;
  if (!document) return { text: `You wrote: ${last.slice(0, 200)}` };
  const text = /^.*?[.!?]/s.exec(document.data['text'] ?? '')?.[0] ?? 'Nothing.';
  return { text, citations: [{ start: 0, end: Array.from(text).length, documentIds: [document.id] }] };
}

function isAnalysis({ response_format: format }: ChatBody): boolean {
  return z.object({ properties: z.object({ description: z.unknown() }) }).safeParse(format?.json_schema).success;
}

function describePart(prompt: string): string {
  const part = z.object({ from: z.number(), to: z.number() }).parse(JSON.parse(/^\{.*\}$/m.exec(prompt)?.[0] ?? ''));
  return JSON.stringify({ description: `What happens from ${part.from} to ${part.to}.`, texts: [], techniques: [] });
}

function classify(prompt: string): string {
  const asked = z
    .object({
      message: z.string(),
      intents: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })),
    })
    .parse(JSON.parse(/\{.*\}/s.exec(prompt)?.[0] ?? ''));
  const found = asked.intents.find(({ examples }) => examples.includes(asked.message));
  return JSON.stringify(found ? { intent: found.name, confidence: 0.97 } : { intent: '(none)', confidence: 0.9 });
}

function wholeOf(turn: ChatTurn, body: ChatBody) {
  const calls = callsOf(turn);
  return {
    id: 'double',
    finish_reason: finishOf(turn),
    message: {
      role: 'assistant',
      content: [
        ...(turn.thinking === undefined ? [] : [{ type: 'thinking', thinking: turn.thinking }]),
        ...(turn.text === undefined ? [] : [{ type: 'text', text: turn.text }]),
      ],
      ...(calls.length > 0 && { tool_plan: turn.plan, tool_calls: calls }),
      citations: citationsOf(turn, body),
    },
    usage: usageOf(turn),
  };
}

function* eventsOf(turn: ChatTurn, body: ChatBody) {
  yield { type: 'message-start', id: 'double', delta: { message: { role: 'assistant', content: [] } } };
  const blocks = [
    ['thinking', turn.thinking],
    ['text', turn.text],
  ] as const;
  let index = -1;
  for (const [type, text] of blocks) {
    if (text === undefined) continue;
    index++;
    yield inMessage('content-start', { content: { type, [type]: '' } }, index);
    for (const piece of pieces(text)) yield inMessage('content-delta', { content: { [type]: piece } }, index);
    if (type === 'text') {
      for (const [at, citations] of citationsOf(turn, body).entries()) {
        yield inMessage('citation-start', { citations: { ...citations, content_index: index } }, at);
        yield { type: 'citation-end', index: at };
      }
    }
    yield { type: 'content-end', index };
  }
  for (const piece of pieces(turn.plan ?? '')) yield inMessage('tool-plan-delta', { tool_plan: piece });
  for (const [at, { id, type, function: called }] of callsOf(turn).entries()) {
    yield inMessage('tool-call-start', { tool_calls: { id, type, function: { ...called, arguments: '' } } }, at);
    for (const piece of pieces(called.arguments)) {
      yield inMessage('tool-call-delta', { tool_calls: { function: { arguments: piece } } }, at);
    }
    yield { type: 'tool-call-end', index: at };
  }
  const error = turn.error === undefined ? {} : { error: turn.error };
  yield { type: 'message-end', delta: { finish_reason: finishOf(turn), usage: usageOf(turn), ...error } };
}

function inMessage(type: string, message_: Record<string, unknown>, index?: number) {
  return { type, ...(index !== undefined && { index }), delta: { message: message_ } };
}

/** Words, or of a long text fewer and larger parts. */
function pieces(text: string): string[] {
  if (text.length > 5_000) return text.match(/[^]{1,1000}/gu) ?? [];
  return text.match(/\s*\S{1,12}\s*$|\s*\S{1,12}|\s+$/gu) ?? [];
}

function callsOf({ calls = [] }: ChatTurn) {
  return calls.map(({ id, name, arguments: given }, at) => ({
    id: id ?? `${name}_${at}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
}

function citationsOf({ citations = [], text = '' }: ChatTurn, body: ChatBody) {
  return citations.map(({ start, end, documentIds }) => ({
    start,
    end,
    text: Array.from(text).slice(start, end).join(''),
    type: 'TEXT_CONTENT',
    sources: documentIds.map((id) => ({
      type: 'document',
      id,
      document: body.documents.find((each) => each.id === id)?.data ?? {},
    })),
  }));
}

function finishOf({ finish, calls = [] }: ChatTurn): string {
  return finish ?? (calls.length > 0 ? 'TOOL_CALL' : 'COMPLETE');
}

function usageOf({ text = '' }: ChatTurn) {
  const output = text.split(' ').length;
  return {
    billed_units: { input_tokens: 11, output_tokens: output },
    tokens: { input_tokens: 500, output_tokens: output + 10 },
  };
}

function isJsonObject(text: string): boolean {
  try {
    return z.record(z.string(), z.unknown()).safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

function everyResultHasItsCall({ messages }: { messages: z.infer<typeof message>[] }): boolean {
  const called = messages.flatMap((each) => (each.role === 'assistant' ? (each.tool_calls ?? []) : []));
  return messages.every((each) => each.role !== 'tool' || called.some(({ id }) => id === each.tool_call_id));
}
