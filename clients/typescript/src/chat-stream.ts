import { LecternError, throwForError } from './lectern-error.ts';
import type { components } from './openapi.ts';
import { readEvents } from './server-sent-events.ts';

type Events = Required<components['schemas']['ChatEvents']>;

export type ChatInput = components['schemas']['ChatInput'];

/** An event of a streamed answer. `error` is thrown instead. */
export type ChatEvent =
  | { event: 'text'; data: Events['text'] }
  | { event: 'toolCall'; data: Events['toolCall'] }
  | { event: 'answer'; data: Events['answer']['data'] };

interface Target {
  url: URL;
  headers: Readonly<Record<string, string>>;
  send: (request: Request) => Promise<Response>;
}

/**
 * @throws LecternError for an error of the service, also one after the first event
 */
export async function* streamChat(
  { url, headers, send }: Target,
  input: ChatInput,
  { signal }: { signal?: AbortSignal } = {},
): AsyncGenerator<ChatEvent, void, void> {
  const left = new AbortController();
  const request = new Request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', accept: 'text/event-stream' },
    body: JSON.stringify(input),
    signal: signal ? AbortSignal.any([signal, left.signal]) : left.signal,
  });
  try {
    const response = await send(request);
    await throwForError(response);
    if (!response.body) return;
    for await (const { event, data } of readEvents(response.body)) {
      const parsed: unknown = JSON.parse(data);
      if (event === 'error') throw new LecternError(response.status, parsed as Events['error']);
      if (event === 'answer') yield { event, data: (parsed as Events['answer']).data };
      else if (event === 'text' || event === 'toolCall') yield { event, data: parsed } as ChatEvent;
    }
  } finally {
    left.abort();
  }
}
