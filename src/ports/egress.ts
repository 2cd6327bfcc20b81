/**
 * The one way out to addresses that callers name: webhook tools, imports, anything with a URL from outside.
 *
 * Promises: only `http:` and `https:` URLs without credentials are called; a name is looked up once per hop, and nothing
 * is connected to when any of its addresses is private, loopback, link-local or otherwise not of the public internet,
 * unless the deployment allows the host by name; the connection goes to an address that was checked; a certificate is
 * checked against the name. Every redirect is checked like a first call and one to another origin carries none of
 * `headers`. No proxy, no cookie and no connection of another call is used.
 *
 * Fails with ServiceError: `BAD_REQUEST` for a URL or headers that can't be called, `BAD_GATEWAY` for everything that
 * goes wrong on the way. No message holds an address, and a name that does not exist reads as one that may not be called.
 */
export interface Egress {
  /** Follows up to 3 redirects of a GET and none of a POST; one beyond is answered as it came. */
  fetch(request: EgressRequest): Promise<EgressAnswer>;
  /**
   * What is wrong with a URL as far as it shows without asking the network, to go after a field's path (`must be …`);
   * undefined: nothing. `fetch` checks it all again.
   */
  objection(url: string): string | undefined;
}

export interface EgressRequest {
  url: string;
  method: 'GET' | 'POST';
  /** Names in lower case. What belongs to the connection (`host`, `content-length` and the like) is the adapter's. */
  headers?: Readonly<Record<string, string>>;
  body?: string;
  /** Milliseconds from the call to the last byte, redirects included. */
  deadlineMs: number;
  /** Most bytes of a body; a longer one is broken off and fails. Bodies are asked for and taken uncompressed only. */
  maxBytes: number;
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: AbortSignal | undefined;
}

export interface EgressAnswer {
  /** Any final status, errors included. */
  status: number;
  /** Names in lower case; values of one name joined by `, `. */
  headers: Readonly<Record<string, string>>;
  body: Buffer;
}
