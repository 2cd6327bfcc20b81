import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import type { Completion } from '../../ports/language-model.ts';
import { type AskOptions, type Question, askOnce, toPromptParts } from '../model-service/question.ts';
import { toTokenCount, estimateTokens } from '../model-service/token-count.ts';
import { callAiSdk, responseStatus } from './call.ts';

export interface AiSdkAskOptions extends AskOptions {
  model: LanguageModelV4;
  /** Receives the error of each attempt that failed. */
  onError?: (error: unknown) => void;
}

/** The tokens of a picture, as common models count them. */
const PICTURE_TOKENS = 1_000;
/** Tokens for models that reason before every answer. */
const REASONING_TOKENS = 2_000;
const REASONING =
  /gpt-oss|qwq|qwen-?3|deepseek-r|magistral|thinking|reasoning|\bo[1-9]\b|gpt-5|gemini-[3-9]|gemini-2\.5/i;

/** The tokens that a model of this name takes for its reasoning before each answer. */
export function reasoningTokens(model: string): number {
  return REASONING.test(model) ? REASONING_TOKENS : 0;
}

export async function ask(question: Question, { model, onError, ...options }: AiSdkAskOptions): Promise<Completion> {
  const answer = async (abortSignal: AbortSignal) => {
    const generated = generate(model, { ...toCall(question, model.modelId), abortSignal });
    if (onError) generated.catch(onError);
    return toCompletion(await generated, question);
  };
  return askOnce({ model: model.modelId, call: callAiSdk, answer }, question, options);
}

/** The instructions ask for JSON too, because not every server knows the format of the answer. */
async function generate(
  model: LanguageModelV4,
  { responseFormat, ...call }: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  if (!responseFormat) return model.doGenerate(call);
  try {
    return await model.doGenerate({ ...call, responseFormat });
  } catch (error) {
    if (![400, 404, 422].includes(responseStatus(error) ?? 0)) throw error;
    return model.doGenerate(call);
  }
}

function toCall(question: Question, model: string): LanguageModelV4CallOptions {
  const { system, text } = toPromptParts(question);
  const pictures = (question.pictures ?? []).flatMap(({ label, jpeg }) => [
    { type: 'text' as const, text: label },
    { type: 'file' as const, mediaType: 'image/jpeg', data: { type: 'data' as const, data: jpeg } },
  ]);
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text }, ...pictures] },
    ],
    maxOutputTokens: question.maxTokens + reasoningTokens(model),
    temperature: 0,
    ...(question.jsonSchema && {
      responseFormat: {
        type: 'json' as const,
        name: 'answer',
        schema: closeSchema(question.jsonSchema) as JSONSchema7,
      },
    }),
  };
}

/** The schema without further properties: OpenAI rejects it otherwise. */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, closeSchema(value)]);
  return { ...Object.fromEntries(entries), ...('properties' in schema && { additionalProperties: false }) };
}

/** Tokens that the server does not count are estimated. */
function toCompletion(
  { content, finishReason, usage }: LanguageModelV4GenerateResult,
  { instruction, material, pictures = [], jsonSchema }: Question,
): Omit<Completion, 'model'> {
  if (finishReason.unified === 'error') throw new Error('The model failed');
  const text = content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replace(/^\s*<think>[^]*?<\/think>/, '')
    .trim();
  const inputTokens =
    toTokenCount(usage.inputTokens.total) ?? estimateTokens(instruction + material) + PICTURE_TOKENS * pictures.length;
  const outputTokens = toTokenCount(usage.outputTokens.total) ?? estimateTokens(text);
  return { text: jsonSchema ? extractJson(text) : text, usage: { inputTokens, outputTokens } };
}

/** Models without the format often write text or a fence of code around it. */
function extractJson(text: string): string {
  return text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
}
