import type { CohereClientV2 } from 'cohere-ai';
import type { ChatEvent, ChatRequest } from '../../ports/language-model.ts';
import { CohereAnswer } from './cohere-answer.ts';
import { readEvent } from './cohere-events.ts';
import { toCohereRequest } from './cohere-request.ts';
import { stallGuard } from './stall-guard.ts';

export interface StreamOptions {
  client: CohereClientV2;
  model: string;
  /** Maximum time before the first event and between two events. */
  stallMs: number;
  /** Aborts the HTTP request, as leaving the iteration does. */
  signal: AbortSignal;
}

/** One attempt at a chat: its events as they arrive. Throws on any error, including a stalled stream. */
export async function* streamChat(request: ChatRequest, options: StreamOptions): AsyncGenerator<ChatEvent, void> {
  const { client, model, signal, stallMs } = options;
  const { silence, within } = stallGuard(stallMs);
  const abortSignal = AbortSignal.any([signal, silence.signal]);
  let complete = false;
  const answer = new CohereAnswer(new Set(request.documents?.map(({ id }) => id)), model);
  try {
    const stream = await within(client.chatStream(toCohereRequest(request, model), { abortSignal }));
    const events = stream[Symbol.asyncIterator]();
    for (;;) {
      const { done, value } = await within(events.next());
      if (done) throw new Error('The stream ended before the message was complete');
      const event = readEvent(value);
      if (!event) continue;
      const made = answer.take(event);
      complete = event.type === 'message-end';
      if (complete) drain(events, silence);
      for (const each of made) {
        // Events that have already arrived are still read after an abort.
        signal.throwIfAborted();
        yield each;
      }
      if (complete) return;
    }
  } finally {
    if (!complete) silence.abort();
  }
}

const DRAIN_MS = 500;

/** Reads to the end of the response, so that the connection can be reused. */
function drain(events: AsyncIterator<unknown>, silence: AbortController): void {
  const timer = setTimeout(() => silence.abort(), DRAIN_MS).unref();
  const end = events.next().then(
    ({ done }) => (done ? undefined : silence.abort()),
    () => undefined,
  );
  void end.finally(() => clearTimeout(timer));
}
