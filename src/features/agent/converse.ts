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
import { storable } from '../../shared/storable.ts';
import type { CallableWebhookTool } from '../webhook-tool/webhook-tool.entity.ts';
import type { WebhookToolInvocation } from '../webhook-tool/webhook-tool.invocation.ts';
import type { ChatToolCall } from './agent.types.ts';
import { SUGGEST_ACTION } from './client-action-tool.ts';
import { declaredInput } from './declared-input.ts';
import { fenced } from './fence.ts';

const MOST_TOOL_ROUNDS = 8;
const MOST_CALLS_A_ROUND = 8;
/** What of a tool's answer the model is shown, in characters. */
const SHOWN_OUTPUT = 20_000;
/** Said when a model has nothing to say but calls, to the very end. */
const NO_WORDS = 'I could not come to an answer. Please ask in other words.';

export interface Spoken {
  text: string;
  citations: ModelCitation[];
  toolCalls: ChatToolCall[];
  /** What the model proposed that the client does, unchecked. */
  proposals: unknown[];
  /** How often the model was asked. */
  rounds: number;
  /** `max-tokens`: the answer was cut off. */
  finish: 'complete' | 'max-tokens' | 'tool-calls';
  usage: TokenUsage;
  model: string;
}

export interface Listener {
  text(text: string): void;
  toolCall(call: ChatToolCall): void;
}

export interface Tools {
  webhook: readonly CallableWebhookTool[];
  invocation: WebhookToolInvocation;
}

/**
 * Lets the model speak, runs the tools it asks for (those of a round side by side), and gives it their results, until it
 * is done. After eight rounds of tools it has none left and must answer.
 */
export async function converse(
  model: LanguageModel,
  request: ChatRequest & { boundary: string },
  tools: Tools,
  listener: Listener,
  signal?: AbortSignal,
): Promise<Spoken> {
  const spoken: Spoken = {
    ...{ text: '', citations: [], toolCalls: [], proposals: [] },
    ...{ rounds: 0, finish: 'complete', usage: { inputTokens: 0, outputTokens: 0 }, model: '' },
  };
  const messages: ChatMessage[] = [...request.messages];
  const { tools: offered, ...untooled } = request;
  for (;;) {
    const last = spoken.rounds++ === MOST_TOOL_ROUNDS;
    const asked = { ...untooled, messages, ...(offered && !last ? { tools: offered } : {}) };
    const round = await listen(model.chat(asked, signal ? { signal } : {}), spoken, listener);
    if (round.calls.length === 0 || last) break;
    messages.push(...(await runTools(round, tools, request.boundary, spoken, listener, signal)));
  }
  if (spoken.text.trim() === '') {
    spoken.text = NO_WORDS;
    listener.text(NO_WORDS);
  }
  return spoken;
}

interface Round {
  text: string;
  plan: string | undefined;
  calls: ModelToolCall[];
}

async function listen(events: AsyncIterable<ChatEvent>, spoken: Spoken, listener: Listener): Promise<Round> {
  const calls: ModelToolCall[] = [];
  // What is said before and after a call are two paragraphs.
  const gap = spoken.text === '' || spoken.text.endsWith('\n') ? '' : '\n\n';
  const start = spoken.text.length + gap.length;
  let end: Extract<ChatEvent, { type: 'end' }> | undefined;
  for await (const event of events) {
    if (event.type === 'text') {
      const text = (spoken.text.length < start ? gap : '') + event.text;
      spoken.text += text;
      listener.text(text);
    } else if (event.type === 'citation') {
      const { start: from, end: to, documentIds } = event.citation;
      spoken.citations.push({ start: start + from, end: start + to, documentIds });
    } else if (event.type === 'tool-call') calls.push(event.call);
    else end = event;
  }
  if (!end) throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable');
  spoken.usage.inputTokens += end.usage.inputTokens;
  spoken.usage.outputTokens += end.usage.outputTokens;
  spoken.model = end.model;
  spoken.finish = end.finish;
  return { text: spoken.text.slice(start), plan: end.plan, calls: calls.slice(0, MOST_CALLS_A_ROUND) };
}

/** Answers the messages that tell the model of its calls and their results. */
async function runTools(
  { text, plan, calls }: Round,
  tools: Tools,
  boundary: string,
  spoken: Spoken,
  listener: Listener,
  signal?: AbortSignal,
): Promise<ChatMessage[]> {
  const outcomes = await Promise.all(calls.map((call) => answerCall(call, tools, spoken, signal)));
  // In the order in which they were asked for, whichever ended first.
  for (const { toolCall } of outcomes) {
    if (!toolCall) continue;
    spoken.toolCalls.push(toolCall);
    listener.toolCall(toolCall);
  }
  return [
    { role: 'assistant', content: text, toolCalls: calls, ...(plan === undefined ? {} : { plan }) },
    ...outcomes.map(({ call, result }) => ({
      role: 'tool' as const,
      toolCallId: call.id,
      content: fenced(shownOutput(result), boundary),
    })),
  ];
}

interface Outcome {
  call: ModelToolCall;
  result: unknown;
  /** What the answer lists: calls of webhook tools. */
  toolCall: ChatToolCall | null;
}

async function answerCall(
  call: ModelToolCall,
  { webhook, invocation }: Tools,
  spoken: Spoken,
  signal?: AbortSignal,
): Promise<Outcome> {
  const input = storable(call.arguments);
  if (call.name === SUGGEST_ACTION) {
    spoken.proposals.push(input);
    return { call, result: { noted: true }, toolCall: null };
  }
  const tool = webhook.find(({ name }) => name === call.name);
  // A name that the model made up is not shown to the visitor as a call of the site's.
  if (!tool) return { call, result: { error: 'There is no such tool' }, toolCall: null };
  const asked = declaredInput(tool.inputSchema, input);
  const outcome = await invocation.invoke(tool, asked, signal);
  const output = 'error' in outcome ? { error: outcome.error } : outcome.output;
  return { call, result: output, toolCall: { name: call.name, input: asked, output } };
}

function shownOutput(result: unknown): string {
  const text = JSON.stringify(result);
  if (text.length <= SHOWN_OUTPUT) return text;
  return `${text.slice(0, SHOWN_OUTPUT).toWellFormed()} … (the first ${SHOWN_OUTPUT} of ${text.length} characters)`;
}
