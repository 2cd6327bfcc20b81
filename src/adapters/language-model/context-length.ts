import type { ChatMessage, ChatRequest, ModelDocument } from '../../ports/language-model.ts';
import { estimateTokens } from '../model-service/token-count.ts';

/** The tokens of an answer without a maximum length. */
const ANSWER_TOKENS = 1_024;
/** Marks of the chat template, per message. */
const MESSAGE_TOKENS = 8;
/** The tokens of our instructions, and of the lines around a document. */
const RULES_TOKENS = 80;
const DOCUMENT_TOKENS = 40;

/**
 * Leaves out what does not fit into the context of a model: the last documents, which fit the question least, then the
 * oldest messages. Instructions, the last message of the user and what came after it always stay. Servers would cut the
 * beginning otherwise, where the instructions are.
 */
export function limitToContext(request: ChatRequest, contextTokens: number): ChatRequest {
  const { messages, documents = [], tools = [], maxTokens = ANSWER_TOKENS } = request;
  const questionIndex = messages.findLastIndex(({ role }) => role === 'user');
  const isFixed = (message: ChatMessage, index: number): boolean => message.role === 'system' || index >= questionIndex;
  const fixed = messages.filter(isFixed).reduce((sum, message) => sum + countMessageTokens(message), 0);
  const answer = Math.min(maxTokens, contextTokens / 2);
  let left =
    contextTokens - answer - RULES_TOKENS - fixed - (tools.length > 0 ? estimateTokens(JSON.stringify(tools)) : 0);
  const takes = (tokens: number): boolean => {
    left -= tokens;
    return left >= 0;
  };
  const fittingDocuments = takeWhile(documents, (document) => takes(countDocumentTokens(document)));
  left = Math.max(left, 0);
  const earlier = messages.filter((message, index) => !isFixed(message, index)).toReversed();
  const recent = new Set(takeWhile(earlier, (message) => takes(countMessageTokens(message))));
  return {
    ...request,
    messages: messages.filter((message, index) => isFixed(message, index) || recent.has(message)),
    ...(request.documents && { documents: fittingDocuments }),
  };
}

function countMessageTokens(message: ChatMessage): number {
  const calls = message.role === 'assistant' && message.toolCalls ? JSON.stringify(message.toolCalls) : '';
  return MESSAGE_TOKENS + estimateTokens(message.content) + estimateTokens(calls);
}

function countDocumentTokens({ title, section, text, details }: ModelDocument): number {
  return DOCUMENT_TOKENS + estimateTokens(JSON.stringify([title, section, text, details]));
}

function takeWhile<T>(all: readonly T[], takes: (each: T) => boolean): T[] {
  const end = all.findIndex((each) => !takes(each));
  return end < 0 ? [...all] : all.slice(0, end);
}
