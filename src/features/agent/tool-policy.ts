import type { CallableWebhookTool } from '../webhook-tool/webhook-tool.service.ts';
import type { PassageGuard } from './passage-guard.ts';
import type { Provenance } from './provenance.ts';

/** The decision about a call that a model requests: it is made, needs confirmation, or is rejected. */
export type ToolDecision = { kind: 'run' } | { kind: 'confirm' } | { kind: 'reject'; error: string };

/**
 * Decides by the origin of the text in the context, not by its content: a model that follows an injected instruction
 * makes the same request as one that follows the user.
 */
export function decideCall(
  tool: CallableWebhookTool,
  input: unknown,
  { provenance, guard }: { provenance: Provenance; guard: PassageGuard },
): ToolDecision {
  if (guard.rejects(input, tool.mayReceive)) {
    return { kind: 'reject', error: 'input contains text of a document that this tool is not allowed to receive' };
  }
  const runsFreely = tool.effect === 'read' || tool.runsWithoutConfirmation;
  return runsFreely || !provenance.hasOutsideText ? { kind: 'run' } : { kind: 'confirm' };
}
