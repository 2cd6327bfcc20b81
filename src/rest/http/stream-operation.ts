import type { FastifyReply, FastifyRequest } from 'fastify';
import type { RawInput, RestOperation } from '../operation.ts';
import { streamEvents } from './event-stream.ts';
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
