import type { IncomingMessage, ServerResponse } from 'node:http';
import { type ChatEvent, type Lectern, LecternError } from '@lectern/client';
import { type Html, html, layout } from './html.ts';
import { linkTo } from './links.ts';

const MAX_BODY_BYTES = 16_000;

/** A question as `public/ask.js` sends it. */
interface Question {
  message: string;
  sessionId?: string;
}

export function askPage(): Html {
  return layout(
    'Ask the workshop',
    html`<div id="conversation" aria-live="polite"></div>
      <form id="question">
        <label for="message">Your question</label>
        <input id="message" name="message" required maxlength="2000" autocomplete="off" />
        <button>Ask</button>
      </form>
      <script type="module" src="/ask.js"></script>`,
  );
}

/** The events of an answer, one JSON object per line. The API key stays here; the browser sees text and links. */
export async function streamAnswer(
  lectern: Lectern,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const question = toQuestion(await readBody(request));
  if (!question) return void response.writeHead(400).end();
  const left = new AbortController();
  response.once('close', () => left.abort());
  response.writeHead(200, { 'content-type': 'application/x-ndjson; charset=utf-8', 'cache-control': 'no-store' });
  try {
    for await (const event of lectern.chat(question, { signal: left.signal })) {
      const line = toLine(event);
      if (line) response.write(`${JSON.stringify(line)}\n`);
    }
  } catch (error) {
    if (left.signal.aborted) return;
    console.error(error);
    const isBusy = error instanceof LecternError && error.status === 429;
    response.write(
      `${JSON.stringify({ error: isBusy ? 'Too many questions. Wait a moment.' : 'Please try again.' })}\n`,
    );
  }
  response.end();
}

function toLine(event: ChatEvent): object | null {
  if (event.event === 'text') return { text: event.data.text };
  if (event.event !== 'answer') return null;
  const { message, sessionId, citations = [] } = event.data;
  const sources = new Map(citations.flatMap(({ sources: cited }) => cited).map((source) => [source.number, source]));
  return {
    message,
    sessionId,
    sources: [...sources.values()].map((source) => ({
      number: source.number,
      title: source.title,
      href: linkTo(source),
    })),
  };
}

/** Undefined for a body that is too long. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    length += part.length;
    if (length > MAX_BODY_BYTES) return undefined;
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function toQuestion(body: string | undefined): Question | null {
  try {
    const { message, sessionId } = JSON.parse(body ?? '') as Record<string, unknown>;
    if (typeof message !== 'string' || message.trim() === '') return null;
    return { message, ...(typeof sessionId === 'string' ? { sessionId } : {}) };
  } catch {
    return null;
  }
}
