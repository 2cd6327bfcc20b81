import { isPlainObject } from '../../shared/plain-object.ts';
import type { ChatToolCall, ComposedAnswer } from './agent.types.ts';
import type { TurnTrace } from './trace.ts';

/** Whether a model answered, and no citation, tool result, action or trigger supports the answer. */
export function isUnanswered(
  { metadata, triggeredBy, actions, toolCalls }: ComposedAnswer,
  { citations }: Pick<TurnTrace, 'citations'>,
): boolean {
  const hasResult = (toolCalls ?? []).some((call) => !isFailed(call));
  return metadata.model !== 'none' && citations.kept === 0 && !triggeredBy && !actions && !hasResult;
}

export function hasFailedTool({ toolCalls }: ComposedAnswer): boolean {
  return (toolCalls ?? []).some(isFailed);
}

function isFailed({ output }: ChatToolCall): boolean {
  return isPlainObject(output) && 'error' in output;
}
