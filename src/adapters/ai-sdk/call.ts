import { APICallError } from '@ai-sdk/provider';
import { ConnectionError } from '../egress/model-fetch.ts';
import { type CallFailure, type CallOptions, callModelService } from '../model-service/call.ts';

/** Calls a model of the AI SDK with a deadline and retries. */
export async function callAiSdk<T>(attempt: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> {
  return callModelService(attempt, options, readFailure);
}

function readFailure(error: unknown): CallFailure | undefined {
  if (isConnectionError(error)) return { status: undefined, retryAfter: undefined };
  const status = statusOf(error);
  if (!APICallError.isInstance(error) || status === undefined) return undefined;
  return { status, retryAfter: error.responseHeaders?.['retry-after'] };
}

/** The status of a rejection; undefined for anything else, such as an invalid response with status 200. */
export function statusOf(error: unknown): number | undefined {
  const status = APICallError.isInstance(error) ? error.statusCode : undefined;
  return status !== undefined && status >= 300 ? status : undefined;
}

const MAX_CAUSES = 5;

export function isConnectionError(error: unknown): boolean {
  for (let depth = 0, at = error; depth < MAX_CAUSES && at instanceof Error; depth++, at = at.cause) {
    if (at instanceof ConnectionError) return true;
  }
  return false;
}
