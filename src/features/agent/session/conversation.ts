import { countTokens } from '../../../text/chunking/tokens.ts';
import type { ChatHistoryInput } from '../chat-input.types.ts';
import { type ModelCalls, complete } from '../turn/model-calls.ts';

export interface HistoryMessage {
  role: 'user' | 'assistant';
  content: string;
  /** The context of the model had external text: documents, tool results, the page, or an unverified history. */
  hasOutsideText: boolean;
  /** It may repeat restricted passages. */
  hasRestrictedText: boolean;
  /** Number of its turn in the stored session, from 1; null for a message given by the caller. */
  place: number | null;
  /** The stored turns that its text may repeat. */
  contextTurns: readonly string[];
}

export interface ConversationSummary {
  text: string;
  /** The stored turns that it was made from, and those in their context. */
  contextTurns: readonly string[];
  hasRestrictedText: boolean;
}

/** A summary of stored turns, to be stored with the turn that it was made in. */
export interface NewSummary extends Pick<ConversationSummary, 'text' | 'contextTurns'> {
  /** Number of turns, from the first, that the summary covers. */
  turns: number;
}

/** The earlier conversation, as given to the model. */
export interface Conversation {
  messages: readonly HistoryMessage[];
  /** Summary of earlier messages. */
  summary: ConversationSummary | null;
  /** Number of messages that are neither listed nor in the summary. */
  omittedCount: number;
}

/** A conversation of up to this many tokens is given in full. */
const FULL_TOKENS = 4_000;
/** Summarizing leaves this much of a longer conversation, so that the next summary is needed some turns later. */
const RECENT_TOKENS = 2_000;
/** This limit is used if no summary can be made. */
const FALLBACK_TOKENS = 12_000;
const SUMMARY_TOKENS = 500;
/** Each turn stores what is in its context: a summary of more turns is not extended but started again. */
const MAX_SUMMARY_TURNS = 500;
const INSTRUCTION = `The material is a conversation between a visitor and an assistant, perhaps with a summary of what came before it. Sum all of it up in at most twelve sentences. Keep names, numbers, decisions, preferences and open questions. Write nothing that was not said.`;

/** The history that a caller gives for one call. */
export function toConversation(history: ChatHistoryInput): Conversation {
  const messages = (history.messages ?? [])
    .filter(({ content }) => content.trim() !== '')
    .map(({ role, content }) => ({
      role,
      content,
      hasOutsideText: role === 'assistant',
      hasRestrictedText: false,
      place: null,
      contextTurns: [],
    }));
  const summary = history.summary?.trim();
  return {
    messages,
    summary: summary ? { text: summary, contextTurns: [], hasRestrictedText: false } : null,
    omittedCount: 0,
  };
}

/** The stored turns that a text made from this conversation may repeat. */
export function contextTurnIds({ messages, summary }: Pick<Conversation, 'messages' | 'summary'>): string[] {
  return [...new Set([...(summary?.contextTurns ?? []), ...messages.flatMap(({ contextTurns }) => contextTurns)])];
}

/**
 * Limits a long conversation to a number of tokens: the last messages in full, all before them as a summary. If the
 * model cannot summarize, more messages are given in full, with a note about the omitted ones.
 */
export async function summarizeHistory(
  calls: ModelCalls,
  conversation: Conversation,
): Promise<{ conversation: Conversation; newSummary: NewSummary | null }> {
  const { messages, summary, omittedCount } = conversation;
  if (countAllTokens(messages) <= FULL_TOKENS) return { conversation, newSummary: null };
  const latest = takeLast(messages, RECENT_TOKENS);
  const older = messages.slice(0, messages.length - latest.length);
  if (older.length === 0) return { conversation, newSummary: null };
  const before = (summary?.contextTurns.length ?? 0) > MAX_SUMMARY_TURNS ? null : summary;
  const text = await complete(calls, INSTRUCTION, summaryMaterial(before, older), SUMMARY_TOKENS);
  if (text === null) {
    const recent = takeLast(messages, FALLBACK_TOKENS);
    const omitted = messages.length - recent.length;
    return { conversation: { messages: recent, summary, omittedCount: omittedCount + omitted }, newSummary: null };
  }
  const contextTurns = contextTurnIds({ messages: older, summary: before });
  const hasRestrictedText = [before, ...older].some((each) => each?.hasRestrictedText);
  const turns = older.at(-1)?.place ?? null;
  return {
    conversation: { messages: latest, summary: { text, contextTurns, hasRestrictedText }, omittedCount },
    newSummary: turns === null ? null : { text, contextTurns, turns },
  };
}

function summaryMaterial(before: ConversationSummary | null, messages: readonly HistoryMessage[]): string {
  const lines = messages.map(({ role, content }) => `${role}: ${content}`);
  return [...(before === null ? [] : [`Summary of what came before: ${before.text}`]), ...lines].join('\n\n');
}

/** Whole messages from the end, as many as fit but at least the last turn; the first of them is one of the user. */
function takeLast(messages: readonly HistoryMessage[], tokens: number): readonly HistoryMessage[] {
  let total = 0;
  let start = messages.length;
  for (let at = messages.length - 1; at >= 0; at--) {
    total += countTokens(messages[at]?.content ?? '');
    if (total > tokens && start < messages.length) break;
    if (messages[at]?.role === 'user') start = at;
  }
  return messages.slice(start);
}

function countAllTokens(messages: readonly HistoryMessage[]): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}
