import type { Cohere } from 'cohere-ai';
import type {
  ChatMessage,
  ChatRequest,
  ModelDocument,
  ModelTool,
  ModelToolCall,
} from '../../../ports/language-model.ts';
import { isPlainObject } from '../../../shared/plain-object.ts';
import { toThinking } from '../../cohere/thinking.ts';

/** Converts a chat to a Cohere request. */
export function toCohereRequest(request: ChatRequest, model: string): Cohere.V2ChatStreamRequest {
  const { messages, documents = [], tools = [], reasoning, maxTokens } = request;
  const thinking = reasoning && toThinking(model, reasoning);
  return {
    model,
    messages: messages.filter(saysSomething).map(toCohereMessage),
    ...(documents.length > 0 && { documents: documents.map(toCohereDocument) }),
    ...(tools.length > 0 && { tools: tools.map(toCohereTool) }),
    ...(thinking && { thinking }),
    ...(maxTokens !== undefined && { maxTokens: maxTokens + (thinking?.tokenBudget ?? 0) }),
  };
}

/** The API rejects a turn without text, such as one with actions only. */
function saysSomething(message: ChatMessage): boolean {
  if (message.role === 'tool' || message.content.trim() !== '') return true;
  return message.role === 'assistant' && (message.toolCalls?.length ?? 0) > 0;
}

function toCohereMessage(message: ChatMessage): Cohere.ChatMessageV2 {
  const content = message.content.toWellFormed();
  if (message.role === 'tool') return { role: 'tool', toolCallId: message.toolCallId, content };
  if (message.role !== 'assistant') return { role: message.role, content };
  const { toolCalls = [], plan } = message;
  if (toolCalls.length === 0) return { role: 'assistant', content };
  // The text before a tool call is the closest equivalent of a plan.
  const toolPlan = plan?.toWellFormed() ?? content;
  return {
    role: 'assistant',
    toolCalls: toolCalls.map(toCohereCall),
    ...(toolPlan !== '' && { toolPlan }),
    ...(plan !== undefined && content !== '' && { content }),
  };
}

function toCohereDocument({ id, title, section = [], text, details }: ModelDocument) {
  const facts = { ...details, title, ...(section.length > 0 && { section: section.join(' › ') }), text };
  const data = Object.entries(facts).map(([name, value]) => [name, value.toWellFormed()]);
  return { id, data: Object.fromEntries(data) };
}

function toCohereTool({ name, description, parameters }: ModelTool): Cohere.ToolV2 {
  return { type: 'function', function: { name, description, parameters: { ...parameters } } };
}

function toCohereCall({ id, name, arguments: input }: ModelToolCall): Cohere.ToolCallV2 {
  const proper = isPlainObject(input) ? input : { malformed: input };
  return { id, type: 'function', function: { name, arguments: JSON.stringify(proper) } };
}
