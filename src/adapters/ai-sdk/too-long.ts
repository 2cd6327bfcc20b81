import { APICallError } from '@ai-sdk/provider';
import { statusOf } from './call.ts';

/** 500: llama.cpp, for a text to embed that is longer than its batch. */
const STATUSES = new Set([400, 413, 422, 500]);
/** As OpenAI, llama.cpp, vLLM, Ollama, Mistral and Hugging Face say it. */
const MESSAGE = /too (?:large|long|many tokens)|context (?:length|size|window)|exceed|less than \d+ tokens/i;

/** Whether a service rejects a request because it is longer than its model can read. */
export function isTooLong(error: unknown): boolean {
  return APICallError.isInstance(error) && STATUSES.has(statusOf(error) ?? 0) && MESSAGE.test(error.message);
}
