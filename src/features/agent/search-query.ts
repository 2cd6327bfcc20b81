import type { LanguageModel } from '../../ports/language-model.ts';
import type { Conversation } from './conversation.ts';

const INSTRUCTION = `Rewrite the visitor's last message as one search query that can be understood without the conversation. Answer with the query alone.`;
const QUERY_LENGTH = 2_000;
const SHOWN_TURNS = 4;

/**
 * What the knowledge base is searched for. A follow-up such as "and in winter?" means nothing by itself: a model rewrites
 * it, and without one the message before lends its words.
 */
export async function searchQuery(
  model: LanguageModel,
  { messages }: Conversation,
  message: string,
  signal?: AbortSignal,
): Promise<string> {
  const before = messages.filter(({ role }) => role === 'user').at(-1);
  if (!before) return message.slice(0, QUERY_LENGTH);
  const told = messages.slice(-SHOWN_TURNS).map(({ role, content }) => `${role}: ${content}`);
  const text = [...told, `user: ${message}`].join('\n');
  const rewritten = await model
    .complete(INSTRUCTION, text, { maxTokens: 100, ...(signal ? { signal } : {}) })
    .catch(() => null);
  return (rewritten?.text.trim() || `${message} ${before.content}`).slice(0, QUERY_LENGTH);
}
