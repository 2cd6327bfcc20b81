import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import weaviate, { type WeaviateClient } from 'weaviate-client';
import { ServiceError } from '../../shared/errors.ts';
import { OutageError } from '../../shared/outage.ts';

export interface WeaviateAccess {
  /** Of the REST interface. */
  url: string;
  /** Of the gRPC interface; default: Weaviate Cloud's own for its addresses, else port 50051 of the same host. */
  grpcUrl?: string | undefined;
  apiKey?: string | undefined;
  /** How long one call may take; default 10 s, and 60 s for one that writes. */
  deadlineMs?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Takes the longer deadline. */
  writes?: boolean;
}

const READ_MS = 10_000;
const WRITE_MS = 60_000;
const OLDEST = { major: 1, minor: 30 };

/** The one way to Weaviate: every call has a deadline, and fails with `UNAVAILABLE` in the service's own words. */
export class WeaviateConnection {
  readonly #client: WeaviateClient;
  readonly #readMs: number;
  readonly #writeMs: number;
  #known: Promise<void> | undefined;
  #closed = false;

  private constructor(client: WeaviateClient, deadlineMs: number | undefined) {
    this.#client = client;
    this.#readMs = deadlineMs ?? READ_MS;
    this.#writeMs = deadlineMs ?? WRITE_MS;
  }

  /** Needs no network: the first call is the first that looks for the server. */
  static async open(access: WeaviateAccess): Promise<WeaviateConnection> {
    await silenceRetries();
    const [http, grpc] = [new URL(access.url), grpcAddress(access)];
    const client = await weaviate.connectToCustom({
      ...{ httpHost: http.hostname, httpPort: portOf(http), httpSecure: isSecure(http), httpPath: pathOf(http) },
      ...{ grpcHost: grpc.hostname, grpcPort: portOf(grpc), grpcSecure: isSecure(grpc) },
      ...(access.apiKey === undefined ? {} : { authCredentials: new weaviate.ApiKey(access.apiKey) }),
      timeout: { query: (access.deadlineMs ?? READ_MS) / 1000, insert: (access.deadlineMs ?? WRITE_MS) / 1000 },
      skipInitChecks: true,
    });
    return new WeaviateConnection(client, access.deadlineMs);
  }

  /** @param what the work in words that fit behind "could not", for the error and the log. */
  async call<T>(what: string, work: (client: WeaviateClient) => Promise<T>, options: CallOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    if (this.#closed) throw new ServiceError('UNAVAILABLE', 'The vector index is closed');
    const ms = options.writes === true ? this.#writeMs : this.#readMs;
    try {
      return await within(ms, options.signal, async () => {
        await this.#meet();
        return work(this.#client);
      });
    } catch (error) {
      options.signal?.throwIfAborted();
      throw refusalOf(error, what);
    }
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#client.close();
  }

  /**
   * Asks for the server's version before anything else, and again as long as it was not told. The client asks for it by
   * itself whenever a collection is named, and leaves a failure of that unhandled, which ends the process; an answer it keeps.
   */
  #meet(): Promise<void> {
    this.#known ??= this.#client.getWeaviateVersion().then(
      (version) => {
        if (version.isAtLeast(OLDEST.major, OLDEST.minor, 0)) return;
        throw new ServiceError('UNAVAILABLE', `Weaviate ${OLDEST.major}.${OLDEST.minor} or newer is needed`);
      },
      (error: unknown) => {
        this.#known = undefined;
        throw error;
      },
    );
    return this.#known;
  }
}

/** The site's tenant is made with its first chunk: until then the server doesn't know it. */
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

function refusalOf(error: unknown, what: string): ServiceError {
  if (error instanceof ServiceError) return error;
  return new OutageError('vector index', `${reasonOf(error)}: it could not ${what}`, { cause: error });
}

function reasonOf(error: unknown): string {
  const text = textOf(error);
  if (/unauthenticated|invalid api key/i.test(text)) return 'The vector index does not accept the API key';
  if (/PERMISSION_DENIED|forbidden|insufficient permissions/i.test(text)) return 'The vector index does not allow this';
  if (error instanceof Error && /timed? ?out|abort/i.test(`${error.name} ${text}`)) {
    return 'The vector index did not answer in time';
  }
  if (/UNAVAILABLE|fetch failed|ECONN/.test(text)) return 'The vector index cannot be reached';
  return 'The vector index refused';
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
