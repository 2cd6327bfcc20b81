import type {
  JSONSchema7,
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4GenerateResult,
} from '@ai-sdk/provider';
import type { Completion } from '../../ports/language-model.ts';
import type { CallOptions } from '../model-service/call.ts';
import { MAX_ANSWER_LENGTH, type Question, promptOf } from '../model-service/question.ts';
import { countOf, estimateTokens } from '../model-service/token-count.ts';
import { callAiSdk, statusOf } from './call.ts';

export interface AskOptions extends Pick<CallOptions, 'deadlineMs' | 'signal' | 'maxAttempts'> {
  model: LanguageModelV4;
  /** Default: the language model. */
  dependency?: CallOptions['dependency'];
  /** Throws for an answer of the wrong shape, which is then asked for again. */
  validate?: (text: string) => unknown;
  /** Called with the error of each attempt that failed. */
  onError?: (error: unknown) => void;
}

/** Of a picture, as common models count them. */
const PICTURE_TOKENS = 1_000;
/** Tokens for models that reason before every answer. */
const THOUGHT_TOKENS = 2_000;
const REASONING =
  /gpt-oss|qwq|qwen-?3|deepseek-r|magistral|thinking|reasoning|\bo[1-9]\b|gpt-5|gemini-[3-9]|gemini-2\.5/i;

/** Of its own, before each answer. */
export function thoughtTokens(model: string): number {
  return REASONING.test(model) ? THOUGHT_TOKENS : 0;
}

/** One short question with one short answer, not streamed. An empty or truncated JSON answer is retried once. */
export async function ask(question: Question, options: AskOptions): Promise<Completion> {
  const { model, deadlineMs, signal, dependency = 'language model', maxAttempts = 2, validate, onError } = options;
  return callAiSdk(
    async (abortSignal) => {
      const generated = generate(model, { ...toCall(question, model.modelId), abortSignal });
      if (onError) generated.catch(onError);
      const answer = completionOf(await generated, question);
      const text = question.jsonSchema ? jsonIn(answer.text) : answer.text;
      validate?.(text);
      return { ...answer, text, model: model.modelId };
    },
    { dependency, deadlineMs, signal, maxAttempts, longestPauseMs: deadlineMs / 2 },
  );
}

/** Not every server knows the format of the answer; the instructions ask for JSON too. */
async function generate(
  model: LanguageModelV4,
  { responseFormat, ...call }: LanguageModelV4CallOptions,
): Promise<LanguageModelV4GenerateResult> {
  if (!responseFormat) return model.doGenerate(call);
  try {
    return await model.doGenerate({ ...call, responseFormat });
  } catch (error) {
    if (![400, 404, 422].includes(statusOf(error) ?? 0)) throw error;
    return model.doGenerate(call);
  }
}

function toCall(question: Question, model: string): LanguageModelV4CallOptions {
  const { system, text } = promptOf(question);
  const pictures = (question.pictures ?? []).flatMap(({ label, jpeg }) => [
    { type: 'text' as const, text: label },
    { type: 'file' as const, mediaType: 'image/jpeg', data: { type: 'data' as const, data: jpeg } },
  ]);
  return {
    prompt: [
      { role: 'system', content: system },
      { role: 'user', content: [{ type: 'text', text }, ...pictures] },
    ],
    maxOutputTokens: question.maxTokens + thoughtTokens(model),
    temperature: 0,
    ...(question.jsonSchema && {
      responseFormat: { type: 'json' as const, name: 'answer', schema: closed(question.jsonSchema) as JSONSchema7 },
    }),
  };
}

/** The schema without further properties: OpenAI rejects it otherwise. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema).map(([name, value]) => [name, closed(value)]);
  return { ...Object.fromEntries(entries), ...('properties' in schema && { additionalProperties: false }) };
}

/** Tokens that the server does not count are estimated. */
function completionOf(
  { content, finishReason, usage }: LanguageModelV4GenerateResult,
  { instruction, material, pictures = [] }: Question,
): Omit<Completion, 'model'> {
  const text = content
    .map((part) => (part.type === 'text' ? part.text : ''))
    .join('')
    .replace(/^\s*<think>[^]*?<\/think>/, '')
    .replaceAll('\0', '')
    .trim();
  if (finishReason.unified === 'error' || text === '' || text.length > MAX_ANSWER_LENGTH) {
    throw new Error('The model returned no answer, or too long a one');
  }
  const inputTokens =
    countOf(usage.inputTokens.total) ?? estimateTokens(instruction + material) + PICTURE_TOKENS * pictures.length;
  const outputTokens = countOf(usage.outputTokens.total) ?? estimateTokens(text);
  return { text, usage: { inputTokens, outputTokens } };
}

/** Models without the format often write text or a fence of code around it. */
function jsonIn(text: string): string {
  const json = text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1);
  JSON.parse(json);
  return json;
}
