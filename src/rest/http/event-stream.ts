import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawInput, RestOperation } from '../operation.ts';
import { errorBody } from './error-response.ts';
import { type RestContext, runOperation } from './run-operation.ts';

/** A proxy closes a connection without traffic. */
const KEEP_ALIVE_MS = 15_000;

/** Server-sent events. Opened by the first event at the latest. */
class EventStream {
  isOpen = false;
  private readonly reply: FastifyReply;
  private keepAlive: NodeJS.Timeout | undefined;

  constructor(reply: FastifyReply) {
    this.reply = reply;
  }

  send(event: string, data: unknown): void {
    this.sendText(event, JSON.stringify(data));
  }

  /**
   * @param text JSON, which has no line breaks
   * @param id what a client that reconnects sends as `Last-Event-ID`
   */
  sendText(event: string, text: string, id?: string): void {
    this.open();
    const line = id === undefined ? '' : `id: ${id}\n`;
    this.write(`${line}event: ${event}\ndata: ${text}\n\n`);
  }

  end(): void {
    clearInterval(this.keepAlive);
    if (this.isOpen) this.reply.raw.end();
  }

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    const headers = Object.entries(this.reply.getHeaders()).filter(([, value]) => value !== undefined);
    this.reply.hijack();
    this.reply.raw.writeHead(200, {
      ...(Object.fromEntries(headers) as Record<string, string>),
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Some proxies buffer responses without this header.
      'x-accel-buffering': 'no',
    });
    this.reply.raw.flushHeaders();
    this.keepAlive = setInterval(() => this.write(': keep-alive\n\n'), KEEP_ALIVE_MS);
  }

  private write(text: string): void {
    // A disconnected client is detected by the request's signal; writing to it has no effect.
    if (!this.reply.raw.destroyed) this.reply.raw.write(text);
  }
}

/**
 * Answers with the events that `work` sends. An error before the first event has an HTTP status; a later one is the last
 * event, `error`.
 */
export async function streamEvents(
  reply: FastifyReply,
  work: (stream: EventStream) => Promise<void>,
): Promise<FastifyReply> {
  const stream = new EventStream(reply);
  try {
    await work(stream);
  } catch (error) {
    if (!stream.isOpen) throw error;
    stream.send('error', errorBody(reply.request, error));
  } finally {
    stream.end();
  }
  return reply;
}

/** A context whose resolvers can report progress; null if the caller does not listen. */
interface ProgressContext extends RestContext {
  progress: ((event: string, data: unknown) => void) | null;
}

export function acceptsEvents(request: FastifyRequest): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(request.headers.accept ?? '');
}

/**
 * Executes the operation and sends the progress of its resolvers as events; the last event, `answer`, contains the
 * envelope that the operation returns without streaming.
 */
export function streamOperation(reply: FastifyReply, operation: RestOperation, input: RawInput): Promise<FastifyReply> {
  const { request } = reply;
  const context = request.getDecorator<ProgressContext>('restContext');
  return streamEvents(reply, async (stream) => {
    context.progress = (event, data) => stream.send(event, data);
    try {
      stream.sendText('answer', await runOperation(operation, input, context, request.log));
    } finally {
      context.progress = null;
    }
  });
}
