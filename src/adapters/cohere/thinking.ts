import type { Cohere } from 'cohere-ai';
import type { ChatRequest } from '../../ports/language-model.ts';

const BUDGETS = { low: 512, medium: 2_048, high: 8_192 };

/** Tokens for reasoning, which count in addition to those of the answer. Models without reasoning reject the option. */
export function toThinking(
  model: string,
  reasoning: NonNullable<ChatRequest['reasoning']>,
): Cohere.Thinking | undefined {
  if (!/reasoning|command-a-plus/.test(model)) return undefined;
  return reasoning === 'minimal' ? { type: 'disabled' } : { type: 'enabled', tokenBudget: BUDGETS[reasoning] };
}
