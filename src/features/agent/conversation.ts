import type { Completion, LanguageModel } from '../../ports/language-model.ts';
import { countTokens } from '../../text/chunking/tokens.ts';
import type { ChatHistoryInput } from './agent.types.ts';

export interface SaidMessage {
  role: 'user' | 'assistant';
  content: string;
  /** It was written by a model that had been given text from outside: documents, tool results, the page, an unknown history. */
  hasOutsideText: boolean;
  /** It may repeat passages that not everybody may see. */
  hasRestrictedText: boolean;
  /** Of its turn in the stored session, from 1; null for one that the caller gave. */
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

/** What was said before, as far as the model is shown it. */
export interface Conversation {
  messages: readonly SaidMessage[];
  /** Of what was said before them. */
  summary: ConversationSummary | null;
  /** How many messages neither stand here nor in the summary. */
  leftOut: number;
}

/** A conversation of up to so many tokens is shown word by word. */
const WORD_BY_WORD_TOKENS = 4_000;
/** Of a longer one so much stays, and the rest is summed up: the next summary is then a few turns away. */
const KEPT_TOKENS = 2_000;
/** What is shown where no summary can be made. */
const UNSUMMARISED_TOKENS = 12_000;
const SUMMARY_TOKENS = 500;
/** Each turn stores what is in its context: a summary of more turns is not summed up again but begun anew. */
const MAX_SUMMARY_TURNS = 500;
const INSTRUCTION = `The material is a conversation between a visitor and an assistant, perhaps with a summary of what came before it. Sum all of it up in at most twelve sentences. Keep names, numbers, decisions, preferences and open questions. Write nothing that was not said.`;

/** The history that a caller gives for one call. */
export function givenConversation(history: ChatHistoryInput): Conversation {
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
    leftOut: 0,
  };
}

/** The stored turns that a text made from this conversation may repeat. */
export function contextTurnsOf({ messages, summary }: Pick<Conversation, 'messages' | 'summary'>): string[] {
  return [...new Set([...(summary?.contextTurns ?? []), ...messages.flatMap(({ contextTurns }) => contextTurns)])];
}

export interface Condensed {
  conversation: Conversation;
  /** The summary that was made, and the place of the last stored turn that went into it. */
  made: (Completion & { place: number | null }) | null;
}

/**
 * A long conversation in a bounded number of tokens: the last messages word by word and whole, all before them by a
 * summary. Where the model makes none, more is shown word by word, and what is left out is said to be.
 */
export async function condense(
  model: LanguageModel,
  conversation: Conversation,
  signal?: AbortSignal,
): Promise<Condensed> {
  const { messages, summary, leftOut } = conversation;
  if (tokensOf(messages) <= WORD_BY_WORD_TOKENS) return { conversation, made: null };
  const kept = lastWithin(messages, KEPT_TOKENS);
  const older = messages.slice(0, messages.length - kept.length);
  if (older.length === 0) return { conversation, made: null };
  const before = (summary?.contextTurns.length ?? 0) > MAX_SUMMARY_TURNS ? null : summary;
  const made = await summarise(model, before?.text ?? null, older, signal);
  if (made) {
    const contextTurns = contextTurnsOf({ messages: older, summary: before });
    const hasRestrictedText = [before, ...older].some((each) => each?.hasRestrictedText);
    return {
      conversation: { messages: kept, summary: { text: made.text, contextTurns, hasRestrictedText }, leftOut },
      made: { ...made, place: older.at(-1)?.place ?? null },
    };
  }
  const shown = lastWithin(messages, UNSUMMARISED_TOKENS);
  return {
    conversation: { messages: shown, summary, leftOut: leftOut + messages.length - shown.length },
    made: null,
  };
}

async function summarise(
  model: LanguageModel,
  before: string | null,
  messages: readonly SaidMessage[],
  signal?: AbortSignal,
): Promise<Completion | null> {
  const told = messages.map(({ role, content }) => `${role}: ${content}`);
  const material = [...(before === null ? [] : [`Summary of what came before: ${before}`]), ...told].join('\n\n');
  return model
    .complete(INSTRUCTION, material, { maxTokens: SUMMARY_TOKENS, ...(signal ? { signal } : {}) })
    .catch(() => {
      signal?.throwIfAborted();
      return null;
    });
}

/** Whole messages from the end, as many as fit but at least the last turn; the first of them is the visitor's. */
function lastWithin(messages: readonly SaidMessage[], tokens: number): readonly SaidMessage[] {
  let used = 0;
  let start = messages.length;
  for (let at = messages.length - 1; at >= 0; at--) {
    used += countTokens(messages[at]?.content ?? '');
    if (used > tokens && start < messages.length) break;
    if (messages[at]?.role === 'user') start = at;
  }
  return messages.slice(start);
}

function tokensOf(messages: readonly SaidMessage[]): number {
  return messages.reduce((sum, { content }) => sum + countTokens(content), 0);
}
