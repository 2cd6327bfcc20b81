import { isIP } from 'node:net';
import type { Egress, EgressAnswer, EgressRequest } from '../../ports/egress.ts';
import { ServiceError } from '../../shared/errors.ts';
import { reachOf } from './addresses.ts';
import { AllowedHosts } from './allow-hosts.ts';
import { type Connect, connectDirectly, openConnection } from './connect.ts';
import { exchange } from './exchange.ts';
import { type Resolve, createResolve } from './resolve.ts';
import { type Target, readTarget } from './target.ts';

export interface HttpEgressOptions {
  /** `host` or `host:port` entries that may be private. */
  allowHosts: readonly string[];
  /** Certificates to trust instead of the well-known authorities, PEM. */
  ca?: string;
  resolve?: Resolve;
  connect?: Connect;
}

const GET_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** Calls over Node's own HTTP client, on a connection of its own to an address that was checked. */
export function createHttpEgress({
  allowHosts,
  ca,
  resolve = createResolve(),
  connect = connectDirectly,
}: HttpEgressOptions): Egress {
  const allowed = new AllowedHosts(allowHosts);

  async function follow(request: EgressRequest, signal: AbortSignal): Promise<EgressAnswer> {
    const most = request.maxRedirects ?? (request.method === 'GET' ? GET_REDIRECTS : 0);
    let target = targetOrRefuse(request.url, allowed);
    let hop: EgressRequest = request;
    for (let redirects = 0; ; redirects += 1) {
      const answer = await call(hop, target, signal);
      const location = answer.headers['location'];
      if (!REDIRECTS.has(answer.status) || location === undefined || redirects >= most) return answer;
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
        throw deadline.aborted ? failed('There was no answer in time', error) : asServiceError(error);
      }
    },
    objection(url) {
      const target = readTarget(url, allowed);
      return typeof target === 'string' ? target : undefined;
    },
  };
}

function targetOrRefuse(text: string, allowed: AllowedHosts): Target {
  const target = readTarget(text, allowed);
  if (typeof target === 'string') throw new ServiceError('BAD_REQUEST', `The address ${target}`);
  return target;
}

function redirectTarget(location: string, from: Target, allowed: AllowedHosts): Target {
  const target = readTarget(location, allowed, from.url);
  if (typeof target === 'string' || (from.secure && !target.secure)) {
    throw new ServiceError('BAD_GATEWAY', 'The address redirects to where calls may not go');
  }
  return target;
}

/** What a redirect is asked with: GET, and to another origin none of the caller's headers, which may be secrets. */
function redirected(request: EgressRequest, from: Target, to: Target): EgressRequest {
  const { body: _body, ...rest } = request;
  return { ...rest, method: 'GET', headers: from.url.origin === to.url.origin ? (request.headers ?? {}) : {} };
}

/** Looked up once; all must be allowed, as a name with one private address is meant to reach it sooner or later. */
async function checkedAddresses(target: Target, resolve: Resolve, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(target.host) !== 0) return [target.host];
  const addresses = await untilAborted(
    resolve(target.host, { system: target.mayBePrivate, signal }).catch(() => []),
    signal,
  );
  const fits = (address: string): boolean => {
    const reach = isIP(address) === 0 ? 'never' : reachOf(address);
    return reach === 'public' || (reach === 'private' && target.mayBePrivate);
  };
  if (addresses.length === 0 || !addresses.every(fits)) {
    throw new ServiceError('BAD_GATEWAY', 'The host of the address was not found or may not be called');
  }
  return addresses;
}

function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

function asServiceError(error: unknown): unknown {
  if (error instanceof ServiceError) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code.startsWith('ERR_INVALID_') || code === 'ERR_UNESCAPED_CHARACTERS') {
    return new ServiceError('BAD_REQUEST', 'The headers of the call are not valid', {}, { cause: error });
  }
  if (code === 'HPE_HEADER_OVERFLOW') return failed('The headers of the answer are too large', error);
  if (code.startsWith('HPE_')) return failed('The answer is not valid HTTP', error);
  return code === '' ? error : failed('The connection broke off', error);
}

function failed(message: string, cause: unknown): ServiceError {
  return new ServiceError('BAD_GATEWAY', message, {}, { cause });
}
