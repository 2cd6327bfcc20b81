import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ChatEvent, ChatMessage, ChatRequest, LanguageModel, ModelTier } from '../../ports/language-model.ts';
import { ask } from '../ai-sdk/ask.ts';
import { callAiSdk, isTooLong, responseStatus } from '../ai-sdk/call.ts';
import { type ProviderAccess, openModels } from '../ai-sdk/provider.ts';
import { type Capabilities, findCapabilities } from '../model-service/capabilities.ts';
import { estimateTokens } from '../model-service/token-count.ts';
import { AiSdkAnswer } from './ai-sdk/answer.ts';
import { toCall } from './ai-sdk/prompt.ts';
import { limitToContext } from './context-length.ts';
import { type RemoteLimits, createRemoteLanguageModel } from './remote.ts';
import { type StreamLimits, streamCall } from './stream-call.ts';

export interface AiSdkLanguageModelOptions extends ProviderAccess, RemoteLimits {
  models: Readonly<Record<ModelTier, string>>;
  /** What the operator says about the models; default: by name. */
  capabilities?: Partial<Capabilities>;
}

const MAX_REQUESTS = 4;
const SHORTER = 0.7;

interface ChatModel {
  model: LanguageModelV4;
  capabilities: Capabilities;
}

/**
 * A language model of any service that the AI SDK knows. Citations are read from the numbers in its answers.
 * See decision 117.
 */
export async function openAiSdkLanguageModel(options: AiSdkLanguageModelOptions): Promise<LanguageModel> {
  const { models } = options;
  const service = await openModels(options);
  const chatModel = (name: string): ChatModel => ({
    model: service.chat(name),
    capabilities: findCapabilities(options.provider, name, options.capabilities),
  });
  const smart = chatModel(models.smart);
  const modelsByTier = { smart, fast: models.fast === models.smart ? smart : chatModel(models.fast) };
  return createRemoteLanguageModel(
    {
      models,
      capabilities: smart.capabilities,
      call: callAiSdk,
      stream: (request, limits) => streamChat(request, modelsByTier[request.tier], limits),
      ask: (question, limits) => ask(question, { model: modelsByTier.fast.model, ...limits }),
    },
    options,
  );
}

/**
 * A server that rejects tools is asked again without them, and gets none from then on. One that says that the prompt is too
 * long is asked with less of it.
 */
async function* streamChat(
  request: ChatRequest,
  { model, capabilities }: ChatModel,
  limits: StreamLimits,
): AsyncGenerator<ChatEvent, void> {
  let { contextTokens } = capabilities;
  for (let requests = 1; ; requests++) {
    const supportedRequest = capabilities.tools ? request : removeTools(request);
    const fitted = limitToContext(supportedRequest, contextTokens);
    const call = toCall(fitted);
    const documentIds = (fitted.documents ?? []).map(({ id }) => id);
    const promptTokens = () => estimateTokens(JSON.stringify(call.prompt));
    const answer = new AiSdkAnswer({ documentIds, model: model.modelId, promptTokens });
    const open = async (abortSignal: AbortSignal) => (await model.doStream({ ...call, abortSignal })).stream;
    try {
      yield* streamCall(open, (part) => answer.take(part), limits);
      return;
    } catch (error) {
      if (requests >= MAX_REQUESTS) throw error;
      if (isTooLong(error)) contextTokens = promptTokens() * SHORTER;
      else if (capabilities.tools && request.tools && rejectsTools(error)) capabilities.tools = false;
      else throw error;
    }
  }
}

/**
 * Tells whether a server rejects tools, as Ollama and vLLM say it, and llama.cpp with 500, with which it also says that
 * the model has written a wrong call.
 */
function rejectsTools(error: unknown): boolean {
  const message = error instanceof Error ? error.message : '';
  const status = responseStatus(error);
  if (status === 500) return /\btools?\b.*\brequires?\b|cannot use tools/i.test(message);
  return status === 400 && /\btools?\b/i.test(message);
}

/** The chat for a model that knows no tools: it is offered none, and earlier calls and their results are texts. */
function removeTools(request: ChatRequest): ChatRequest {
  return { ...request, tools: [], messages: request.messages.map(toTextMessage) };
}

function toTextMessage(message: ChatMessage): ChatMessage {
  if (message.role === 'tool') return { role: 'user', content: `Result of the tool:\n${message.content}` };
  if (message.role !== 'assistant') return message;
  const calls = (message.toolCalls ?? []).map(({ name }) => `(used the tool ${name})`);
  return { role: 'assistant', content: [message.content, ...calls].filter(Boolean).join('\n') };
}
