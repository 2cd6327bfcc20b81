import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { wordVector } from './cohere-double.ts';
import { readForm } from './cohere-transcription.ts';
import { sendReply, spoil, type Fault, type Reply } from './cohere-wire.ts';
import { closeServer, listenLocally } from './local-server.ts';
import { type OpenAiSays, obligingOpenAi, openAiChat, rejection } from './openai-chat.ts';

export const OPENAI_KEY = 'openai-test-key-77b2';

export interface OpenAiRequest {
  path: string;
  body: Record<string, unknown>;
  authorization: string | undefined;
  /** Whether the answer went out whole, once that is known. */
  outcome: Promise<'answered' | 'abandoned'>;
}

export interface OpenAiDouble {
  /** With the path of the API's version. */
  url: string;
  /** All requests so far, the faulty included. */
  requests: OpenAiRequest[];
  fail(...faults: Fault[]): void;
  /** Forgets the faults that are still to come. */
  forgive(): void;
  /** What the chat model says from now on; undefined: something obliging. */
  say(says: OpenAiSays | undefined): void;
  /** The segments of a sound from now on. */
  hear(hears: Hears): void;
  /** How many characters of a text can be embedded from now on; undefined: any number. */
  readAtMost(length: number | undefined): void;
  close(): Promise<void>;
}

export type Hears = (sound: Buffer) => readonly { start: number; end: number; text: string }[];

type Handler = (body: Record<string, unknown>) => Reply | Promise<Reply>;

/** A server that speaks as much of OpenAI's protocol as the adapters use, and fails on demand. */
export async function startOpenAiDouble(key = OPENAI_KEY): Promise<OpenAiDouble> {
  const requests: OpenAiRequest[] = [];
  const faults: Fault[] = [];
  let says: OpenAiSays = obligingOpenAi;
  let hears: Hears = () => [];
  let maxLength: number | undefined;
  const handlers: Record<string, Handler> = {
    '/v1/chat/completions': (body) => openAiChat(body, says),
    '/v1/embeddings': (body) => embeddings(body, maxLength),
    '/v1/audio/transcriptions': (body) => transcribe(body, hears),
  };
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readBody(request);
    const outcome = once(response, 'close').then(() => (response.writableFinished ? 'answered' : 'abandoned'));
    const { authorization } = request.headers;
    requests.push({ path, body, authorization, outcome });
    const handler = handlers[path];
    const isKnown = authorization === `Bearer ${key}`;
    const reply = !isKnown ? refuse(401) : handler ? await answered(handler, body) : refuse(404);
    const fault = faults.shift();
    if (fault) spoil(fault, response, reply);
    else sendReply(response, reply);
  }

  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    fail: (...more) => void faults.push(...more),
    forgive: () => void faults.splice(0),
    say: (next = obligingOpenAi) => {
      says = next;
    },
    hear: (next) => {
      hears = next;
    },
    readAtMost: (length) => {
      maxLength = length;
    },
    close: async () => closeServer(server),
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return readForm(bytes, type);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(bytes.toString()));
}

const transcribeBody = z.looseObject({
  model: z.string().min(1),
  language: z.string().length(2).optional(),
  response_format: z.enum(['json', 'verbose_json']).optional(),
  file: z.object({
    name: z.string().regex(/\.(flac|mp3|mp4|mpeg|mpga|m4a|ogg|wav|webm)$/),
    type: z.string().startsWith('audio/'),
    content: z.instanceof(Buffer),
  }),
});

const SEGMENT = {
  seek: 0,
  tokens: [1, 2],
  temperature: 0,
  avg_logprob: -0.2,
  compression_ratio: 1.1,
  no_speech_prob: 0.01,
};

function transcribe(body: Record<string, unknown>, hears: Hears): Reply {
  const { data, error } = transcribeBody.safeParse(body);
  if (!data) return { status: 400, answer: rejection(error.message) };
  const segments = hears(data.file.content).map((segment, id) => ({ id, ...SEGMENT, ...segment }));
  const text = segments.map((segment) => segment.text).join(' ');
  const times = { language: 'german', duration: segments.at(-1)?.end ?? 0, segments };
  return { status: 200, answer: data.response_format === 'verbose_json' ? { text, ...times } : { text } };
}

const DIMENSIONS = 256;
/** As llama.cpp's server says it. */
const TOO_LARGE =
  'input (6001 tokens) is too large to process. increase the physical batch size (current batch size: 512)';

const embedBody = z
  .object({
    model: z.string().min(1),
    input: z.array(z.string().min(1).max(30_000)).min(1).max(2_048),
    encoding_format: z.literal('float').optional(),
    dimensions: z.number().int().positive().optional(),
  })
  .strict();

function embeddings(body: Record<string, unknown>, maxLength = Infinity): Reply {
  const { data, error } = embedBody.safeParse(body);
  if (!data) return { status: 400, answer: rejection(error.message) };
  if (data.input.some(({ length }) => length > maxLength)) return { status: 500, answer: rejection(TOO_LARGE) };
  const { model, input, dimensions = DIMENSIONS } = data;
  const vectors = input.map((text, index) => ({ object: 'embedding', index, embedding: wordVector(text, dimensions) }));
  return {
    status: 200,
    answer: { object: 'list', data: vectors, model, usage: { prompt_tokens: 7, total_tokens: 7 } },
  };
}

/** An error of a script is a failure of the server that is not tried again. */
async function answered(handler: Handler, body: Record<string, unknown>): Promise<Reply> {
  try {
    return await handler(body);
  } catch (error) {
    return { status: 501, answer: rejection(String(error)) };
  }
}

function refuse(status: number): Reply {
  return { status, answer: rejection(status === 401 ? 'Incorrect API key provided.' : 'Not found') };
}
