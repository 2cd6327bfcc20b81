import { z } from 'zod';
import type { Reply } from './cohere-wire.ts';

/** What the model says in one turn. */
export interface OpenAiTurn {
  text?: string;
  reasoning?: string;
  calls?: { id?: string; name: string; arguments: string }[];
  finish?: string;
  /** Without: as a server that ignores the option. */
  hasUsage?: boolean;
}

/** A picture of a request, with the text before it. */
export interface SentPicture {
  label: string;
  jpeg: Buffer;
}

const text = z.string();
const parts = z
  .array(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('text'), text }),
      z.object({ type: z.literal('image_url'), image_url: z.object({ url: z.string().startsWith('data:image/') }) }),
    ]),
  )
  .transform((all) => all.map((part) => (part.type === 'text' ? part.text : '(picture)')).join('\n'));
const call = z.object({
  id: z.string().min(1),
  type: z.literal('function'),
  function: z.object({ name: z.string().min(1), arguments: z.string() }),
});
const message = z.discriminatedUnion('role', [
  z.object({ role: z.literal('system'), content: text.min(1) }),
  z.object({ role: z.literal('user'), content: z.union([text.min(1), parts]) }),
  z.object({ role: z.literal('assistant'), content: text.nullish(), tool_calls: z.array(call).min(1).optional() }),
  z.object({ role: z.literal('tool'), tool_call_id: z.string().min(1), content: text }),
]);

const chatBody = z
  .object({
    model: z.string().min(1),
    messages: z.array(message).min(1),
    stream: z.boolean().default(false),
    stream_options: z.object({ include_usage: z.boolean() }).strict().optional(),
    max_tokens: z.number().int().positive().optional(),
    temperature: z.number().min(0).max(2).optional(),
    tools: z
      .array(
        z.object({
          type: z.literal('function'),
          function: z.looseObject({ name: z.string().regex(/^[\w-]{1,64}$/), parameters: z.looseObject({}) }),
        }),
      )
      .min(1)
      .optional(),
    response_format: z
      .discriminatedUnion('type', [
        z.object({ type: z.literal('json_object') }),
        z.object({
          type: z.literal('json_schema'),
          json_schema: z
            .looseObject({ name: z.string(), strict: z.boolean().optional(), schema: z.looseObject({}) })
            .refine(({ strict, schema }) => !strict || isClosed(schema), 'additionalProperties must be false'),
        }),
      ])
      .optional(),
  })
  .strict()
  .refine(({ stream, stream_options: options }) => stream || !options)
  .refine(({ messages }) => alternates(messages.map(({ role }) => role)), 'roles must alternate');

export type OpenAiBody = z.infer<typeof chatBody>;
export type OpenAiSays =
  | OpenAiTurn
  | ((body: OpenAiBody, pictures: readonly SentPicture[]) => OpenAiTurn | Promise<OpenAiTurn>);

/** As OpenAI demands of a strict schema. */
function isClosed(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true;
  if ('properties' in schema && !('additionalProperties' in schema && schema.additionalProperties === false)) {
    return false;
  }
  return Object.values(schema).every(isClosed);
}

/** Strict chat templates: a system message at most at the beginning, and the user and the model take turns. */
function alternates(roles: readonly string[]): boolean {
  const said = roles[0] === 'system' ? roles.slice(1) : roles;
  if (said[0] !== 'user' || said.includes('system')) return false;
  return said.every((role, at) => role === 'tool' || role !== said[at - 1]);
}

const PICTURE = /^data:image\/jpeg;base64,(.+)$/;
const JPEG_START = Buffer.from([0xff, 0xd8]);
const sentParts = z.object({
  messages: z.array(
    z.object({ content: z.union([z.string(), z.array(z.looseObject({ type: z.string() }))]).nullish() }),
  ),
});

/** The pictures of the last message, as the model gets them; throws for one that is no JPEG. */
export function picturesOf(body: unknown): SentPicture[] {
  const content = sentParts.parse(body).messages.at(-1)?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((part, at) => {
    if (part.type !== 'image_url') return [];
    const { url } = z.object({ url: z.string() }).parse(part['image_url']);
    const jpeg = Buffer.from(PICTURE.exec(url)?.[1] ?? '', 'base64');
    if (!jpeg.subarray(0, 2).equals(JPEG_START)) throw new Error('The picture is no JPEG');
    return [{ label: String(content[at - 1]?.['text']), jpeg }];
  });
}

/** The endpoint's answer to a request: whole, or as the chunks of a stream; 400 for one that the API would reject. */
export async function openAiChat(request: unknown, says: OpenAiSays): Promise<Reply> {
  const { data: body, error } = chatBody.safeParse(request);
  if (!body) return { status: 400, answer: rejection(error.message) };
  const turn = typeof says === 'function' ? await says(body, picturesOf(request)) : says;
  if (body.stream) return { status: 200, answer: undefined, events: [...chunksOf(turn, body)] };
  const content = { content: turn.text ?? null, ...(turn.calls && { tool_calls: callsOf(turn) }) };
  const choice = { index: 0, message: { role: 'assistant', refusal: null, ...content }, logprobs: null };
  return {
    status: 200,
    answer: {
      ...head('chat.completion', body),
      choices: [{ ...choice, finish_reason: finishOf(turn) }],
      ...(turn.hasUsage !== false && { usage: usageOf(turn) }),
    },
  };
}

export function rejection(said: string) {
  return { error: { message: said, type: 'invalid_request_error', param: null, code: null } };
}

/** What an obliging model says: intents by their very examples, else the first sentence it is given, cited. */
export function obligingOpenAi(body: OpenAiBody): OpenAiTurn {
  const last = body.messages.at(-1)?.content ?? '';
  if (/"intents":/.test(last)) return { text: classify(last) };
  const document = /Document \[1\]:\n(\S+)\n(?:\w+: .*\n)*([^]*?)\n\1/.exec(last)?.[2];
  if (document === undefined) return { text: `You wrote: ${last.slice(0, 200)}` };
  const sentence = /^.*?[.!?]/s.exec(document)?.[0] ?? 'Nothing.';
  return { text: `${sentence} [1]` };
}

function classify(prompt: string): string {
  const asked = z
    .object({ message: z.string(), intents: z.array(z.object({ name: z.string(), examples: z.array(z.string()) })) })
    .parse(JSON.parse(/\{.*\}/s.exec(prompt)?.[0] ?? ''));
  const found = asked.intents.find(({ examples }) => examples.includes(asked.message));
  return JSON.stringify(found ? { intent: found.name, confidence: 0.97 } : { intent: '(none)', confidence: 0.9 });
}

function* chunksOf(turn: OpenAiTurn, body: OpenAiBody) {
  const chunk = (delta: object, finish: string | null = null) => ({
    ...head('chat.completion.chunk', body),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
  });
  yield chunk({ role: 'assistant', content: '' });
  for (const piece of pieces(turn.reasoning ?? '')) yield chunk({ reasoning_content: piece });
  for (const piece of pieces(turn.text ?? '')) yield chunk({ content: piece });
  for (const [index, { id, type, function: called }] of callsOf(turn).entries()) {
    yield chunk({ tool_calls: [{ index, id, type, function: { name: called.name, arguments: '' } }] });
    for (const piece of pieces(called.arguments)) {
      yield chunk({ tool_calls: [{ index, function: { arguments: piece } }] });
    }
  }
  yield chunk({}, finishOf(turn));
  // The counts come in a chunk of their own, and only on request.
  if (body.stream_options?.include_usage && turn.hasUsage !== false) {
    yield { ...head('chat.completion.chunk', body), choices: [], usage: usageOf(turn) };
  }
}

function head(object: string, { model }: OpenAiBody) {
  return { id: 'chatcmpl-double', object, created: 1_760_000_000, model };
}

function callsOf({ calls = [] }: OpenAiTurn) {
  return calls.map(({ id, name, arguments: given }, at) => ({
    id: id ?? `call_${at}`,
    type: 'function',
    function: { name, arguments: given },
  }));
}

function finishOf({ finish, calls }: OpenAiTurn): string {
  return finish ?? (calls ? 'tool_calls' : 'stop');
}

function usageOf(turn: OpenAiTurn) {
  const completion = (turn.text ?? '').split(/\s+/).length;
  return { prompt_tokens: 11, completion_tokens: completion, total_tokens: 11 + completion };
}

/** Marks of citations are split over pieces. */
function pieces(whole: string): string[] {
  if (whole.length > 5_000) return whole.match(/[^]{1,1000}/gu) ?? [];
  return whole.match(/\s+|\[|[^\s[]{1,6}/gu) ?? [];
}
