import { WITHHELD_ANSWER } from '../../../shared/agent-notices.ts';
import type { ChatAnswer, ComposedAnswer, RedactedAnswer } from '../agent.types.ts';
import type { StoredSession, StoredTurn } from './stored-turns.ts';
import type { TurnTrace } from '../turn/trace.ts';

/** The parts of a trace without text of sources, tools or earlier turns. */
const TEXT_FREE_PARTS = ['keywordTriggers', 'persona', 'rounds', 'finish', 'citations', 'tokens', 'steps'];

/** Nothing that the model wrote or was given, because it may repeat a source, whether cited or not. */
export function redactAnswer(answer: ComposedAnswer): RedactedAnswer {
  const { message: _message, actions: _actions, citations: _citations, ...rest } = answer;
  return {
    ...rest,
    toolCalls: rest.toolCalls && rest.toolCalls.map(({ name }) => ({ name, input: null, output: null })),
  };
}

export function redactTrace(trace: TurnTrace): Partial<TurnTrace> {
  return Object.fromEntries(Object.entries(trace).filter(([name]) => TEXT_FREE_PARTS.includes(name)));
}

/** The answer for the reader. */
export function readableAnswer({ id, answer, redactedAnswer }: StoredTurn): ChatAnswer {
  const readable = answer ?? { ...redactedAnswer, message: WITHHELD_ANSWER, actions: null, citations: null };
  return { ...readable, messageId: id };
}

/** The trace for the reader; titles of sources that were found but not given are removed individually. */
export function readableTrace(
  { answer, trace, redactedTrace }: StoredTurn,
  { hiddenSources }: StoredSession,
): StoredTurn['trace'] {
  if (!answer) return redactedTrace;
  const candidates = trace?.['candidates'];
  if (!Array.isArray(candidates)) return trace;
  const isReadable = ({ sourceId }: { sourceId: string }) => !hiddenSources.has(sourceId);
  return { ...trace, candidates: candidates.filter(isReadable) };
}
