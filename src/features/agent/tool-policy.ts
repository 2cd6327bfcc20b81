import type { CallableWebhookTool } from '../webhook-tool/webhook-tool.entity.ts';
import type { PassageGuard } from './passage-guard.ts';
import type { Provenance } from './provenance.ts';

/** What becomes of a call that a model asks for: it is made, the visitor is asked first, or it is rejected. */
export type ToolDecision = { kind: 'run' } | { kind: 'confirm' } | { kind: 'reject'; error: string };

/**
 * Decided by where the text in the context comes from, not by what it says: a model that follows an instruction in a
 * document asks for the call just as one does that follows the visitor.
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
