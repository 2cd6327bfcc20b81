import type { ChatMessage, ChatRequest } from '../../ports/language-model.ts';

/** The chat for a model that knows no tools: it is offered none, and earlier calls and their results are texts. */
export function withoutTools(request: ChatRequest): ChatRequest {
  return { ...request, tools: [], messages: request.messages.map(asText) };
}

function asText(message: ChatMessage): ChatMessage {
  if (message.role === 'tool') return { role: 'user', content: `Result of the tool:\n${message.content}` };
  if (message.role !== 'assistant') return message;
  const calls = (message.toolCalls ?? []).map(({ name }) => `(used the tool ${name})`);
  return { role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n') };
}
