import type { DownloadAnswer, DownloadRequest, Egress, EgressAnswer, EgressRequest } from '../../ports/egress.ts';
import { boundedBody } from './bounded-body.ts';
import { badGateway, toServiceError } from './egress-error.ts';
import { flattenHeaders, readBody } from './exchange.ts';
import {
  type Call,
  type Network,
  type NetworkOptions,
  type OpenResponse,
  createNetwork,
  openResponse,
} from './open-response.ts';
import { readTarget } from './target.ts';

export function createHttpEgress(options: NetworkOptions): Egress {
  const network = createNetwork(options);
  return {
    fetch: (request) => fetchWhole(request, network),
    download: (request, receive) => download(request, receive, network),
    validateUrl(url, { isSecure = false } = {}) {
      const target = readTarget(url, network.allowed);
      if (typeof target === 'string') return target;
      return isSecure && !target.secure && !target.mayBePrivate ? 'must start with https://' : undefined;
    },
  };
}

async function fetchWhole(request: EgressRequest, network: Network): Promise<EgressAnswer> {
  const deadline = AbortSignal.timeout(request.deadlineMs);
  const { response, close } = await openWithDeadline(deadline, request, network);
  try {
    const body = await readBody(response, request);
    return { status: response.statusCode ?? 0, headers: flattenHeaders(response), body };
  } catch (error) {
    throw toTimeoutError(error, deadline, request);
  } finally {
    close();
  }
}

/** Only the way to the head of the response has a deadline; the body has its own bounds. */
async function download<T>(
  { resume, deadlineMs, ...request }: DownloadRequest,
  receive: (answer: DownloadAnswer) => Promise<T>,
  network: Network,
): Promise<T> {
  const range = resume ? { range: `bytes=${resume.start}-`, 'if-range': resume.validator } : {};
  const deadline = new AbortController();
  const timer = setTimeout(() => deadline.abort(), deadlineMs);
  const call = { ...request, method: 'GET', range } as const;
  const { response, close } = await openWithDeadline(deadline.signal, call, network).finally(() => clearTimeout(timer));
  try {
    const body = boundedBody(response, request);
    return await receive({ status: response.statusCode ?? 0, headers: flattenHeaders(response), body });
  } finally {
    close();
  }
}

type Stoppable = Call & { signal?: AbortSignal | undefined };

async function openWithDeadline(deadline: AbortSignal, request: Stoppable, network: Network): Promise<OpenResponse> {
  const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
  try {
    signal.throwIfAborted();
    return await openResponse(request, network, signal);
  } catch (error) {
    throw toTimeoutError(error, deadline, request);
  }
}

/** The caller's own abort is thrown as it is. */
function toTimeoutError(error: unknown, deadline: AbortSignal, { signal }: Pick<Stoppable, 'signal'>): unknown {
  signal?.throwIfAborted();
  return deadline.aborted ? badGateway('The request timed out', error) : toServiceError(error);
}
