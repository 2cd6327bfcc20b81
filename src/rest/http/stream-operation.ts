import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawInput, RestOperation } from '../operation.ts';
import { errorBody } from './error-answer.ts';
import { EventStream } from './event-stream.ts';
import { type RestContext, runOperation } from './run-operation.ts';

/** A context whose resolvers can report progress; null if the caller does not listen. */
interface ProgressContext extends RestContext {
  progress: ((event: string, data: unknown) => void) | null;
}

export function wantsEvents(request: FastifyRequest): boolean {
  return /(?:^|,)\s*text\/event-stream\s*(?:;|,|$)/i.test(request.headers.accept ?? '');
}

/**
 * Executes the operation and sends the progress of its resolvers as events; the last event, `answer`, contains the
 * envelope that the operation returns without streaming. An error before the first event has an HTTP status; a later
 * one is the last event, `error`.
 */
export async function streamOperation(
  request: FastifyRequest,
  reply: FastifyReply,
  operation: RestOperation,
  input: RawInput,
): Promise<FastifyReply> {
  const context = request.getDecorator<ProgressContext>('restContext');
  const stream = new EventStream(reply);
  context.progress = (event, data) => stream.send(event, data);
  try {
    const text = await runOperation(operation, input, context, request.log);
    stream.sendText('answer', text);
  } catch (error) {
    if (!stream.isOpen) throw error;
    stream.send('error', errorBody(request, error));
  } finally {
    context.progress = null;
    stream.end();
  }
  return reply;
}
