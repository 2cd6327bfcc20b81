import { cutQuery } from '../../search/cut-query.ts';
import type { Conversation } from '../session/conversation.ts';
import { type ModelCalls, complete } from '../turn/model-calls.ts';

const INSTRUCTION = `The material is the end of a conversation. Rewrite the visitor's last message as one search query that can be understood without the conversation, in the language of the message. Answer with the query alone.`;
const QUERY_TOKENS = 100;
const SHOWN_MESSAGES = 4;
const SHOWN_LENGTH = 1_000;

/**
 * The search query for the knowledge base. A follow-up such as "and in winter?" is rewritten by a model; without a
 * model, the previous message is added.
 */
export async function searchQuery(calls: ModelCalls, message: string, { messages }: Conversation): Promise<string> {
  const before = messages.filter(({ role }) => role === 'user').at(-1);
  if (!before) return toSearchText(message);
  const last = [...messages.slice(-SHOWN_MESSAGES), { role: 'user', content: message }];
  const text = last.map(({ role, content }) => `${role}: ${content.slice(0, SHOWN_LENGTH)}`).join('\n');
  const query = await complete(calls, INSTRUCTION, text, QUERY_TOKENS);
  return toSearchText(query?.trim() || `${message} ${before.content}`);
}

function toSearchText(text: string): string {
  return cutQuery(text.replaceAll('\0', ' ')).toWellFormed();
}
