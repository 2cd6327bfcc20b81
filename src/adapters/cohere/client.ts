import { CohereClientV2, CohereError } from 'cohere-ai';
import { type CallService, callModelService } from '../model-service/call.ts';
import { boundedFetch } from './bounded-fetch.ts';

export interface CohereAccess {
  apiKey?: string | undefined;
  /** Default: the public address of the API. */
  baseUrl?: string | undefined;
  /** Default: that of Node, without rules for hosts. */
  fetch?: typeof fetch | undefined;
}

/** A client of Cohere's API v2, without the library's retries and with a limit on the size of responses. */
export function createCohereClient({ apiKey = 'none', baseUrl, fetch = boundedFetch() }: CohereAccess): CohereClientV2 {
  return new CohereClientV2({
    token: apiKey,
    maxRetries: 0,
    fetch,
    ...(baseUrl !== undefined && { baseUrl }),
  });
}

/** Calls Cohere with a deadline and retries. */
export const callCohere: CallService = (attempt, options) =>
  callModelService(attempt, options, (error) => {
    if (!(error instanceof CohereError)) return undefined;
    return { status: error.statusCode, retryAfter: error.rawResponse?.headers.get('retry-after') };
  });
