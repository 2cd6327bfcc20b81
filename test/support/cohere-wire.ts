import type { ServerResponse } from 'node:http';
import { pipeline, Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';

/** What goes wrong with one request, in the order given; a request without a fault is answered properly. */
export type Fault =
  | { kind: 'status'; status: number; retryAfter?: string; message?: string }
  /** The connection closes without an answer. */
  | { kind: 'drop' }
  /** Nothing comes, ever. */
  | { kind: 'stall' }
  /** A proper answer, late. */
  | { kind: 'late'; afterMs: number }
  /** The answer begins and never ends. */
  | { kind: 'stallBody' }
  /** The connection closes in the middle of the answer. */
  | { kind: 'cut' }
  /** Status 200 with a body that is not JSON. */
  | { kind: 'garbage' }
  /** A proper answer, changed; of a stream its events. */
  | { kind: 'answer'; change: (answer: unknown) => unknown }
  /** So many events of a stream, and then nothing more. */
  | { kind: 'stallAfter'; events: number }
  /** So many events of a stream, and then no connection any more, or once that is resolved. */
  | { kind: 'cutAfter'; events: number; when?: Promise<unknown> }
  /** The events of a stream, one by one, slowly. */
  | { kind: 'drip'; everyMs: number }
  /** A stream that goes on and on without an event. */
  | { kind: 'flood' };

export interface Reply {
  status: number;
  answer: unknown;
  /** Sent as a stream, in place of the answer. */
  events?: unknown[];
  /** False: the stream ends without `[DONE]`. */
  hasEnd?: boolean;
}

function send(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
}

export function sendReply(response: ServerResponse, reply: Reply): void {
  response.writeHead(reply.status, { 'content-type': typeOf(reply) }).end(textOf(reply));
}

function typeOf({ events }: Reply): string {
  return events ? 'text/event-stream' : 'application/json';
}

function textOf({ answer, events, hasEnd = true }: Reply): string {
  return events ? [...events.map(eventText), hasEnd ? 'data: [DONE]\n\n' : ''].join('') : JSON.stringify(answer);
}

function eventText(event: unknown): string {
  const named = z.object({ type: z.string() }).safeParse(event);
  return `${named.data ? `event: ${named.data.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
}

/** Where Cohere and where OpenAI have it. */
function withError(message: string) {
  return { message, error: { message } };
}

export function spoil(fault: Fault, response: ServerResponse, reply: Reply): void {
  const body = textOf(reply);
  const begin = (text: string) => {
    const length = reply.events ? {} : { 'content-length': Buffer.byteLength(body) };
    response.writeHead(200, { 'content-type': typeOf(reply), ...length });
    response.write(text);
  };
  const half = body.slice(0, body.length / 2);
  const events = (reply.events ?? []).map(eventText);
  switch (fault.kind) {
    case 'status':
      return send(
        response,
        fault.status,
        JSON.stringify(withError(fault.message ?? 'scripted')),
        fault.retryAfter === undefined ? undefined : { 'retry-after': fault.retryAfter },
      );
    case 'drop':
      return void response.destroy();
    case 'stall':
      return;
    case 'late':
      return void pause(fault.afterMs).then(() => sendReply(response, reply));
    case 'stallBody':
      return begin(half);
    case 'cut':
      begin(half);
      return void setImmediate(() => response.destroy());
    case 'garbage':
      return send(response, 200, '<html>gateway</html>');
    case 'answer': {
      const changed = fault.change(reply.events ?? reply.answer);
      return sendReply(
        response,
        Array.isArray(changed) && reply.events ? { ...reply, events: changed } : { status: 200, answer: changed },
      );
    }
    case 'stallAfter':
      return begin(events.slice(0, fault.events).join(''));
    case 'cutAfter':
      begin(events.slice(0, fault.events).join(''));
      return void (fault.when ?? pause(20)).then(() => response.destroy());
    case 'drip':
      begin('');
      return void drip(response, events, fault.everyMs);
    case 'flood':
      begin('data: ');
      return flood(response);
  }
}

async function drip(response: ServerResponse, events: string[], everyMs: number): Promise<void> {
  for (const event of events) {
    await pause(everyMs);
    if (response.destroyed) return;
    response.write(event);
  }
  await pause(everyMs);
  response.end('data: [DONE]\n\n');
}

function flood(response: ServerResponse): void {
  const block = Buffer.alloc(256 * 1024, 'x');
  const endless = new Readable({ read: () => endless.push(block) });
  pipeline(endless, response, () => undefined);
}
