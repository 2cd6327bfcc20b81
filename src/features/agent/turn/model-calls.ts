import type { LanguageModel, TokenUsage } from '../../../ports/language-model.ts';

/** The model of a turn, and what is counted of its calls. */
export interface ModelCalls {
  model: LanguageModel;
  usage: UsageByModel;
  /** The signal is aborted when the caller disconnects or the turn fails. */
  signal: AbortSignal;
}

/**
 * Asks the fast model for a short text.
 * @param limit ends the call before the turn ends
 * @returns null if there is no model, or if it failed: the turn goes on without it
 */
export async function complete(
  { model, usage, signal }: ModelCalls,
  instruction: string,
  material: string,
  maxTokens: number,
  limit?: AbortSignal,
): Promise<string | null> {
  const options = { maxTokens, signal: limit ? AbortSignal.any([signal, limit]) : signal };
  const completion = await model.complete(instruction, material, options).catch(() => {
    signal.throwIfAborted();
    return null;
  });
  if (completion) usage.add(completion.model, completion.usage);
  return completion && completion.text;
}

/** Counts the tokens of a turn by model. */
export class UsageByModel {
  readonly byModel = new Map<string, TokenUsage>();

  add(model: string, tokens: TokenUsage): void {
    this.byModel.set(model, sum(this.byModel.get(model) ?? NONE, tokens));
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
