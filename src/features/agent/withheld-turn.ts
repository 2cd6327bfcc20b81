import type { ChatAnswer } from './agent.types.ts';
import type { StoredSession, StoredTurn } from './stored-turns.ts';
import type { TurnTrace } from './trace.ts';

/** Stands in place of an answer that was made from what the reader may no longer see. */
export const WITHHELD_ANSWER = 'This answer is no longer available.';

/** The parts of a trace that hold no text of sources, tools or earlier turns. */
const TEXTLESS = ['keywordTriggers', 'persona', 'rounds', 'finish', 'citations', 'tokens', 'steps'];

/** What everybody may read of an answer who may read its session. */
export type RedactedAnswer = Omit<ChatAnswer, 'message' | 'actions' | 'citations'>;

/** Nothing that the model wrote or was given: any of its words may repeat a source, whether they cite it or not. */
export function redactAnswer(answer: ChatAnswer): RedactedAnswer {
  const { message: _message, actions: _actions, citations: _citations, ...rest } = answer;
  return {
    ...rest,
    toolCalls: rest.toolCalls && rest.toolCalls.map(({ name }) => ({ name, input: null, output: null })),
  };
}

export function redactTrace(trace: TurnTrace): Partial<TurnTrace> {
  return Object.fromEntries(Object.entries(trace).filter(([name]) => TEXTLESS.includes(name)));
}

/** The answer as the reader may see it. */
export function readableAnswer({ answer, redactedAnswer }: StoredTurn): ChatAnswer {
  return answer ?? { ...redactedAnswer, message: WITHHELD_ANSWER, actions: null, citations: null };
}

/** The trace as the reader may see it; titles of sources that were found but not given are taken out one by one. */
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
