import { isIP } from 'node:net';
import type { Egress, EgressAnswer, EgressRequest } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { unlessAborted } from '../../shared/within.ts';
import { reachOf } from './addresses.ts';
import { AllowedHosts } from './allow-hosts.ts';
import { type Connect, connectDirectly, openConnection } from './connect.ts';
import { exchange } from './exchange.ts';
import { type Resolve, createResolve } from './resolve.ts';
import { type Target, readTarget } from './target.ts';

export interface HttpEgressOptions {
  /** `host` or `host:port` entries that may be private. */
  allowHosts: readonly string[];
  /** Trusted certificates instead of the public authorities, PEM. */
  ca?: string;
  resolve?: Resolve;
  connect?: Connect;
}

const GET_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Calls URLs with Node's HTTP client, each on its own connection to a checked address. */
export function createHttpEgress({
  allowHosts,
  ca,
  resolve = createResolve(),
  connect = connectDirectly,
}: HttpEgressOptions): Egress {
  const allowed = new AllowedHosts(allowHosts);

  async function follow(request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer> {
    const max = request.method === 'GET' ? GET_REDIRECTS : 0;
    let target = assertTarget(request.url, allowed);
    let hop: EgressRequest = request;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await call(hop, target, signal);
      const location = answer.headers['location'];
      if (!REDIRECTS.has(answer.status) || location === undefined || redirects >= max) return answer;
      const next = redirectTarget(location, target, allowed);
      hop = redirected(hop, target, next);
      target = next;
    }
  }

  async function call(request: EgressRequest, target: Target, signal: AbortSignal): Promise<EgressAnswer> {
    const addresses = await checkedAddresses(target, resolve, signal);
    const socket = await openConnection(target, addresses, { connect, ca, signal });
    const end = (): void => void socket.destroy();
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      const { method, headers = {}, body, maxBytes } = request;
      return await exchange(socket, { url: target.url, method, headers, body, maxBytes });
    } finally {
      signal.removeEventListener('abort', end);
      socket.destroy();
    }
  }

  return {
    async fetch(request) {
      const deadline = AbortSignal.timeout(request.deadlineMs);
      const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
      try {
        signal.throwIfAborted();
        return await follow(request, signal);
      } catch (error) {
        request.signal?.throwIfAborted();
        throw deadline.aborted ? failed('The request timed out', error) : asServiceError(error);
      }
    },
    validateUrl(url) {
      const target = readTarget(url, allowed);
      return typeof target === 'string' ? target : undefined;
    },
  };
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
function redirected(request: EgressRequest, from: Target, to: Target): EgressRequest {
  const { body: _body, ...rest } = request;
  return { ...rest, method: 'GET', headers: from.url.origin === to.url.origin ? (request.headers ?? {}) : {} };
}

/** One lookup; all addresses must be allowed, because a name with a single private address is probably an attack. */
async function checkedAddresses(target: Target, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await unlessAborted(
    resolve(target.host, { system: target.mayBePrivate, signal }).catch(() => []),
    signal,
  );
  const fits = (address: string): boolean => {
    const reach = isIP(address) === 0 ? 'never' : reachOf(address);
    return reach === 'public' || (reach === 'private' && target.mayBePrivate);
  };
  if (addresses.length === 0 || !addresses.every(fits)) {
    throw new ServiceError('BAD_GATEWAY', 'The host of the address was not found or is not allowed');
  }
  return addresses;
}

function asServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_INVALID_') || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new ServiceError('BAD_REQUEST', 'The headers of the request are invalid', {}, { cause: error });
  }
  if (code === 'HPE_HEADER_OVERFLOW') return failed('The headers of the response are too large', error);
  if (code.startsWith('HPE_')) return failed('The response is not valid HTTP', error);
  return code === '' ? error : failed('The connection was closed before the response was complete', error);
}

function failed(message: string, cause: unknown): ServiceError {
  return new ServiceError('BAD_GATEWAY', message, {}, { cause });
}
