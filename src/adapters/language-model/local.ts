import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ChatEvent, ChatRequest, LanguageModel } from '../../ports/language-model.ts';
import { NOT_IN_SOURCES, QUOTED_FROM_SOURCES } from '../../shared/agent-notices.ts';
import { bestQuotes } from './local/answer.ts';
import { closestIntent } from './local/intent.ts';
import type { Quote } from './local/quotes.ts';

const MODEL = 'extractive-1';
const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };
const MAX_ANSWER_LENGTH = 1_600;
const CHARACTERS_PER_TOKEN = 4;

/**
 * Answers without a model: quotes the sentences of the given documents that fit the last user message best, each cited, and says
 * that this is what it does. The same request gives the same answer. It calls no tools, follows no instructions and uses
 * no tokens.
 */
export function createLocalLanguageModel(): LanguageModel {
  return {
    models: { fast: MODEL, smart: MODEL },
    capabilities: { writes: false, tools: false, contextTokens: null },
    async *chat(request, { signal } = {}) {
      signal?.throwIfAborted();
      for (const event of toEvents(findQuotes(request))) {
        yield event;
        await nextTurn();
        signal?.throwIfAborted();
      }
    },
    async detectIntent(request, { signal } = {}) {
      signal?.throwIfAborted();
      return closestIntent(request);
    },
    async complete(_instruction, _text, { signal } = {}) {
      signal?.throwIfAborted();
      return null;
    },
  };
}

function findQuotes({ messages, documents = [], maxTokens = Infinity }: ChatRequest): Quote[] {
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const longest = Math.min(MAX_ANSWER_LENGTH, maxTokens * CHARACTERS_PER_TOKEN - QUOTED_FROM_SOURCES.length);
  return bestQuotes(said.at(-1) ?? '', said.at(-2), documents, longest);
}

function* toEvents(quotes: readonly Quote[]): Generator<ChatEvent> {
  let length = 0;
  for (const [index, { text, documentIds }] of quotes.entries()) {
    const space = index === 0 ? '' : separator(quotes[index - 1]?.text ?? '', text);
    yield* streamText(space + text);
    const start = length + space.length;
    length = start + text.length;
    yield { type: 'citation', citation: { start, end: length, documentIds } };
  }
  yield* streamText(quotes.length === 0 ? NOT_IN_SOURCES : `\n\n${QUOTED_FROM_SOURCES}`);
  yield { type: 'end', finish: 'complete', usage: NO_TOKENS, model: MODEL };
}

/** Items of lists and rows of tables don't end like sentences; lists and code stand apart. */
function separator(before: string, text: string): string {
  if (before.includes('\n') || text.includes('\n')) return '\n\n';
  return /[.!?。!?…]["'”’)\]]*$/.test(before) ? ' ' : '\n';
}

/** A few words at a time, as a model would. */
function* streamText(text: string): Generator<ChatEvent> {
  for (const word of text.match(/\s*\S[^]{0,39}(?!\S)|\s*\S{1,60}|\s+$/g) ?? []) yield { type: 'text', text: word };
}
