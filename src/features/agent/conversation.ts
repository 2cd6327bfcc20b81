import type { ChatMessage, LanguageModel, TokenUsage } from '../../ports/language-model.ts';
import { countTokens } from '../knowledge/chunking.tokens.ts';
import type { ChatHistoryInput } from './agent.types.ts';
import type { StoredTurn } from './session.service.ts';

/** What was said before, as far as the model is shown it. */
export interface Conversation {
  messages: Extract<ChatMessage, { role: 'user' | 'assistant' | 'system' }>[];
  summary: string | null;
}

/** How much of the conversation is shown word by word; what is older is told in short. */
const WORD_BY_WORD_TOKENS = 3_000;
const SUMMARY_TOKENS = 400;
const SUMMARY_INSTRUCTION = `Sum up this conversation between a visitor and an assistant in at most ten sentences. Keep names, numbers, decisions, preferences and open questions. Write nothing that was not said.`;

export interface Recalled {
  conversation: Conversation;
  /** A new summary to keep with the session, and how many turns it covers. */
  newSummary: { text: string; turns: number } | null;
  usage: TokenUsage;
}

const NO_USAGE: TokenUsage = { inputTokens: 0, outputTokens: 0 };

/** The history that the caller gave for this call. */
export function givenConversation(history: ChatHistoryInput): Conversation {
  const messages = (history.messages ?? []).map(({ role, content }) => ({ role, content }));
  const kept = lastWithin(messages, WORD_BY_WORD_TOKENS);
  return { messages: kept, summary: history.summary ?? null };
}

/**
 * The stored turns: the last ones word by word, all before them by their summary, which is made anew when enough has
 * come to it. Turns are shown whole or not at all.
 */
export async function recall(
  model: LanguageModel,
  turns: readonly StoredTurn[],
  stored: { summary: string | null; turns: number },
  signal?: AbortSignal,
): Promise<Recalled> {
  const messages = turns.flatMap(({ message, answer }) => [
    { role: 'user' as const, content: message },
    { role: 'assistant' as const, content: answer },
  ]);
  const kept = lastWithin(messages, WORD_BY_WORD_TOKENS);
  const older = turns.length - kept.length / 2;
  if (older <= stored.turns)
    return { conversation: { messages: kept, summary: stored.summary }, newSummary: null, usage: NO_USAGE };
  const told = messages.slice(stored.turns * 2, older * 2).map(({ role, content }) => `${role}: ${content}`);
  const text = [stored.summary && `Summary so far: ${stored.summary}`, ...told].filter(Boolean).join('\n\n');
  const made = await model.complete(SUMMARY_INSTRUCTION, text, {
    maxTokens: SUMMARY_TOKENS,
    ...(signal ? { signal } : {}),
  });
  if (!made) return { conversation: { messages: kept, summary: stored.summary }, newSummary: null, usage: NO_USAGE };
  return {
    conversation: { messages: kept, summary: made.text },
    newSummary: { text: made.text, turns: older },
    usage: made.usage,
  };
}

/** Whole pairs from the end, as many as fit. */
function lastWithin<T extends { content: string }>(messages: readonly T[], tokens: number): T[] {
  let used = 0;
  let start = messages.length;
  while (start > 0) {
    const from = Math.max(0, start - 2);
    used += messages.slice(from, start).reduce((sum, { content }) => sum + countTokens(content), 0);
    if (used > tokens) break;
    start = from;
  }
  return messages.slice(start);
}
