import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { chatAnswer, obligingTurn, type ChatBody, type ChatTurn } from './cohere-chat.ts';
import { type Hear, readForm, transcription } from './cohere-transcription.ts';
import { sendReply, spoil, type Fault, type Reply } from './cohere-wire.ts';
import { closeServer, listenLocally } from './local-server.ts';

export type { Fault } from './cohere-wire.ts';

export const COHERE_KEY = 'cohere-test-key-5cd1';

export interface CohereRequest {
  path: string;
  body: Record<string, unknown>;
  /** Whether the answer went out whole, once that is known. */
  outcome: Promise<'answered' | 'abandoned'>;
}

type Handler = (body: Record<string, unknown>) => Reply | Promise<Reply>;
type TurnFor = (body: ChatBody) => ChatTurn | Promise<ChatTurn>;

export interface CohereDouble {
  url: string;
  /** All requests so far, the faulty included. */
  requests: CohereRequest[];
  fail(...faults: Fault[]): void;
  /** The same for streamed chats alone. */
  failChat(...faults: Fault[]): void;
  /** The same for embeddings alone. */
  failEmbedding(...faults: Fault[]): void;
  /** Forgets the faults that are still to come. */
  forgive(): void;
  /** What the chat model says from now on; undefined: something obliging. */
  say(turn: ChatTurn | TurnFor | undefined): void;
  /** The transcript of a sound from now on. */
  hear(hear: Hear): void;
  /** How many connections were made. */
  connections(): number;
  close(): Promise<void>;
}

/**
 * A server that speaks as much of Cohere's protocol as the adapters use, by the published reference, and fails on demand.
 * Further endpoints are further entries in `handlers`.
 */
export async function startCohereDouble(
  handlers: Record<string, Handler> = { '/v2/embed': embed, '/v2/rerank': rerank },
): Promise<CohereDouble> {
  const requests: CohereRequest[] = [];
  const faults: Fault[] = [];
  const chatFaults: Fault[] = [];
  const embeddingFaults: Fault[] = [];
  let turnFor: TurnFor = obligingTurn;
  let hear: Hear = ({ language }) => `Words in ${language}.`;
  let connections = 0;
  const own: Record<string, Handler> = {
    '/v2/chat': (body) => chatAnswer(body, turnFor),
    '/v2/audio/transcriptions': (body) => transcription(body, hear),
  };
  const server = createServer((request, response) => void serve(request, response));

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const body = await readBody(request);
    const outcome = once(response, 'close').then(() => (response.writableFinished ? 'answered' : 'abandoned'));
    requests.push({ path, body, outcome });
    const reply = await answerTo(request, own[path] ?? handlers[path], body);
    const ofItsKind = path === '/v2/embed' ? embeddingFaults : body['stream'] === true ? chatFaults : [];
    const fault = faults.shift() ?? ofItsKind.shift();
    if (fault) spoil(fault, response, reply);
    else sendReply(response, reply);
  }

  server.on('connection', () => connections++);
  // An idle connection that closes just when it is used again would look like a fault.
  server.keepAliveTimeout = 60_000;

  const port = await listenLocally(server);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    fail: (...more) => void faults.push(...more),
    failChat: (...more) => void chatFaults.push(...more),
    failEmbedding: (...more) => void embeddingFaults.push(...more),
    forgive: () => {
      for (const each of [faults, chatFaults, embeddingFaults]) each.splice(0);
    },
    say: (turn = obligingTurn) => {
      turnFor = typeof turn === 'function' ? turn : () => turn;
    },
    hear: (next) => {
      hear = next;
    },
    connections: () => connections,
    close: async () => {
      await closeServer(server);
    },
  };
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const bytes = await buffer(request);
  const type = request.headers['content-type'] ?? '';
  if (type.startsWith('multipart/')) return readForm(bytes, type);
  return z.record(z.string(), z.unknown()).parse(JSON.parse(bytes.toString() || '{}'));
}

function answerTo(
  request: IncomingMessage,
  handler: Handler | undefined,
  body: Record<string, unknown>,
): ReturnType<Handler> {
  if (request.headers.authorization !== `Bearer ${COHERE_KEY}`) return refuse(401, 'invalid api token');
  if (request.method !== 'POST' || !handler) return refuse(404, 'not found');
  return handler(body);
}

function refuse(status: number, message: string): Reply {
  return { status, answer: { id: 'double', message } };
}

/** Scores by the share of the query's words that a document has. */
function rerank(body: Record<string, unknown>): Reply {
  const { data } = z
    .object({
      model: z.string(),
      query: z.string().min(1),
      documents: z
        .array(z.string().refine((each) => each.trim() !== ''))
        .min(1)
        .max(1000),
      top_n: z.number().int().positive().optional(),
    })
    .safeParse(body);
  if (!data) return refuse(400, 'invalid request');
  const asked = data.query.toLowerCase().split(/\W+/).filter(Boolean);
  const results = data.documents
    .map((document, index) => {
      const words = new Set(document.toLowerCase().split(/\W+/));
      return { index, relevance_score: asked.filter((word) => words.has(word)).length / Math.max(1, asked.length) };
    })
    .toSorted((one, other) => other.relevance_score - one.relevance_score)
    .slice(0, data.top_n);
  return { status: 200, answer: { id: 'double', results, meta: { billed_units: { search_units: 1 } } } };
}

/** Vectors by the words in a text: alike for like texts, which is all that a test may ask of them. */
export function embed(body: Record<string, unknown>): Reply {
  const texts = body['texts'];
  const dimensions = body['output_dimension'];
  const types = body['embedding_types'];
  const known = ['search_document', 'search_query'].includes(String(body['input_type']));
  if (!Array.isArray(texts) || texts.length === 0) return refuse(400, 'texts: at least one');
  if (texts.length > 96) return refuse(400, 'texts: at most 96');
  if (texts.some((each) => typeof each !== 'string' || each.trim() === ''))
    return refuse(400, 'texts: must not be empty');
  if (!known || typeof dimensions !== 'number' || !Array.isArray(types)) return refuse(400, 'invalid request');
  const float = texts.map((each) => wordVector(String(each), dimensions));
  return {
    status: 200,
    answer: { id: 'double', embeddings: { float }, texts, meta: { api_version: { version: '2' } } },
  };
}

export function wordVector(words: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of words.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['?']) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_003;
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + 1;
  }
  return vector;
}
