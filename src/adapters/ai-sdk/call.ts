import { APICallError } from '@ai-sdk/provider';
import { ConnectionError } from '../../ports/egress.ts';
import { errorChain } from '../../shared/errors.ts';
import { type CallService, callModelService } from '../model-service/call.ts';

/** Calls a model of the AI SDK with a deadline and retries. */
export const callAiSdk: CallService = (attempt, options) =>
  callModelService(attempt, options, (error) => {
    if (isConnectionError(error)) return { status: undefined, retryAfter: undefined };
    const status = responseStatus(error);
    if (!APICallError.isInstance(error) || status === undefined) return undefined;
    return { status, retryAfter: error.responseHeaders?.['retry-after'] };
  });

/** The status of a rejection; undefined for anything else, such as an invalid response with status 200. */
export function responseStatus(error: unknown): number | undefined {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  return status !== undefined && status >= 300 ? status : undefined;
}

export function isConnectionError(error: unknown): boolean {
  return errorChain(error).some((cause) => cause instanceof ConnectionError);
}

/** 500: llama.cpp, for a text to embed that is longer than its batch. */
const TOO_LONG_STATUSES = new Set([400, 413, 422, 500]);
/** The messages of OpenAI, llama.cpp, vLLM, Ollama, Mistral and Hugging Face about an input that is too long. */
const TOO_LONG = /too (?:large|long|many tokens)|context (?:length|size|window)|exceed|less than \d+ tokens/i;

/** Tells whether a service rejects a request because it is longer than its model can read. */
export function isTooLong(error: unknown): boolean {
  return (
    APICallError.isInstance(error) && TOO_LONG_STATUSES.has(responseStatus(error) ?? 0) && TOO_LONG.test(error.message)
  );
}
