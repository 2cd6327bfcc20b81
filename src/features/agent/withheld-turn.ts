import type { ChatAnswer } from './agent.types.ts';
import type { StoredSession, StoredTurn } from './stored-turns.ts';

/** Stands in place of an answer that was made from what the reader may no longer see. */
export const WITHHELD_ANSWER = 'This answer is no longer available.';

/** The parts of a trace that hold no text of sources, tools or earlier turns. */
const TEXTLESS = ['keywordTriggers', 'persona', 'rounds', 'finish', 'citations', 'tokens', 'steps'];

/**
 * The answer as the reader may see it. Of a withheld turn nothing stays that the model wrote or was given: any of its words
 * may repeat the source, whether they cite it or not.
 */
export function readableAnswer({ answer, isWithheld }: StoredTurn): ChatAnswer {
  if (!isWithheld) return answer;
  return {
    ...answer,
    message: WITHHELD_ANSWER,
    toolCalls: answer.toolCalls && answer.toolCalls.map(({ name }) => ({ name, input: null, output: null })),
    actions: null,
    citations: null,
  };
}

/** The trace as the reader may see it; titles of sources that were found but not given are taken out one by one. */
export function readableTrace(
  { trace, isWithheld }: StoredTurn,
  { hiddenSources }: StoredSession,
): StoredTurn['trace'] {
  if (!trace) return null;
  if (isWithheld) return Object.fromEntries(Object.entries(trace).filter(([name]) => TEXTLESS.includes(name)));
  const candidates = trace['candidates'];
  if (!Array.isArray(candidates)) return trace;
  const isReadable = ({ sourceId }: { sourceId: string }) => !hiddenSources.has(sourceId);
  return { ...trace, candidates: candidates.filter(isReadable) };
}
