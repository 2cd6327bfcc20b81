/**
 * Calls URLs that callers provide: webhook tools and anything else with an external URL.
 * Promises: only `http:` and `https:` URLs without credentials are called; a name is resolved once per hop, and no
 * connection is opened if any of its addresses is private, loopback, link-local or otherwise not public, unless the
 * deployment allows the host by name; the connection goes to a checked address; the certificate is verified against the
 * name. Every redirect is checked like the first call, and one to another origin is sent without `headers`. No proxy,
 * no cookies and no connections of other calls are used.
 * Fails with ServiceError: `BAD_REQUEST` for an invalid URL or invalid headers, `BAD_GATEWAY` for every other failure.
 * No message contains an address, and an unknown name gets the same message as one that is not allowed.
 */
export interface Egress {
  /** Follows up to 3 redirects of a GET and none of a POST; one beyond is answered as it came. */
  fetch(request: EgressRequest): Promise<EgressAnswer>;
  /**
   * A GET of any size, whose body is read piece by piece: calls `receive` with the head of the final response, and
   * resolves with its result. The connection is closed when `receive` has ended, whether or not it read all. Reading
   * the body fails with BAD_GATEWAY if the connection breaks off or is too slow, and with PAYLOAD_TOO_LARGE beyond
   * `maxBytes`. Redirects are followed like those of `fetch`; other errors of `receive` are passed on.
   */
  download<T>(request: DownloadRequest, receive: (answer: DownloadAnswer) => Promise<T>): Promise<T>;
  /**
   * Why a URL is invalid, as far as it can be checked without the network, to follow a field's path (`must be …`);
   * undefined if it is valid. `fetch` checks it again.
   * @param options.isSecure for calls with secrets: `https:` only, unless the deployment allows the host by name
   */
  validateUrl(url: string, options?: { isSecure?: boolean }): string | undefined;
}

/** Opens the `fetch` for a library that calls the model service at a base URL. It fails with a ConnectionError. */
export type OpenModelFetch = (baseUrl: string) => typeof fetch;

/** A model service did not answer, or its answer broke off. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError';
}

export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST';
  /** Names in lower case. Headers of the connection (`host`, `content-length` and the like) are set by the adapter. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds from the call to the last byte, including redirects. */
  deadlineMs: number;
  /** Maximum size of a body; a longer one is aborted and fails. Only uncompressed bodies are requested and accepted. */
  maxBytes: number;
  /** The rest of a longer body is not read, instead of failing. */
  cutBody?: boolean;
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface EgressAnswer {
  /** Any final status, including errors. */
  status: number;
  /** Names in lower case; several values of a name are joined by `, `. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}

export interface DownloadRequest {
  url: string;
  /** The headers as for `fetch`, not sent to another origin. */
  headers?: Readonly<Record<string, string>>;
  /**
   * Requests the bytes from `start` on, if the content still has the validator (a strong entity tag, or a date of its
   * last modification). Unlike headers, it is sent to other origins, too. The server may answer with all bytes (200).
   */
  resume?: { start: number; validator: string } | undefined;
  /** Milliseconds from the call to the head of the final response. */
  deadlineMs: number;
  /** Maximum time without a byte of the body. */
  stallMs: number;
  /** Average after the first `stallMs` of waiting for the body; a slower body fails. */
  minBytesPerSecond: number;
  /** Maximum size of the body of this response. */
  maxBytes: number;
  /** Aborts the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface DownloadAnswer extends Omit<EgressAnswer, 'body'> {
  /** Can be read once. Uncompressed. */
  body: AsyncIterable<Buffer>;
}
