import { isIP } from 'node:net';
import type { IncomingMessage } from 'node:http';
import type { EgressRequest } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { rejectOnAbort } from '../../shared/timeout.ts';
import { isAllowed } from './addresses.ts';
import { AllowedHosts } from './allow-hosts.ts';
import { type Connect, connectDirectly, openConnection } from './connect.ts';
import { exchange } from './exchange.ts';
import { type Resolve, createResolve } from './resolve.ts';
import { type Target, readTarget } from './target.ts';

export interface NetworkOptions {
  /** `host` or `host:port` entries that may be private. */
  allowHosts: readonly string[];
  /** The certificates that are trusted instead of the public authorities, PEM. */
  ca?: string;
  resolve?: Resolve;
  connect?: Connect;
}

/** What requests are sent through. */
export type Network = ReturnType<typeof createNetwork>;

export function createNetwork({
  allowHosts,
  ca,
  resolve = createResolve(),
  connect = connectDirectly,
}: NetworkOptions) {
  return { allowed: new AllowedHosts(allowHosts), ca, resolve, connect };
}

export type Call = Pick<EgressRequest, 'url' | 'method' | 'headers'> & {
  body?: string | Uint8Array | undefined;
  /** The header `Range`, which is sent to every origin. */
  range?: Readonly<Record<string, string>>;
};

export interface OpenResponse {
  response: IncomingMessage;
  close(): void;
}

const GET_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Calls URLs with Node's HTTP client, each on its own connection to a checked address. Follows redirects to the final
 * response, whose connection is open until it is closed.
 */
export async function openResponse(request: Call, network: Network, signal: AbortSignal): Promise<OpenResponse> {
  const max = request.method === 'GET' ? GET_REDIRECTS : 0;
  let target = assertTarget(request.url, network.allowed);
  let hop = request;
  for (let redirects = 0; ; redirects += 1) {
    const opened = await call(hop, target, network, signal);
    const { location } = opened.response.headers;
    if (!REDIRECTS.has(opened.response.statusCode ?? 0) || location === undefined || redirects >= max) return opened;
    opened.close();
    const next = redirectTarget(location, target, network.allowed);
    hop = redirectCall(hop, target, next);
    target = next;
  }
}

async function call(request: Call, target: Target, network: Network, signal: AbortSignal): Promise<OpenResponse> {
  const addresses = await checkedAddresses(target, network.resolve, signal);
  const socket = await openConnection(target, addresses, { ...network, signal });
  const end = (): void => void socket.destroy();
  signal.addEventListener('abort', end, { once: true });
  const close = (): void => {
    signal.removeEventListener('abort', end);
    socket.destroy();
  };
  try {
    signal.throwIfAborted();
    const { method, body } = request;
    const headers = { ...request.headers, ...request.range };
    return { response: await exchange(socket, { url: target.url, method, headers, body }), close };
  } catch (error) {
    close();
    throw error;
  }
}

function assertTarget(text: string, allowed: AllowedHosts): Target {
  const target = readTarget(text, allowed);
  if (typeof target === 'string') throw new ServiceError('BAD_REQUEST', `The address ${target}`);
  return target;
}

function redirectTarget(location: string, from: Target, allowed: AllowedHosts): Target {
  const target = readTarget(location, allowed, from.url);
  if (typeof target === 'string' || (from.secure && !target.secure)) {
    throw new ServiceError('BAD_GATEWAY', 'The address redirects to a host that is not allowed');
  }
  return target;
}

/** A redirect is followed with GET and, to another origin, without the caller's headers, which may be secrets. */
function redirectCall(request: Call, from: Target, to: Target): Call {
  const { body: _body, ...rest } = request;
  return { ...rest, method: 'GET', headers: from.url.origin === to.url.origin ? (request.headers ?? {}) : {} };
}

/** One lookup; all addresses must be allowed, because a name with a single private address is probably an attack. */
async function checkedAddresses(target: Target, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await rejectOnAbort(
    resolve(target.host, { system: target.mayBePrivate, signal }).catch(() => []),
    signal,
  );
  const fits = (address: string): boolean => isIP(address) !== 0 && isAllowed(address, target.mayBePrivate);
  if (addresses.length === 0 || !addresses.every(fits)) {
    throw new ServiceError('BAD_GATEWAY', 'The host of the address was not found or is not allowed');
  }
  return addresses;
}
