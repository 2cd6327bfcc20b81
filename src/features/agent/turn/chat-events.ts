import type { Viewer } from '../../../access/viewer.ts';
import type { AgentService } from '../agent.service.ts';
import type { ChatToolCall } from '../agent.types.ts';
import type { ChatStreamEvent } from '../chat-events.types.ts';
import type { ChatInput } from '../chat-input.types.ts';

/** The error as last event, because a stream that throws ends without a message. */
export interface ChatFailure {
  failure: unknown;
}

type ChatEvent = ChatStreamEvent | ChatFailure;

/**
 * A turn as a stream of events, started with the first read. Leaving the stream, or the signal, stops the model and the
 * tools, and nothing is stored.
 */
export function chatEvents(
  agent: AgentService,
  viewer: Viewer,
  input: ChatInput,
  signal?: AbortSignal,
): AsyncIterableIterator<ChatEvent> {
  const stop = new AbortController();
  const events = streamEvents(agent, viewer, input, signal ? AbortSignal.any([signal, stop.signal]) : stop.signal);
  const iterator: AsyncIterableIterator<ChatEvent> = {
    [Symbol.asyncIterator]: () => iterator,
    next: () => events.next(),
    return() {
      // A generator only notices that it was left at its next event, which may take long.
      stop.abort();
      return events.return(undefined);
    },
  };
  return iterator;
}

async function* streamEvents(
  agent: AgentService,
  viewer: Viewer,
  input: ChatInput,
  signal: AbortSignal,
): AsyncGenerator<ChatEvent, void, void> {
  const queue: ChatEvent[] = [];
  let more = Promise.withResolvers<void>();
  const push = (event: ChatEvent): void => {
    queue.push(event);
    more.resolve();
  };
  const listener = {
    text: (text: string) => push({ text }),
    toolCall: (toolCall: ChatToolCall) => push({ toolCall }),
  };
  void agent.chat(viewer, input, listener, signal).then(
    (answer) => push({ answer }),
    (failure: unknown) => push({ failure }),
  );
  for (;;) {
    await more.promise;
    more = Promise.withResolvers();
    for (const event of queue.splice(0)) {
      yield event;
      if ('answer' in event || 'failure' in event) return;
    }
  }
}
