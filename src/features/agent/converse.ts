import type {
  ChatEvent,
  ChatMessage,
  ChatRequest,
  LanguageModel,
  ModelCitation,
  ModelToolCall,
  TokenUsage,
} from '../../ports/language-model.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { CallableWebhookTool } from '../webhook-tool/webhook-tool.entity.ts';
import type { WebhookToolInvocation } from '../webhook-tool/webhook-tool.invocation.ts';
import type { ChatToolCall } from './agent.types.ts';
import { SUGGEST_ACTION } from './client-action-tool.ts';
import { fenced } from './prompt.ts';

const MOST_ROUNDS = 8;
const MOST_CALLS_A_ROUND = 8;
/** What of a tool's answer the model is shown, in characters. */
const SHOWN_OUTPUT = 20_000;

export interface Spoken {
  text: string;
  citations: ModelCitation[];
  toolCalls: ChatToolCall[];
  /** What the model proposed that the client does, unchecked. */
  proposals: unknown[];
  rounds: number;
  usage: TokenUsage;
  model: string;
}

export interface Listener {
  text(text: string): void;
  toolCall(call: ChatToolCall): void;
}

/**
 * Lets the model speak, runs the tools it asks for (those of a round side by side), and gives it their results, until it
 * is done or has had eight rounds. In the last round it has no tools left and must answer.
 */
export async function converse(
  model: LanguageModel,
  request: ChatRequest & { boundary: string },
  tools: { webhook: readonly CallableWebhookTool[]; invocation: WebhookToolInvocation },
  listener: Listener,
  signal?: AbortSignal,
): Promise<Spoken> {
  const spoken: Spoken = {
    ...{ text: '', citations: [], toolCalls: [], proposals: [] },
    ...{ rounds: 0, usage: { inputTokens: 0, outputTokens: 0 }, model: '' },
  };
  const messages: ChatMessage[] = [...request.messages];
  while (spoken.rounds < MOST_ROUNDS) {
    spoken.rounds++;
    const last = spoken.rounds === MOST_ROUNDS;
    const { tools: offered, ...rest } = request;
    const round = await listen(
      model.chat({ ...rest, messages, ...(offered && !last ? { tools: offered } : {}) }, signal ? { signal } : {}),
      spoken,
      listener,
    );
    if (round.calls.length === 0 || last) return spoken;
    const outcomes = await Promise.all(round.calls.map((call) => answerCall(call, tools, spoken, signal)));
    // In the order in which they were asked for, whichever ended first.
    for (const { toolCall } of outcomes) {
      if (!toolCall) continue;
      spoken.toolCalls.push(toolCall);
      listener.toolCall(toolCall);
    }
    messages.push({ role: 'assistant', content: round.text, toolCalls: round.calls });
    for (const { call, result } of outcomes) {
      const content = fenced(JSON.stringify(result).slice(0, SHOWN_OUTPUT), request.boundary);
      messages.push({ role: 'tool', toolCallId: call.id, content });
    }
  }
  return spoken;
}

async function listen(
  events: AsyncIterable<ChatEvent>,
  spoken: Spoken,
  listener: Listener,
): Promise<{ text: string; calls: ModelToolCall[] }> {
  const start = spoken.text.length;
  const calls: ModelToolCall[] = [];
  let ended = false;
  for await (const event of events) {
    if (event.type === 'text') {
      spoken.text += event.text;
      listener.text(event.text);
    } else if (event.type === 'citation') {
      const { start: from, end, documentIds } = event.citation;
      spoken.citations.push({ start: start + from, end: start + end, documentIds });
    } else if (event.type === 'tool-call') calls.push(event.call);
    else {
      ended = true;
      spoken.usage.inputTokens += event.usage.inputTokens;
      spoken.usage.outputTokens += event.usage.outputTokens;
      spoken.model = event.model;
    }
  }
  if (!ended) throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable');
  return { text: spoken.text.slice(start), calls: calls.slice(0, MOST_CALLS_A_ROUND) };
}

interface Outcome {
  call: ModelToolCall;
  result: unknown;
  /** What the answer lists: calls of webhook tools. */
  toolCall: ChatToolCall | null;
}

async function answerCall(
  call: ModelToolCall,
  { webhook, invocation }: { webhook: readonly CallableWebhookTool[]; invocation: WebhookToolInvocation },
  spoken: Spoken,
  signal?: AbortSignal,
): Promise<Outcome> {
  if (call.name === SUGGEST_ACTION) {
    spoken.proposals.push(call.arguments);
    return { call, result: { noted: true }, toolCall: null };
  }
  const tool = webhook.find(({ name }) => name === call.name);
  // A name that the model made up is not shown to the visitor as a call of the site's.
  if (!tool) return { call, result: { error: 'There is no such tool' }, toolCall: null };
  const outcome = await invocation.invoke(tool, call.arguments, signal);
  const output = 'error' in outcome ? { error: outcome.error } : outcome.output;
  return { call, result: output, toolCall: { name: call.name, input: call.arguments, output } };
}
