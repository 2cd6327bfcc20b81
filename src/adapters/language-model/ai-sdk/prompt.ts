import type { JSONSchema7, LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ChatMessage, ChatRequest, ModelDocument, ModelTool } from '../../../ports/language-model.ts';
import { fenceText, newBoundary } from '../../../text/fence.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';

type AssistantMessage = Extract<ChatMessage, { role: 'assistant' }>;
type Metadata = Record<string, Record<string, Record<string, string>>>;

const CITE = `Cite the documents: directly after each sentence that a document supports, write the number of the document in brackets, such as [1], or [1][2] for two. Use only numbers of the documents that you are given, and write no list of sources.`;

/** Servers with strict chat templates require that a visitor speaks first. */
const BEGINNING = '(The conversation begins.)';

/** Converts a chat to a call of the AI SDK. The documents stand before the last message of the user, with numbers. */
export function toCall(request: ChatRequest): LanguageModelV4CallOptions {
  const { tools = [], maxTokens } = request;
  return {
    prompt: toPrompt(request),
    ...(tools.length > 0 && { tools: tools.map(toTool) }),
    ...(maxTokens !== undefined && { maxOutputTokens: maxTokens }),
  };
}

/** The metadata of tool calls as the plan of the answer, which comes back with them. Undefined if there are none. */
export function toPlan(metadata: Metadata): string | undefined {
  return Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : undefined;
}

const planSchema = z.record(z.string(), z.record(z.string(), z.record(z.string(), z.string())));

function readPlan(plan: string | undefined): Metadata {
  try {
    return planSchema.parse(JSON.parse(plan ?? '{}'));
  } catch {
    // The plan of another model.
    return {};
  }
}

function toPrompt({ messages, documents = [], boundary = newBoundary() }: ChatRequest): LanguageModelV4Message[] {
  const questionIndex = messages.findLastIndex(({ role }) => role === 'user');
  const system = messages.flatMap(({ role, content }) => (role === 'system' && content.trim() !== '' ? [content] : []));
  if (documents.length > 0) system.push(CITE);
  const names = new Map(
    messages.flatMap((each) =>
      each.role === 'assistant' ? (each.toolCalls ?? []).map(({ id, name }) => [id, name] as const) : [],
    ),
  );
  const said = messages.flatMap((message, position): LanguageModelV4Message[] => {
    if (message.role === 'system') return [];
    if (message.role === 'tool') return [toolMessage(message, names)];
    if (message.role === 'assistant') return assistantMessage(message);
    const sources =
      position === questionIndex ? documents.map((each, index) => describe(each, index + 1, boundary)) : [];
    const text = [...sources, message.content].filter((part) => part.trim() !== '').join('\n\n');
    return text === '' ? [] : [{ role: 'user', content: [{ type: 'text', text: text.toWellFormed() }] }];
  });
  if (said[0]?.role !== 'user') said.unshift({ role: 'user', content: [{ type: 'text', text: BEGINNING }] });
  const instructions: LanguageModelV4Message[] =
    system.length > 0 ? [{ role: 'system', content: system.join('\n\n').toWellFormed() }] : [];
  return [...instructions, ...said.reduce<LanguageModelV4Message[]>(joinTurns, [])];
}

/** Neighbours of one role become one message: strict chat templates require that the roles alternate. */
function joinTurns(turns: LanguageModelV4Message[], next: LanguageModelV4Message): LanguageModelV4Message[] {
  const last = turns.at(-1);
  if (last?.role === 'tool' && next.role === 'tool') last.content.push(...next.content);
  else if (last?.role === 'user' && next.role === 'user') {
    const texts = [...last.content, ...next.content].map((part) => (part.type === 'text' ? part.text : ''));
    last.content = [{ type: 'text', text: texts.join('\n\n') }];
  } else if (last?.role === 'assistant' && next.role === 'assistant') last.content.push(...next.content);
  else turns.push(next);
  return turns;
}

function assistantMessage({ content, toolCalls = [], plan }: AssistantMessage): LanguageModelV4Message[] {
  const metadata = readPlan(plan);
  const calls = toolCalls.map(({ id, name, arguments: input }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: name,
    input: isPlainObject(input) ? input : { malformed: input },
    ...(metadata[id] && { providerOptions: metadata[id] }),
  }));
  const text = content.trim() === '' ? [] : [{ type: 'text' as const, text: content.toWellFormed() }];
  return text.length + calls.length > 0 ? [{ role: 'assistant', content: [...text, ...calls] }] : [];
}

function toolMessage(
  { toolCallId, content }: Extract<ChatMessage, { role: 'tool' }>,
  names: ReadonlyMap<string, string>,
): LanguageModelV4Message & { role: 'tool' } {
  const output = { type: 'text' as const, value: content.toWellFormed() };
  return {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId, toolName: names.get(toolCallId) ?? 'tool', output }],
  };
}

function describe(
  { title, section = [], text, details = {} }: ModelDocument,
  number: number,
  boundary: string,
): string {
  const facts = { ...details, title, ...(section.length > 0 && { section: section.join(' › ') }) };
  const lines = Object.entries(facts).map(([name, value]) => `${name}: ${value}`);
  return `Document [${number}]:\n${fenceText([...lines, text].join('\n'), boundary)}`;
}

function toTool({ name, description, parameters }: ModelTool) {
  return { type: 'function' as const, name, description, inputSchema: { ...parameters } as JSONSchema7 };
}
