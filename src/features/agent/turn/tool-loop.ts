import type {
  ChatEvent,
  ChatMessage,
  ChatRequest,
  ModelCitation,
  ModelToolCall,
} from '../../../ports/language-model.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { fenceText } from '../../../text/fence.ts';
import { LinkFilter } from '../link/link-filter.ts';
import type { LinkPolicy } from '../link/link-policy.ts';
import type { CallResult, ToolCalls } from '../tools/tool-calls.ts';
import { type Listener, ModelReply } from './model-reply.ts';
import type { Turn } from './turn.ts';

const MAX_TOOL_ROUNDS = 8;
const MAX_CALLS_PER_ROUND = 8;
/** Maximum length of a tool result for the model, in characters. */
const MAX_OUTPUT_LENGTH = 20_000;
/** The answer if the model returns only tool calls until the last round. */
const NO_WORDS = 'I could not find an answer. Please rephrase your question.';

export interface ToolLoopRequest extends ChatRequest {
  boundary: string;
  /** Decides which links and images the answer may contain. */
  links: LinkPolicy;
}

/**
 * Calls the model and the tools it requests (those of a round concurrently) until it returns an answer. After eight
 * rounds it gets no more tools and must answer.
 */
export async function runToolLoop(
  { model, confirmation, signal }: Turn,
  { links, ...request }: ToolLoopRequest,
  tools: ToolCalls,
  listener: Listener,
): Promise<ModelReply> {
  const reply = new ModelReply();
  const messages: ChatMessage[] = [...request.messages];
  const tell = (round: Pick<Round, 'text' | 'plan'>, results: readonly CallResult[]): void => {
    for (const { toolCall } of results) if (toolCall) listener.toolCall(toolCall);
    messages.push(...resultMessages(round, results, request.boundary));
  };
  // A call that the user has confirmed or declined comes first.
  if (confirmation) tell({ text: '', plan: undefined }, [await tools.runConfirmed(confirmation)]);
  const { tools: offered, ...untooled } = request;
  for (;;) {
    const last = reply.rounds++ === MAX_TOOL_ROUNDS;
    const call = { ...untooled, messages, ...(offered && !last ? { tools: offered } : {}) };
    const round = await readRound(model.chat(call, { signal }), reply, new LinkFilter(links), listener);
    if (round.calls.length === 0 || last) break;
    tell(round, await tools.run(round.calls));
  }
  if (reply.text.trim() === '') {
    reply.text = NO_WORDS;
    listener.text(NO_WORDS);
  }
  return reply;
}

interface Round {
  text: string;
  plan: string | undefined;
  calls: ModelToolCall[];
}

async function readRound(
  events: AsyncIterable<ChatEvent>,
  reply: ModelReply,
  filter: LinkFilter,
  listener: Listener,
): Promise<Round> {
  const calls: ModelToolCall[] = [];
  const citations: ModelCitation[] = [];
  // Text before and after a call are separate paragraphs.
  const gap = reply.text === '' || reply.text.endsWith('\n') ? '' : '\n\n';
  const start = reply.text.length + gap.length;
  let end: Extract<ChatEvent, { type: 'end' }> | undefined;
  const say = (filtered: string): void => {
    if (filtered === '') return;
    const text = (reply.text.length < start ? gap : '') + filtered;
    reply.text += text;
    listener.text(text);
  };
  for await (const event of events) {
    if (event.type === 'text') say(filter.push(event.text));
    else if (event.type === 'citation') citations.push(event.citation);
    else if (event.type === 'tool-call') calls.push(event.call);
    else end = event;
  }
  if (!end) throw new ServiceError('BAD_GATEWAY', 'Agent service unavailable');
  say(filter.end());
  for (const { documentIds, ...claimed } of citations) {
    const span = filter.toSourceSpan(claimed.start, claimed.end);
    reply.citations.push({ start: start + span.start, end: start + span.end, documentIds });
  }
  reply.usage.inputTokens += end.usage.inputTokens;
  reply.usage.outputTokens += end.usage.outputTokens;
  reply.model = end.model;
  reply.finish = end.finish;
  return { text: reply.text.slice(start), plan: end.plan, calls: calls.slice(0, MAX_CALLS_PER_ROUND) };
}

/** Adds the calls and their results to the messages. */
function resultMessages(
  { text, plan }: Pick<Round, 'text' | 'plan'>,
  results: readonly CallResult[],
  boundary: string,
): ChatMessage[] {
  const toolCalls = results.map(({ call }) => call);
  return [
    { role: 'assistant', content: text, toolCalls, ...(plan === undefined ? {} : { plan }) },
    ...results.map(({ call, result }) => ({
      role: 'tool' as const,
      toolCallId: call.id,
      content: fenceText(truncateOutput(result), boundary),
    })),
  ];
}

function truncateOutput(result: unknown): string {
  const text = JSON.stringify(result);
  if (text.length <= MAX_OUTPUT_LENGTH) return text;
  return `${text.slice(0, MAX_OUTPUT_LENGTH).toWellFormed()} … (the first ${MAX_OUTPUT_LENGTH} of ${text.length} characters)`;
}
