import type { Viewer } from '../access/viewer.ts';
import type { AgentService } from './agent.service.ts';
import type { ChatInput, ChatStreamed } from './agent.types.ts';

/** What went wrong, as the last event: a stream that throws would end without a word. */
export interface ChatFailure {
  failure: unknown;
}

/** A turn as a stream of events. Leaving it early stops the model and the tools, and nothing is stored. */
export async function* chatEvents(
  agent: AgentService,
  viewer: Viewer,
  input: ChatInput,
): AsyncGenerator<ChatStreamed | ChatFailure> {
  const queue: (ChatStreamed | ChatFailure)[] = [];
  const stop = new AbortController();
  let wake = (): void => {};
  let ended = false;
  const push = (event: ChatStreamed | ChatFailure): void => {
    queue.push(event);
    wake();
  };
  const listener = {
    text: (text: string) => push({ text }),
    toolCall: (toolCall: Extract<ChatStreamed, { toolCall: unknown }>['toolCall']) => push({ toolCall }),
  };
  void agent
    .chat(viewer, input, listener, stop.signal)
    .then(
      (answer) => push({ answer }),
      (failure: unknown) => push({ failure }),
    )
    .finally(() => {
      ended = true;
      wake();
    });
  try {
    for (;;) {
      const event = queue.shift();
      if (event) yield event;
      else if (ended) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    stop.abort();
  }
}
