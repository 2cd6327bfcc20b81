import { CohereError } from 'cohere-ai';
import { type CallFailure, type CallOptions, callModelService } from '../model-service/call.ts';

/** Calls Cohere with a deadline and retries. */
export async function callCohere<T>(attempt: (signal: AbortSignal) => Promise<T>, options: CallOptions): Promise<T> {
  return callModelService(attempt, options, readFailure);
}

function readFailure(error: unknown): CallFailure | undefined {
  if (!(error instanceof CohereError)) return undefined;
  return { status: error.statusCode, retryAfter: error.rawResponse?.headers.get('retry-after') };
}
