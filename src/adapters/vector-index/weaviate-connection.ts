import { connect } from 'node:net';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import weaviate, { type WeaviateClient } from 'weaviate-client';
import { Breaker } from '../../shared/breaker.ts';
import { ServiceError } from '../../shared/errors.ts';
import { OutageError } from '../../shared/outage.ts';

export interface WeaviateAccess {
  /** Of the REST interface. */
  url: string;
  /** Of the gRPC interface; default: Weaviate Cloud's own for its addresses, else port 50051 of the same host. */
  grpcUrl?: string | undefined;
  apiKey?: string | undefined;
  /** How long one call may take while the server answers others; default 10 s, and 60 s for one that writes. */
  deadlineMs?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Takes the longer deadline. */
  writes?: boolean;
}

/** What jobs wait for, and health names. */
export const DEPENDENCY = 'vector index';

const READ_MS = 10_000;
const WRITE_MS = 60_000;
const MIN_VERSION = { major: 1, minor: 30 };

/**
 * The one way to Weaviate: every call has a deadline, fails with an outage in the service's own words, and is not even tried
 * while the server is known to be away.
 */
export class WeaviateConnection {
  readonly #access: WeaviateAccess;
  readonly #breaker: Breaker;
  #client: WeaviateClient;
  #known: Promise<void> | undefined;
  #closed = false;

  private constructor(client: WeaviateClient, access: WeaviateAccess) {
    this.#client = client;
    this.#access = access;
    this.#breaker = new Breaker({
      probe: (signal) => this.#probe(signal),
      outage: (cause) => {
        // A channel that stays open goes on trying to connect, each time later, and new ones to that address wait with it.
        void this.#client.close();
        return cause instanceof Error ? cause : new Error('fetch failed');
      },
    });
  }

  /** Needs no network: the first call is the first that looks for the server. */
  static async open(access: WeaviateAccess): Promise<WeaviateConnection> {
    await silenceRetries();
    return new WeaviateConnection(await clientOf(access), access);
  }

  /** Called whenever the server answers again after it was away. */
  onBack(listener: () => void): void {
    this.#breaker.onBack(listener);
  }

  /** @param what the work in words that fit behind "could not", for the error and the log. */
  async call<T>(what: string, work: (client: WeaviateClient) => Promise<T>, options: CallOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    if (this.#closed) throw new ServiceError('UNAVAILABLE', 'The vector index is closed');
    const ms = this.#access.deadlineMs ?? (options.writes === true ? WRITE_MS : READ_MS);
    const attempt = async (): Promise<T> => {
      await this.#meet();
      return work(this.#client);
    };
    try {
      return await within(ms, options.signal, () => this.#breaker.call(attempt, isUnreachable));
    } catch (error) {
      options.signal?.throwIfAborted();
      throw outageOf(error, what);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#breaker.close();
    await this.#client.close();
  }

  /** Asks by both interfaces, with a new client, which takes the place of the former one where that was closed. */
  async #probe(signal: AbortSignal): Promise<void> {
    await Promise.all([new URL(this.#access.url), grpcAddress(this.#access)].map((url) => reach(url, signal)));
    let client = await clientOf(this.#access);
    try {
      await client.getWeaviateVersion();
      // A server that starts answers by both interfaces before it can serve.
      if (!(await client.isReady())) throw new Error('UNAVAILABLE: the server is not ready');
      await client.collections
        .use('Nobody')
        .length()
        .catch((error: unknown) => {
          if (isUnreachable(error)) throw error;
        });
      if (signal.aborted || this.#closed || !this.#breaker.isAway) return;
      [this.#client, client] = [client, this.#client];
      this.#known = undefined;
    } finally {
      await client.close();
    }
  }

  /**
   * Asks for the server's version before anything else, and again as long as it was not told. The client asks for it by
   * itself whenever a collection is named, and leaves a failure of that unhandled, which ends the process; an answer it keeps.
   */
  #meet(): Promise<void> {
    this.#known ??= this.#client.getWeaviateVersion().then(
      (version) => {
        if (version.isAtLeast(MIN_VERSION.major, MIN_VERSION.minor, 0)) return;
        throw new OutageError(DEPENDENCY, `Weaviate ${MIN_VERSION.major}.${MIN_VERSION.minor} or newer is needed`);
      },
      (error: unknown) => {
        this.#known = undefined;
        throw error;
      },
    );
    return this.#known;
  }
}

/** A tenant is made with its first chunk: until then the server doesn't know it. */
export function isMissingTenant(error: unknown): boolean {
  return error instanceof ServiceError && textOf(error.cause).includes('tenant not found');
}

export function isMissingCollection(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return statusOf(error.cause) === 404 || /could not find class|class not found/.test(textOf(error.cause));
}

/** Another instance was quicker. */
export function isAlreadyThere(error: unknown): boolean {
  return error instanceof ServiceError && /already exists/.test(textOf(error.cause));
}

function clientOf(access: WeaviateAccess): Promise<WeaviateClient> {
  const [http, grpc] = [new URL(access.url), grpcAddress(access)];
  return weaviate.connectToCustom({
    httpHost: http.hostname,
    httpPort: portOf(http),
    httpSecure: isSecure(http),
    httpPath: pathOf(http),
    grpcHost: grpc.hostname,
    grpcPort: portOf(grpc),
    grpcSecure: isSecure(grpc),
    ...(access.apiKey === undefined ? {} : { authCredentials: new weaviate.ApiKey(access.apiKey) }),
    timeout: {
      query: (access.deadlineMs ?? READ_MS) / 1000,
      insert: (access.deadlineMs ?? WRITE_MS) / 1000,
    },
    skipInitChecks: true,
  });
}

/** A port that nobody listens at is told at once; the client would try it again and again. */
function reach(url: URL, signal: AbortSignal): Promise<void> {
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: portOf(url), signal });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once('connect', resolve).once('error', reject);
  return promise.finally(() => socket.destroy());
}

function outageOf(error: unknown, what: string): ServiceError {
  if (error instanceof ServiceError) return error;
  return new OutageError(DEPENDENCY, `${reasonOf(error)}: it could not ${what}`, { cause: error });
}

function reasonOf(error: unknown): string {
  const text = textOf(error);
  if (/unauthenticated|invalid api key/i.test(text)) return 'The vector index does not accept the API key';
  if (/PERMISSION_DENIED|forbidden|insufficient permissions/i.test(text)) return 'The vector index does not allow this';
  if (isLate(error)) return 'The vector index did not answer in time';
  if (isUnreachable(error)) return 'The vector index cannot be reached';
  return 'The vector index refused';
}

function isUnreachable(error: unknown): boolean {
  return (
    isLate(error) || /UNAVAILABLE|fetch failed|ECONN|EHOSTUNREACH|ENOTFOUND|status code: 5\d\d/.test(textOf(error))
  );
}

function isLate(error: unknown): boolean {
  return error instanceof Error && /timed? ?out|abort|in time/i.test(`${error.name} ${error.message}`);
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function statusOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The client's own deadlines leave out what it does before and between its calls. */
async function within<T>(ms: number, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('timed out')), ms + 100);
  const abort = (): void => reject(signal?.reason);
  signal?.addEventListener('abort', abort);
  try {
    return await Promise.race([work(), ended]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}

/** The client prints each failure that it retries to the console, stack and all. */
async function silenceRetries(): Promise<void> {
  const entry = pathToFileURL(createRequire(import.meta.url).resolve('weaviate-client'));
  const module = (await import(new URL('../esm/grpc/retry.js', entry).href).catch(() => ({}))) as RetryModule;
  if (module.retryOptions) module.retryOptions.onRetryableError = () => {};
}

interface RetryModule {
  retryOptions?: { onRetryableError: () => void };
}

function grpcAddress({ url, grpcUrl }: WeaviateAccess): URL {
  if (grpcUrl !== undefined) return new URL(grpcUrl);
  const http = new URL(url);
  if (/\.weaviate\.(cloud|network)$/.test(http.hostname)) return new URL(`https://grpc-${http.hostname}`);
  return new URL(`${http.protocol}//${http.hostname}:50051`);
}

function portOf(url: URL): number {
  return url.port === '' ? (isSecure(url) ? 443 : 80) : Number(url.port);
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'grpcs:';
}

function pathOf({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}
