import { isDeepStrictEqual } from 'node:util';
import type { ModelToolCall } from '../../../ports/language-model.ts';
import { storable } from '../../../shared/storable.ts';
import type { CallableWebhookTool } from '../../webhook-tool/webhook-tool.service.ts';
import type { WebhookToolInvocation } from '../../webhook-tool/webhook-tool.invocation.ts';
import type { ChatToolCall } from '../agent.types.ts';
import { SUGGEST_ACTION, suggestActionTool } from './client-action-tool.ts';
import { type DecidedConfirmation, type RequestedConfirmation, requestConfirmation } from './confirmation.ts';
import { PassageGuard } from './passage-guard.ts';
import type { Provenance } from '../turn/provenance.ts';

const MAX_CONFIRMATIONS = 3;

const WAITING_RESULT = {
  status: 'waiting for the visitor',
  note: 'The call has not been made. The visitor is shown the tool and its input and asked to confirm. Say in one sentence what would be done, and do not call it again.',
};

export interface CallResult {
  call: ModelToolCall;
  /** Output for the model. */
  result: unknown;
  /** Calls in the answer: those of webhook tools that were made or that failed. */
  toolCall: ChatToolCall | null;
}

interface ToolCallDependencies {
  webhook: readonly CallableWebhookTool[];
  invocation: WebhookToolInvocation;
  provenance: Provenance;
  signal: AbortSignal;
}

/** The tool calls of one turn: decides about each, executes it, and collects the results for the answer. */
export class ToolCalls {
  readonly listed: ChatToolCall[] = [];
  /** Actions that the model proposed, not yet verified. */
  readonly proposals: unknown[] = [];
  readonly confirmations: RequestedConfirmation[] = [];
  private readonly dependencies: ToolCallDependencies;
  private readonly guard: PassageGuard;

  constructor(dependencies: ToolCallDependencies) {
    this.dependencies = dependencies;
    this.guard = new PassageGuard(dependencies.provenance);
  }

  /** Executes the calls of one round concurrently, after deciding about all of them. */
  async run(calls: readonly ModelToolCall[]): Promise<CallResult[]> {
    const results = await Promise.all(calls.map((call) => this.answer(call)));
    // In the order of the calls, not of their completion.
    this.listed.push(...results.flatMap(({ toolCall }) => toolCall ?? []));
    return results;
  }

  /** The call that the user decided about, with the confirmed input. */
  async runConfirmed({ approved, toolId, toolName, toolUpdatedAt, input }: DecidedConfirmation): Promise<CallResult> {
    const call = { id: 'confirmed_0', name: toolName, arguments: input };
    if (!approved) return unlistedResult(call, 'The visitor declined. The call has not been made.');
    const tool = this.dependencies.webhook.find(({ id, updatedAt }) => id === toolId && updatedAt === toolUpdatedAt);
    if (!tool) return unlistedResult(call, 'The tool has been changed. The call has not been made.');
    const result = await this.invoke(call, tool, input);
    this.listed.push(...(result.toolCall ? [result.toolCall] : []));
    return result;
  }

  private async answer(call: ModelToolCall): Promise<CallResult> {
    const values = storable(call.arguments);
    if (call.name === SUGGEST_ACTION) {
      this.proposals.push(values);
      return { call, result: { noted: true }, toolCall: null };
    }
    const tool = this.dependencies.webhook.find(({ name }) => name === call.name);
    // A name invented by the model is not presented to the user as a tool of the site.
    if (!tool) return unlistedResult(call, 'There is no such tool');
    const input = this.dependencies.invocation.pickDeclared(tool, values);
    const error = this.dependencies.invocation.validate(tool, input);
    if (error !== undefined) return failedResult(call, input, error);
    if (this.guard.rejects(input, tool.mayReceive)) {
      return failedResult(call, input, 'input contains text of a document that this tool is not allowed to receive');
    }
    // By the origin of the text in the context, not by its content: a model that follows an injected instruction makes
    // the same request as one that follows the user.
    const runsFreely = tool.effect === 'read' || tool.runsWithoutConfirmation;
    if (!runsFreely && this.dependencies.provenance.hasOutsideText) return this.requestConfirmation(call, tool, input);
    return this.invoke(call, tool, input);
  }

  private requestConfirmation(call: ModelToolCall, tool: CallableWebhookTool, input: unknown): CallResult {
    const isRequested = this.confirmations.some((each) => each.tool === tool && isDeepStrictEqual(each.input, input));
    if (!isRequested && this.confirmations.length >= MAX_CONFIRMATIONS) {
      return unlistedResult(call, 'Too many calls are already waiting for confirmation');
    }
    if (!isRequested) this.confirmations.push(requestConfirmation(tool, input));
    return { call, result: WAITING_RESULT, toolCall: null };
  }

  private async invoke(call: ModelToolCall, tool: CallableWebhookTool, input: unknown): Promise<CallResult> {
    const outcome = await this.dependencies.invocation.invoke(tool, input, this.dependencies.signal);
    this.dependencies.provenance.addToolResult();
    const output = 'error' in outcome ? { error: outcome.error } : outcome.output;
    return { call, result: output, toolCall: { name: tool.name, input, output } };
  }
}

/** Descriptions of the tools for the model. */
export function toolDefinitions(webhook: readonly CallableWebhookTool[]) {
  return [
    ...webhook.map(({ name, description, inputSchema }) => ({ name, description, parameters: inputSchema })),
    suggestActionTool,
  ];
}

/** A call that has not been made, of which the answer says nothing. */
function unlistedResult(call: ModelToolCall, error: string): CallResult {
  return { call, result: { error }, toolCall: null };
}

function failedResult(call: ModelToolCall, input: unknown, error: string): CallResult {
  return { call, result: { error }, toolCall: { name: call.name, input, output: { error } } };
}
