import type { LanguageModel, TokenUsage } from '../../../ports/language-model.ts';
import type { Viewer } from '../../../access/viewer.ts';
import type { Persona } from '../../persona/persona.types.ts';
import type { TriggerSet } from '../../trigger/trigger-sets.ts';
import type { Trigger } from '../../trigger/trigger.types.ts';
import type { ChatContext, Preferences } from './chat-context.ts';
import type { ChatInput } from '../chat-input.types.ts';
import type { DecidedConfirmation } from '../tools/confirmation.ts';
import type { Provenance } from './provenance.ts';
import type { Session } from '../session/session.service.ts';
import type { Listener } from './tool-loop.ts';
import type { TurnTrace } from './trace.ts';

/** The state of one turn. */
export interface Turn {
  model: LanguageModel;
  /** With the rights that the caller's claim about its user leaves. */
  viewer: Viewer;
  input: ChatInput;
  context: ChatContext;
  preferences: Preferences;
  session: Session;
  persona: Persona | null;
  triggers: TriggerSet;
  /** The keyword trigger that matched. */
  keyword: Trigger | null;
  /** The user's decision about a call that waited for confirmation. */
  confirmation: DecidedConfirmation | null;
  provenance: Provenance;
  usage: UsageByModel;
  trace: TurnTrace;
  started: number;
  /** Receives the answer while it is generated. */
  listener: Listener;
  /** Aborted when the caller disconnects or the turn fails. */
  signal: AbortSignal;
}

/**
 * A short text of the fast model, whose use is counted.
 * @param limit ends the call before the turn ends
 * @returns null if there is no model, or if it failed: the turn goes on without it
 */
export async function complete(
  { model, usage, signal }: Turn,
  instruction: string,
  material: string,
  maxTokens: number,
  limit?: AbortSignal,
): Promise<string | null> {
  const options = { maxTokens, signal: limit ? AbortSignal.any([signal, limit]) : signal };
  const made = await model.complete(instruction, material, options).catch(() => {
    signal.throwIfAborted();
    return null;
  });
  if (made) usage.add(made.model, made.usage);
  return made && made.text;
}

/** Model usage of the turn. */
export class UsageByModel {
  readonly byModel = new Map<string, TokenUsage>();

  add(model: string, used: TokenUsage): void {
    this.byModel.set(model, sum(this.byModel.get(model) ?? NONE, used));
  }

  get total(): TokenUsage {
    return [...this.byModel.values()].reduce(sum, NONE);
  }
}

const NONE: TokenUsage = { inputTokens: 0, outputTokens: 0 };

function sum(one: TokenUsage, other: TokenUsage): TokenUsage {
  return {
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
  };
}
