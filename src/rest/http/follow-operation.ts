import type { FastifyReply } from 'fastify';
import { currentDeadline } from '../../shared/deadline.ts';
import { waitForDrain } from '../../shared/wait-for-drain.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { RawInput, RestOperation } from '../operation.ts';
import { streamEvents } from './event-stream.ts';
import { type RestContext, runOperation } from './run-operation.ts';

/** The longest time of a stream; then the client opens another one, whose key and rights are checked again. */
const MAX_STREAM_MS = 60_000;
const WAIT_SECONDS = 10;
const RUN_DEADLINE_MS = 30_000;

/** The envelope that `follows` of the directive `@rest` requires. */
interface ChangesEnvelope {
  data: unknown[];
  cursor: string;
  hasMore: boolean;
}

/**
 * Executes the operation again and again from cursor to cursor, and sends each answer that has data as an event whose id is
 * the cursor. The header `Last-Event-ID` has precedence over `since`, because a client that reconnects sends the URL of its
 * first request.
 * @param closing aborted when the server stops
 */
export function followOperation(
  reply: FastifyReply,
  operation: RestOperation,
  { input, closing }: { input: RawInput; closing: AbortSignal },
): Promise<FastifyReply> {
  const { request } = reply;
  const context = request.getDecorator<RestContext>('restContext');
  const deadline = currentDeadline();
  const stop = (): void => deadline?.abort(new ServiceError('UNAVAILABLE', 'The service is being stopped'));
  closing.addEventListener('abort', stop, { once: true });
  const until = Date.now() + MAX_STREAM_MS;
  let since: RawInput['query'][string] = String(request.headers['last-event-id'] ?? '') || input.query['since'];
  return streamEvents(reply, async (stream) => {
    try {
      while (Date.now() < until && !reply.raw.destroyed && !closing.aborted) {
        deadline?.restart(RUN_DEADLINE_MS);
        // The first run does not wait: it opens the stream, or ends with an error that has a status.
        const query = { ...input.query, since, wait: String(stream.isOpen ? WAIT_SECONDS : 0) };
        const text = await runOperation(operation, { ...input, query }, context, request.log);
        const { data, cursor } = JSON.parse(text) as ChangesEnvelope;
        stream.open();
        if (data.length > 0) stream.sendText('changes', text, cursor);
        since = cursor;
        await waitForDrain(reply.raw);
      }
    } catch (error) {
      if (!closing.aborted || !stream.isOpen) throw error;
    } finally {
      closing.removeEventListener('abort', stop);
    }
  });
}
