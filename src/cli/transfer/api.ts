import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineError } from './lines.ts';

/** How long a service may be unavailable, or restart, before an import stops. It can be resumed. */
const MAX_OUTAGE_MS = 2 * 60 * 1000;
const MAX_PAUSE_MS = 10_000;

export interface Answer {
  status: number;
  body: { success?: boolean; data?: unknown; error?: string } & Record<string, unknown>;
}

export type RequestHeaders = Readonly<Record<string, string>>;

/** A repetition of the call within 24 hours, by a resumed import as well, changes nothing. */
export function idempotencyHeader(text: string): RequestHeaders {
  return { 'idempotency-key': `import-${createHash('sha256').update(text).digest('hex')}` };
}

/** The data of the answer to a line. @throws LineError with the error of any but 200 */
export function readData<T>({ status, body }: Answer): T {
  if (status !== 200) throw new LineError(body.error);
  return body.data as T;
}

/** Calls a site's API as its key allows. Requests that the service did not answer, or not now, are repeated. */
export class SiteApi {
  readonly url: string;
  private readonly key: string;

  constructor(url: string, key: string) {
    this.url = url.replace(/\/+$/, '');
    this.key = key;
  }

  async call(method: string, path: string, body?: unknown, headers: RequestHeaders = {}): Promise<Answer> {
    return this.send(method, `/api/sdk${path}`, { 'x-svc-api-key': this.key, ...headers }, body) as Promise<Answer>;
  }

  /** The data of a call that must succeed. */
  async data<T>(method: string, path: string, body?: unknown, headers: RequestHeaders = {}): Promise<T> {
    const { status, body: answer } = await this.call(method, path, body, headers);
    if (status !== 200) throw new Error(`${method} ${path}: ${status} ${answer.error ?? ''}`);
    return answer.data as T;
  }

  /** The data of a GraphQL operation. @throws LineError with its first error */
  async graphql<T>(
    query: string,
    variables: object,
    credentials: Record<string, string> = { 'x-svc-api-key': this.key },
  ): Promise<T> {
    const { body } = await this.send('POST', '/graphql', credentials, { query, variables });
    const { data, errors } = body as { data?: T | null; errors?: { message: string }[] };
    // A field that fails is null, beside its error.
    if (!data || errors) throw new LineError(errors?.[0]?.message);
    return data;
  }

  /** Sends the content of a file to where a grant of the service says. */
  upload(url: string, headers: Headers, open: () => Readable): Promise<Response> {
    return fetchWithRetry(() => fetch(url, { method: 'PUT', headers, body: Readable.toWeb(open()), duplex: 'half' }));
  }

  private async send(method: string, path: string, extraHeaders: RequestHeaders, body: unknown) {
    const headers = body === undefined ? extraHeaders : { ...extraHeaders, 'content-type': 'application/json' };
    // Without a body it is undefined.
    const request = { method, headers, body: JSON.stringify(body), redirect: 'manual' } as const;
    const response = await fetchWithRetry(() => fetch(this.url + path, request));
    const location = response.headers.get('location');
    // It would get the key, and a POST would become a GET.
    if (location !== null)
      throw new Error(`${this.url} redirects to ${location}: use the address that it leads to as --url`);
    return { status: response.status, body: await response.json() };
  }
}

/** Waits where the rate limit is exceeded, and while the server is not reachable. */
export async function fetchWithRetry(send: () => Promise<Response>, maxOutageMs = MAX_OUTAGE_MS): Promise<Response> {
  const end = Date.now() + maxOutageMs;
  for (let pause = 250; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const answer = await send().catch((error: unknown) => {
      if (Date.now() > end) throw error;
      return null;
    });
    if (answer && answer.status !== 429 && answer.status < 500) return answer;
    if (answer && Date.now() > end) throw new Error(`The server answers ${answer.status}: ${await answer.text()}`);
    await sleep(Math.max(pause, Number(answer?.headers.get('retry-after') ?? 0) * 1000));
  }
}
