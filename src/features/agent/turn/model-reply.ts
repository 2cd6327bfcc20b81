import type { ChatEvent, ModelCitation, TokenUsage } from '../../../ports/language-model.ts';
import type { ChatToolCall } from '../agent.types.ts';

/** The part of the answer that the model has written so far. */
export class ModelReply {
  text = '';
  readonly citations: ModelCitation[] = [];
  /** Number of model calls. */
  rounds = 0;
  /** `max-tokens`: the answer was truncated. */
  finish: Extract<ChatEvent, { type: 'end' }>['finish'] = 'complete';
  readonly usage: TokenUsage = { inputTokens: 0, outputTokens: 0 };
  model = '';
}

/** Receives an answer while the model writes it. */
export interface Listener {
  text(text: string): void;
  toolCall(call: ChatToolCall): void;
}
