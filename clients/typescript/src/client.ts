import createOpenApiClient, { type Client } from 'openapi-fetch';
import { type ChatEvent, type ChatInput, streamChat } from './chat-stream.ts';
import { throwForError } from './lectern-error.ts';
import type { components, paths } from './openapi.ts';
import { writeQuery } from './query.ts';
import { type RetryOptions, retrying } from './retry.ts';
import { type UploadableFile, type UploadedFile, type UploadOptions, uploadFile } from './upload.ts';

export { LecternError } from './lectern-error.ts';
export { sendFile } from './upload.ts';
export type { ChatEvent, ChatInput } from './chat-stream.ts';
export type { UploadableFile, UploadedFile, UploadOptions } from './upload.ts';
export type { components, operations, paths } from './openapi.ts';

/** The objects of the API, by the names that they have in OpenAPI: `Schemas['ContentItem']`. */
export type Schemas = components['schemas'];

export interface LecternOptions extends RetryOptions {
  /** URL of the service, such as `https://cms.example.org`. */
  url: string;
  /** API key of the site. It must stay on a server. */
  apiKey: string;
  /** ID token of the user for whom the calls are made. */
  identityToken?: string;
  /**
   * Shows drafts and unpublished items: true with a key that has the scope `preview`, or by a preview token. A search or
   * chat uses them with `preview: true` in its input.
   */
  preview?: boolean | { token: string };
  /** Default: the global `fetch`. */
  fetch?: (request: Request) => Promise<Response>;
}

export interface Lectern {
  /** One method per HTTP method, with the paths of the API. Each throws a `LecternError` for an error of the service. */
  api: Client<paths>;
  /** Sends a message to the agent; the events of its answer. Leaving the loop, or the signal, stops the agent. */
  chat(input: ChatInput, options?: { signal?: AbortSignal }): AsyncGenerator<ChatEvent, void, void>;
  /** Uploads a file to a signed URL, in two steps, whatever its size. */
  upload(file: UploadableFile, options?: UploadOptions): Promise<UploadedFile>;
}

/** A client of one site. It has no connection of its own: make one per user if you pass identity tokens. */
export function createLectern({ url, apiKey, identityToken, preview, fetch, ...retries }: LecternOptions): Lectern {
  const headers = {
    'x-svc-api-key': apiKey,
    ...(identityToken === undefined ? {} : { authorization: `Bearer ${identityToken}` }),
    ...previewHeader(preview),
  };
  const send = retrying(fetch ?? ((request) => globalThis.fetch(request)), retries);
  const baseUrl = url.replace(/\/$/, '');
  const api = createOpenApiClient<paths>({ baseUrl, headers, fetch: send, querySerializer: writeQuery });
  api.use({ onRequest: ({ request }) => identify(request), onResponse: ({ response }) => throwForError(response) });
  return {
    api,
    chat: (input, options) => streamChat({ url: new URL('/api/sdk/agent/chat', url), headers, send }, input, options),
    upload: (file, options) => uploadFile(api, file, options),
  };
}

/** The body of a successful call: `const { data } = await bodyOf(lectern.api.GET(…))`. */
export async function bodyOf<Body>(call: Promise<{ data?: Body; response: Response }>): Promise<NonNullable<Body>> {
  const { data, response } = await call;
  if (data === undefined || data === null)
    throw new Error(`${response.url} answered ${response.status} without a body`);
  return data;
}

function previewHeader(preview: LecternOptions['preview']): Record<string, string> {
  if (typeof preview === 'object') return { 'x-svc-preview-token': preview.token };
  return preview === true ? { 'x-svc-preview': 'true' } : {};
}

/** A key for each POST, so that repeating it creates nothing twice. The service ignores it where it does not apply. */
function identify(request: Request): void {
  if (request.method === 'POST' && !request.headers.has('idempotency-key')) {
    request.headers.set('idempotency-key', crypto.randomUUID());
  }
}
