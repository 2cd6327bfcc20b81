import type { LanguageModelV4, LanguageModelV4CallOptions } from '@ai-sdk/provider';
import type { ChatEvent } from '../../ports/language-model.ts';
import { AiSdkAnswer, type AnswerOptions } from './ai-sdk-answer.ts';
import { stallGuard } from './stall-guard.ts';

export interface StreamOptions {
  model: LanguageModelV4;
  answer: AnswerOptions;
  /** Maximum time before the first part and between two parts. */
  stallMs: number;
  /** Aborts the HTTP request, as leaving the iteration does. */
  signal: AbortSignal;
}

/** One attempt at a chat: its events as they arrive. Throws on any error, including a stalled stream. */
export async function* streamCall(
  call: LanguageModelV4CallOptions,
  { model, answer: options, stallMs, signal }: StreamOptions,
): AsyncGenerator<ChatEvent, void> {
  const { silence, within } = stallGuard(stallMs);
  const answer = new AiSdkAnswer(options);
  try {
    const abortSignal = AbortSignal.any([signal, silence.signal]);
    const { stream } = await within(model.doStream({ ...call, abortSignal }));
    const parts = stream.getReader();
    for (;;) {
      const { done, value: part } = await within(parts.read());
      if (done) throw new Error('The stream ended before the message was complete');
      for (const event of answer.take(part)) {
        // Parts that have already arrived are still read after an abort.
        signal.throwIfAborted();
        yield event;
      }
      if (part.type === 'finish') return;
    }
  } finally {
    silence.abort();
  }
}
