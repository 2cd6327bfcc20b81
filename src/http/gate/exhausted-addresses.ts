import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyContextConfig } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { RateLimitState } from '../../ports/rate-limiter.ts';
import type { Logger } from '../../shared/log/logger.ts';
import { acceptsKey } from './route-access.ts';
import { hasSessionHeaders } from './session-request.ts';
import { clientAddress, clientNetwork } from '../server/client-network.ts';
import { SMALL_DRAIN, drainBody, keepConnection } from '../server/drain.ts';
import { hasBody } from '../server/request-body.ts';
import { rateLimitHeaders, rateLimitMessage } from './rate-limit-headers.ts';
import { requestId } from '../server/request-id.ts';

/** Above it, the least recently rejected address is forgotten; it is then rejected by the gate. */
const MAX_NETWORKS = 20_000;
const LOG_INTERVAL_MS = 1_000;

type ErrorEnvelope = 'graphql' | 'STANDARD' | 'ERROR_ONLY';

interface ExhaustedBudget {
  limit: number;
  /** The end on the clock of `Date.now()`. */
  until: number;
}

/**
 * Addresses that have used up their budget of requests without a key. Until their window ends, such requests are
 * answered before the HTTP framework sees them, so that a flood costs little more than its connections: about a third
 * of what the gate needs. They are not logged one by one.
 */
export class ExhaustedAddresses {
  private readonly log: Logger;
  private readonly proxies: number;
  private readonly budgets = new LRUCache<string, ExhaustedBudget>({ max: MAX_NETWORKS });
  /** The rejections of routes without parameters; null: the route takes no key. */
  private readonly routes = new Map<string, ErrorEnvelope | null>();
  /** The rejections of routes with parameters, by the path before the first. */
  private readonly prefixes = new Map<string, ErrorEnvelope | null>();
  private readonly bearerRoutes = new Set<string>();
  private rejectionCount = 0;

  /** @param proxies how many are in front of the service */
  constructor(log: Logger, proxies: number) {
    this.log = log;
    this.proxies = proxies;
  }

  add(network: string, { limit, resetSeconds }: RateLimitState): void {
    this.budgets.set(network, { limit, until: Date.now() + resetSeconds * 1_000 });
  }

  /** Adds a route; the server calls it for every one. */
  addRoute(url: string, { access, errorFormat, operation, takesBearerKey }: FastifyContextConfig): void {
    if (takesBearerKey) this.bearerRoutes.add(url);
    const envelope = errorFormat ?? operation?.errorEnvelope ?? 'STANDARD';
    const [prefix = ''] = url.split(/[:*]/, 1);
    const routes = prefix === url ? this.routes : this.prefixes;
    routes.set(prefix, acceptsKey(access) ? envelope : null);
  }

  /** Answers 429 and returns true if the request has no key and the budget of its address is used up. */
  reject(request: IncomingMessage, response: ServerResponse): boolean {
    if (this.budgets.size === 0 || request.method === 'OPTIONS' || hasKey(request)) return false;
    const network = clientNetwork(clientAddress(request, this.proxies));
    const budget = this.budgets.get(network);
    const seconds = budget ? Math.ceil((budget.until - Date.now()) / 1_000) : 0;
    if (!budget || seconds <= 0) {
      this.budgets.delete(network);
      return false;
    }
    const envelope = this.findEnvelope(request.url ?? '');
    if (envelope === null || this.hasBearerKey(request)) return false;
    const body = BODIES[envelope](rateLimitMessage(seconds));
    if (hasBody(request)) {
      drainBody(request, response, SMALL_DRAIN);
      keepConnection(response);
    }
    response
      .writeHead(429, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': body.length,
        'cache-control': 'no-store',
        'retry-after': String(seconds),
        'x-request-id': requestId(request),
        ...rateLimitHeaders('keyless', { limit: budget.limit, remaining: 0, resetSeconds: seconds }),
      })
      .end(body);
    this.count();
    return true;
  }

  private count(): void {
    this.rejectionCount += 1;
    if (this.rejectionCount > 1) return;
    setTimeout(() => {
      this.log.info({ rejected: this.rejectionCount }, 'requests above the limit of their address were rejected');
      this.rejectionCount = 0;
    }, LOG_INTERVAL_MS).unref();
  }

  private hasBearerKey({ headers, url = '' }: IncomingMessage): boolean {
    return headers.authorization !== undefined && this.bearerRoutes.has(url.split('?', 1)[0] ?? '');
  }

  private findEnvelope(url: string): ErrorEnvelope | null {
    const [path = ''] = url.split('?', 1);
    const exact = this.routes.get(path);
    if (exact !== undefined) return exact;
    let longestPrefix: string | undefined;
    for (const prefix of this.prefixes.keys()) {
      if (path.startsWith(prefix) && prefix.length > (longestPrefix?.length ?? -1)) longestPrefix = prefix;
    }
    return longestPrefix === undefined ? null : (this.prefixes.get(longestPrefix) ?? null);
  }
}

function hasKey({ headers }: IncomingMessage): boolean {
  return Boolean(headers['x-svc-api-key']) || headers['x-svc-admin-key'] !== undefined || hasSessionHeaders(headers);
}

/** The messages are ours: nothing in them needs escaping, and no character takes two bytes. */
const BODIES: Readonly<Record<ErrorEnvelope, (message: string) => string>> = {
  graphql: (message) => `{"errors":[{"message":"${message}","extensions":{"code":"RATE_LIMITED"}}]}`,
  STANDARD: (message) => `{"success":false,"error":"${message}"}`,
  ERROR_ONLY: (message) => `{"error":"${message}"}`,
};
