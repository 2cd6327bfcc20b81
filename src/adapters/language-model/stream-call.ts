import type { ChatEvent } from '../../ports/language-model.ts';

export interface StreamLimits {
  /** Maximum time before the first part and between two parts. */
  stallMs: number;
  /** Aborts the HTTP request, as leaving the iteration does. */
  signal: AbortSignal;
}

/**
 * One attempt at a chat: its events as they arrive. Throws on any error, including a stalled stream.
 * @param take the events of a part; `end` is the last one of the message
 */
export async function* streamCall<P>(
  open: (signal: AbortSignal) => PromiseLike<AsyncIterable<P>>,
  take: (part: P) => ChatEvent[],
  { stallMs, signal }: StreamLimits,
): AsyncGenerator<ChatEvent, void> {
  const silence = new AbortController();
  const limitStall = async <T>(pending: PromiseLike<T>): Promise<T> => {
    const timer = setTimeout(() => silence.abort(new Error('The stream stalled')), stallMs);
    return Promise.resolve(pending).finally(() => clearTimeout(timer));
  };
  let isComplete = false;
  try {
    const stream = await limitStall(open(AbortSignal.any([signal, silence.signal])));
    const parts = stream[Symbol.asyncIterator]();
    while (!isComplete) {
      const { done, value } = await limitStall(parts.next());
      if (done) throw new Error('The stream ended before the message was complete');
      const events = take(value);
      isComplete = events.at(-1)?.type === 'end';
      if (isComplete) drain(parts, silence);
      for (const event of events) {
        // Parts that have already arrived are still read after an abort.
        signal.throwIfAborted();
        yield event;
      }
    }
  } finally {
    if (!isComplete) silence.abort();
  }
}

const DRAIN_MS = 500;

/** Reads to the end of the response, so that the connection can be reused. */
function drain(parts: AsyncIterator<unknown>, silence: AbortController): void {
  const timer = setTimeout(() => silence.abort(), DRAIN_MS).unref();
  const end = parts.next().then(
    ({ done }) => (done ? undefined : silence.abort()),
    () => undefined,
  );
  void end.finally(() => clearTimeout(timer));
}
