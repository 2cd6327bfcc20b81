import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { sendReply, type Reply } from './cohere-wire.ts';
import { closeServer, listenLocally } from './local-server.ts';
import { type OpenAiBody, type OpenAiTurn, obligingOpenAi } from './openai-chat.ts';

export const OTHER_KEY = 'other-test-key-19c4';

export interface OtherDouble {
  url: string;
  requests: { path: string; body: Record<string, unknown> }[];
  /** What the model says from now on; undefined: something obliging. */
  say(turn: OpenAiTurn | undefined): void;
  close(): Promise<void>;
}

/** How a protocol has a prompt and an answer. */
interface Protocol {
  keyHeader: string;
  lastText(body: unknown): string;
  whole(turn: OpenAiTurn): unknown;
  events(turn: OpenAiTurn): unknown[];
  isStream(path: string, body: unknown): boolean;
}

/** A server that speaks as much of the protocol as the language model uses. */
async function startDouble(protocol: Protocol): Promise<OtherDouble> {
  const requests: OtherDouble['requests'] = [];
  let said: OpenAiTurn | undefined;
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = z.record(z.string(), z.unknown()).parse(await json(request));
    requests.push({ path, body });
    sendReply(response, request.headers[protocol.keyHeader] === OTHER_KEY ? replyTo(path, body) : refusal());
  }

  function replyTo(path: string, body: Record<string, unknown>): Reply {
    const messages: OpenAiBody['messages'] = [{ role: 'user', content: protocol.lastText(body) }];
    const turn = said ?? obligingOpenAi({ model: 'double', stream: true, messages });
    if (!protocol.isStream(path, body)) return { status: 200, answer: protocol.whole(turn) };
    return { status: 200, answer: undefined, events: protocol.events(turn), hasEnd: false };
  }

  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    say: (turn) => {
      said = turn;
    },
    close: async () => closeServer(server),
  };
}

function refusal(): Reply {
  return { status: 401, answer: { error: { message: 'invalid key' } } };
}

const pieces = (text: string): string[] => text.match(/[^]{1,900}/gu) ?? [];
const tokensOf = ({ text = '' }: OpenAiTurn): number => text.split(/\s+/).length;

const anthropicBody = z.object({
  max_tokens: z.number().int().positive(),
  messages: z
    .array(
      z.object({
        role: z.enum(['user', 'assistant']),
        content: z.array(z.looseObject({ type: z.string(), text: z.string().optional() })),
      }),
    )
    .min(1)
    .refine((all) => all.every(({ role }, at) => role === (at % 2 === 0 ? 'user' : 'assistant'))),
  stream: z.boolean().optional(),
});

/** Anthropic's messages. */
export async function startAnthropicDouble(): Promise<OtherDouble> {
  const usage = { input_tokens: 11, output_tokens: 1 };
  const head = { id: 'msg_double', type: 'message', role: 'assistant', model: 'double', stop_sequence: null };
  const stop = ({ calls }: OpenAiTurn) => (calls ? 'tool_use' : 'end_turn');
  return startDouble({
    keyHeader: 'x-api-key',
    lastText: (body) => {
      const { content } = anthropicBody.parse(body).messages.at(-1) ?? { content: [] };
      return content.map(({ text = '(other)' }) => text).join('\n');
    },
    isStream: (_path, body) => anthropicBody.parse(body).stream === true,
    whole: (turn) => ({
      ...head,
      content: [{ type: 'text', text: turn.text ?? '' }],
      stop_reason: stop(turn),
      usage: { ...usage, output_tokens: tokensOf(turn) },
    }),
    events: (turn) => [
      { type: 'message_start', message: { ...head, content: [], stop_reason: null, usage } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'ping' },
      ...pieces(turn.text ?? '').map((text) => ({
        type: 'content_block_delta',
        index: 0,
        delta: { type: 'text_delta', text },
      })),
      { type: 'content_block_stop', index: 0 },
      ...(turn.calls ?? []).flatMap(({ id = 'toolu_1', name, arguments: given }, at) => [
        { type: 'content_block_start', index: at + 1, content_block: { type: 'tool_use', id, name, input: {} } },
        ...pieces(given).map((json_) => ({
          type: 'content_block_delta',
          index: at + 1,
          delta: { type: 'input_json_delta', partial_json: json_ },
        })),
        { type: 'content_block_stop', index: at + 1 },
      ]),
      {
        type: 'message_delta',
        delta: { stop_reason: stop(turn), stop_sequence: null },
        usage: { output_tokens: tokensOf(turn) },
      },
      { type: 'message_stop' },
    ],
  });
}

const googleBody = z.object({
  contents: z
    .array(
      z.object({
        role: z.enum(['user', 'model']),
        parts: z.array(z.looseObject({ text: z.string().optional() })).min(1),
      }),
    )
    .min(1),
});

/** Gemini's generateContent. */
export async function startGoogleDouble(): Promise<OtherDouble> {
  const usageOf = (turn: OpenAiTurn) => ({ promptTokenCount: 11, candidatesTokenCount: tokensOf(turn) });
  const chunk = (parts: object[], finish?: string) => ({
    candidates: [{ index: 0, content: { role: 'model', parts }, ...(finish && { finishReason: finish }) }],
  });
  return startDouble({
    keyHeader: 'x-goog-api-key',
    lastText: (body) => {
      const { parts } = googleBody.parse(body).contents.at(-1) ?? { parts: [] };
      return parts.map(({ text = '(other)' }) => text).join('\n');
    },
    isStream: (path) => path.includes(':streamGenerateContent?alt=sse'),
    whole: (turn) => ({ ...chunk([{ text: turn.text ?? '' }], 'STOP'), usageMetadata: usageOf(turn) }),
    events: (turn) => [
      ...pieces(turn.text ?? '').map((text) => chunk([{ text }])),
      ...(turn.calls ?? []).map(({ name, arguments: given }) =>
        chunk([{ functionCall: { name, args: JSON.parse(given) as unknown }, thoughtSignature: 'signed' }]),
      ),
      { ...chunk([{ text: '' }], 'STOP'), usageMetadata: usageOf(turn) },
    ],
  });
}
