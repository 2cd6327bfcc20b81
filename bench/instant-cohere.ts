import { once } from 'node:events';
import { type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';

export const INSTANT_KEY = 'key-of-the-benchmark';

export interface ModelCall {
  path: string;
  body: Record<string, unknown>;
}

export interface InstantCohere {
  url: string;
  /** Every call since it was last emptied. */
  calls: ModelCall[];
  close(): Promise<void>;
}

/** Speaks Cohere's protocol and takes no time to think: what a turn then takes is the service's own. */
export async function startInstantCohere(): Promise<InstantCohere> {
  const calls: ModelCall[] = [];
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = (await json(request)) as Record<string, unknown>;
      const path = request.url ?? '';
      calls.push({ path, body });
      if (path === '/v2/chat') return speak(response, body);
      send(response, path === '/v2/embed' ? embed(body) : rerank(body));
    };
    answer().catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port is free');
  return {
    url: `http://127.0.0.1:${address.port}`,
    calls,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const CLOSING = ' Ask again for more.';
const QUOTED_WORDS = 12;

interface GivenDocument {
  id: string;
  data: Record<string, string>;
}

/** The last words of the passage, as a sentence: a citation of anything else would be removed. */
function quoted({ data }: GivenDocument): string {
  const text = Object.values(data).reduce((longest, each) => (each.length > longest.length ? each : longest), '');
  const words = text.match(/\w+/g) ?? [];
  return `${words.slice(-QUOTED_WORDS).join(' ')}.`;
}

function speak(response: ServerResponse, { documents = [] }: { documents?: GivenDocument[] }): void {
  const inMessage = (type: string, message: object) => ({ type, index: 0, delta: { message } });
  const [document] = documents;
  const said = document ? quoted(document) : 'Nothing is known of this.';
  const sources = document ? [{ type: 'document', id: document.id, document: {} }] : [];
  const usage = { billed_units: { input_tokens: 1_000, output_tokens: 10 } };
  const events = [
    { type: 'message-start', id: 'instant', delta: { message: { role: 'assistant' } } },
    inMessage('content-start', { content: { type: 'text', text: '' } }),
    ...(said + CLOSING).split(/(?= )/).map((text) => inMessage('content-delta', { content: { text } })),
    inMessage('citation-start', { citations: { start: 0, end: said.length, text: said, sources } }),
    { type: 'message-end', delta: { finish_reason: 'COMPLETE', usage } },
  ];
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(''));
}

function embed(body: Record<string, unknown>): object {
  const { texts, output_dimension: dimensions } = body as { texts: string[]; output_dimension: number };
  return { id: 'instant', texts, embeddings: { float: texts.map((text) => vectorOf(text, dimensions)) } };
}

/** Words by chance to places: like texts have like vectors. */
function vectorOf(text: string, dimensions: number): number[] {
  const vector = Array.from({ length: dimensions }, () => 0);
  for (const word of text.toLowerCase().split(/\W+/)) {
    let place = 7;
    for (let at = 0; at < word.length; at++) place = (place * 31 + word.charCodeAt(at)) % dimensions;
    vector[place] = (vector[place] ?? 0) + 1;
  }
  return vector;
}

function rerank(body: Record<string, unknown>): object {
  const { documents } = body as { documents: string[] };
  return { id: 'instant', results: documents.map((_, index) => ({ index, relevance_score: 1 / (index + 1) })) };
}

function send(response: ServerResponse, answer: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
}
