import { CohereClientV2 } from 'cohere-ai';
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
