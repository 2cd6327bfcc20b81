import { once } from 'node:events';
import { connect } from 'node:net';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import weaviate, { type WeaviateClient } from 'weaviate-client';
import { CircuitBreaker } from '../../../shared/circuit-breaker.ts';
import { ServiceError } from '../../../shared/errors.ts';
import { OutageError } from '../../../shared/outage.ts';
import { rejectOnAbort, withTimeout } from '../../../shared/timeout.ts';
import { PendingCalls } from './pending-calls.ts';

export interface WeaviateAccess {
  /** URL of the REST interface. */
  url: string;
  /** URL of the gRPC interface. Default: Weaviate Cloud's own for its addresses, otherwise port 50051 of the same host. */
  grpcUrl?: string | undefined;
  apiKey?: string | undefined;
  /** Timeout of one call; default 10 s, and 60 s for writes. */
  deadlineMs?: number | undefined;
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
  /** Uses the longer timeout. */
  writes?: boolean;
}

/** Name of the dependency for waiting jobs and the health check. */
export const DEPENDENCY = 'vector index';

const READ_MS = 10_000;
const WRITE_MS = 60_000;
const MIN_VERSION = { major: 1, minor: 30 };
/** Longer than a server takes, because this process may be busy. */
const PROBE_LIMIT_MS = 1_800;
const FIRST_PAUSE_MS = 100;
const MAX_PAUSE_MS = 1_000;

/**
 * All calls to Weaviate: every call has a timeout, fails with an outage error of the service, and fails immediately
 * while the server is known to be unavailable.
 */
export class WeaviateConnection {
  private readonly access: WeaviateAccess;
  private readonly breaker: CircuitBreaker;
  private readonly calls: PendingCalls;
  private client: WeaviateClient;
  private version: Promise<void> | undefined;
  private closed = false;

  private constructor(client: WeaviateClient, access: WeaviateAccess) {
    this.client = client;
    this.access = access;
    this.breaker = new CircuitBreaker({
      probe: () => {
        const signal = AbortSignal.timeout(PROBE_LIMIT_MS);
        return rejectOnAbort(this.probe(signal), signal);
      },
      firstPauseMs: FIRST_PAUSE_MS,
      maxPauseMs: MAX_PAUSE_MS,
    });
    // An open channel retries with increasing pauses, which also delays new channels to the same address.
    this.breaker.onOpen(() => void this.client.close());
    this.calls = new PendingCalls(this.breaker);
  }

  /** Needs no network: the server is contacted by the first call. */
  static async open(access: WeaviateAccess): Promise<WeaviateConnection> {
    await silenceRetries();
    return new WeaviateConnection(await createClient(access), access);
  }

  /** Adds a listener that runs whenever the server is available again after an outage. */
  onBack(listener: () => void): void {
    this.breaker.onClose(listener);
  }

  /** @param what describes the work, to follow "could not" in the error and the log */
  async call<T>(what: string, work: (client: WeaviateClient) => Promise<T>, options: CallOptions = {}): Promise<T> {
    options.signal?.throwIfAborted();
    if (this.closed) throw new ServiceError('UNAVAILABLE', 'The vector index is closed');
    const ms = this.access.deadlineMs ?? (options.writes === true ? WRITE_MS : READ_MS);
    const attempt = async (): Promise<T> => {
      await this.checkVersion();
      return work(this.client);
    };
    try {
      // The client's own timeouts do not include the time before and between its calls.
      const answer = withTimeout(ms + 100, this.calls.run(attempt, isUnreachable), () => new Error('timed out'));
      return await rejectOnAbort(answer, options.signal);
    } catch (error) {
      options.signal?.throwIfAborted();
      if (error instanceof ServiceError) throw error;
      throw new OutageError(DEPENDENCY, `${describeError(error)}: it could not ${what}`, { cause: error });
    }
  }

  async close(): Promise<void> {
    if (this.closed) return;
    this.closed = true;
    this.breaker.stop();
    await this.client.close();
  }

  /** Checks both interfaces with a new client, which replaces the previous one if that was closed. */
  private async probe(signal: AbortSignal): Promise<void> {
    await Promise.all([new URL(this.access.url), grpcAddress(this.access)].map((url) => reach(url, signal)));
    let client = await createClient(this.access);
    try {
      await client.getWeaviateVersion();
      // A starting server answers on both interfaces before it can serve requests.
      if (!(await client.isReady())) throw new Error('UNAVAILABLE: the server is not ready');
      await client.collections
        .use('Missing')
        .length()
        .catch((error: unknown) => {
          if (isUnreachable(error)) throw error;
        });
      if (signal.aborted || this.closed || !this.breaker.outage) return;
      [this.client, client] = [client, this.client];
      this.version = undefined;
    } finally {
      await client.close();
    }
  }

  /**
   * Requests the server's version before anything else, and again until it is known. The client itself requests it
   * whenever a collection is named, and a failure is an unhandled rejection, which ends the process; a known version is
   * reused.
   */
  private checkVersion(): Promise<void> {
    this.version ??= this.client.getWeaviateVersion().then(
      (version) => {
        if (version.isAtLeast(MIN_VERSION.major, MIN_VERSION.minor, 0)) return;
        throw new OutageError(DEPENDENCY, `Weaviate ${MIN_VERSION.major}.${MIN_VERSION.minor} or newer is required`);
      },
      (error: unknown) => {
        this.version = undefined;
        throw error;
      },
    );
    return this.version;
  }
}

/** A tenant is created with its first chunk: until then the server does not know it. */
export function isMissingTenant(error: unknown): boolean {
  return error instanceof ServiceError && errorText(error.cause).includes('tenant not found');
}

export function isMissingCollection(error: unknown): boolean {
  if (!(error instanceof ServiceError)) return false;
  return errorStatus(error.cause) === 404 || /could not find class|class not found/.test(errorText(error.cause));
}

/** Another instance was faster. */
export function isDuplicate(error: unknown): boolean {
  return error instanceof ServiceError && /already exists/.test(errorText(error.cause));
}

function createClient(access: WeaviateAccess): Promise<WeaviateClient> {
  const [http, grpc] = [new URL(access.url), grpcAddress(access)];
  return weaviate.connectToCustom({
    httpHost: http.hostname,
    httpPort: readPort(http),
    httpSecure: isSecure(http),
    httpPath: readPath(http),
    grpcHost: grpc.hostname,
    grpcPort: readPort(grpc),
    grpcSecure: isSecure(grpc),
    ...(access.apiKey === undefined ? {} : { authCredentials: new weaviate.ApiKey(access.apiKey) }),
    timeout: {
      query: (access.deadlineMs ?? READ_MS) / 1000,
      insert: (access.deadlineMs ?? WRITE_MS) / 1000,
    },
    skipInitChecks: true,
  });
}

/** A closed port is reported immediately; the client would retry. */
async function reach(url: URL, signal: AbortSignal): Promise<void> {
  const socket = connect({ host: url.hostname.replace(/^\[|\]$/g, ''), port: readPort(url), signal });
  await once(socket, 'connect').finally(() => socket.destroy());
}

function describeError(error: unknown): string {
  const text = errorText(error);
  if (/unauthenticated|invalid api key/i.test(text)) return 'The vector index rejected the API key';
  if (/PERMISSION_DENIED|forbidden|insufficient permissions/i.test(text)) return 'The vector index denied permission';
  if (isLate(error)) return 'The vector index did not answer in time';
  if (isUnreachable(error)) return 'The vector index is not reachable';
  return 'The vector index rejected the request';
}

function isUnreachable(error: unknown): boolean {
  return (
    isLate(error) || /UNAVAILABLE|fetch failed|ECONN|EHOSTUNREACH|ENOTFOUND|status code: 5\d\d/.test(errorText(error))
  );
}

function isLate(error: unknown): boolean {
  return error instanceof Error && /timed? ?out|abort|in time/i.test(`${error.name} ${error.message}`);
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function errorStatus(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

/** The client prints each retried failure with its stack to the console. */
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

function readPort(url: URL): number {
  return url.port === '' ? (isSecure(url) ? 443 : 80) : Number(url.port);
}

function isSecure(url: URL): boolean {
  return url.protocol === 'https:' || url.protocol === 'grpcs:';
}

function readPath({ pathname }: URL): string {
  return pathname.replace(/\/+$/, '');
}
