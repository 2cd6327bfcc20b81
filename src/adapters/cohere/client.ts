import { CohereClientV2 } from 'cohere-ai';
import { boundedFetch } from './bounded-fetch.ts';

export interface CohereAccess {
  apiKey: string;
  /** Where the API is, when not at its usual address. */
  baseUrl?: string;
}

/** The client of Cohere's API v2, without retries of its own and with answers of bounded size. */
export function createCohereClient({ apiKey, baseUrl }: CohereAccess): CohereClientV2 {
  return new CohereClientV2({
    token: apiKey,
    maxRetries: 0,
    fetch: boundedFetch(),
    ...(baseUrl !== undefined && { baseUrl }),
  });
}
