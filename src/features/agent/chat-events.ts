import type { Viewer } from '../access/viewer.ts';
import type { AgentService } from './agent.service.ts';
import type { ChatInput, ChatStreamed } from './agent.types.ts';

/** A turn as a stream of events. Leaving it early stops the model and the tools, and nothing is stored. */
export async function* chatEvents(agent: AgentService, viewer: Viewer, input: ChatInput): AsyncGenerator<ChatStreamed> {
  const queue: ChatStreamed[] = [];
  const stop = new AbortController();
  let wake = (): void => {};
  let ended = false;
  const push = (event: ChatStreamed): void => {
    queue.push(event);
    wake();
  };
  const listener = {
    text: (text: string) => push({ text }),
    toolCall: (toolCall: Extract<ChatStreamed, { toolCall: unknown }>['toolCall']) => push({ toolCall }),
  };
  const turn = agent
    .chat(viewer, input, listener, stop.signal)
    .then((answer) => push({ answer }))
    .finally(() => {
      ended = true;
      wake();
    });
  // Looked at below; without this a failure before the first event would count as unhandled.
  turn.catch(() => {});
  try {
    for (;;) {
      const event = queue.shift();
      if (event) yield event;
      else if (ended) return await turn;
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
