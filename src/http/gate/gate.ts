import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../../api/request-context.ts';
import { ServiceError } from '../../shared/errors.ts';
import { loopScheduler } from '../../shared/loop-scheduler.ts';
import { type RouteAccess, acceptsKey } from './route-access.ts';
import { type AuthenticationParts, authenticate } from './authenticate.ts';
import type { BodyMemory } from './body-memory.ts';
import { clientNetwork } from '../server/client-network.ts';
import type { RateLimits } from './rate-limit.ts';
import { hasBody, isStreamedBody } from '../server/request-body.ts';
import type { RequestSlots } from './request-slots.ts';
import { disconnectSignal, onClosed } from '../server/response-closed.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context that the gate creates for routes that are called with a key. */
    admitted: RequestContext | null;
  }
}

/** Enough for introspection and for trying out the API. */
const MAX_KEYLESS_BODY_BYTES = 8 * 1024;

interface GateParts extends AuthenticationParts {
  slots: RequestSlots;
  bodies: BodyMemory;
  /** Throws until the service is ready to serve requests. */
  assertStarted: () => void;
}

/**
 * The first hook of every route: authenticates the caller, applies the rate limit and reserves a request slot before
 * any byte of the body is read. Must be registered before any route.
 * See decision 20.
 */
export function registerGate(server: FastifyInstance, parts: GateParts): void {
  server.decorateRequest('admitted', null);
  server.addHook('onRoute', ({ method, url, config }) => {
    if (!config?.access) throw new Error(`${String(method)} ${url} does not say in its config which access it takes`);
  });
  server.addHook('onRequest', (request, reply) => admit(parts, request, reply));
}

/** The caller, on a route that accepts a key. */
export function admittedContext({ admitted }: FastifyRequest): RequestContext {
  if (!admitted) throw new Error('The route must say in its config that it takes a key');
  return admitted;
}

async function admit(parts: GateParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const access: RouteAccess = request.routeOptions.config.access ?? 'nothing';
  if (access === 'nothing' || access === 'probe') assertSmallBody(request);
  // Health checks must be answered however busy the service is.
  if (access === 'probe') return;
  parts.assertStarted();
  const network = clientNetwork(request.ip);
  const leave = releaseWhenClosed(reply, parts.slots.take('address', network));
  const context = acceptsKey(access) ? await authenticate(parts, reply) : null;
  request.admitted = context;
  const site = context?.caller.viewer?.site;
  loopScheduler.requests.note(site?.id ?? '');
  if (site) {
    releaseWhenClosed(reply, parts.slots.take('site', site.id));
    leave();
  } else if (context?.session) {
    assertShortBody(request);
  } else if (context && !context.caller.isAdmin) {
    await admitKeyless(parts.limits, reply);
  }
  await reserveBody(parts.bodies, site?.id ?? network, reply);
}

async function admitKeyless(limits: RateLimits, reply: FastifyReply): Promise<void> {
  await limits.countAddress('keyless', reply);
  // The route itself rejects a missing key, with its own text, before it reads the body.
  if (reply.request.routeOptions.config.access === 'key') return;
  assertShortBody(reply.request);
}

function assertShortBody(request: FastifyRequest): void {
  if (isStreamedBody(request)) throw new ServiceError('UNAUTHENTICATED', 'API key required');
  assertSmallBody(request);
}

function assertSmallBody(request: FastifyRequest): void {
  if (!hasBody(request)) return;
  // Without a length, the body could have any size.
  const bytes = Number(request.headers['content-length'] ?? Infinity);
  if (bytes <= MAX_KEYLESS_BODY_BYTES) return;
  const max = `${MAX_KEYLESS_BODY_BYTES / 1024} kB`;
  throw new ServiceError('PAYLOAD_TOO_LARGE', `Without an API key a request body has at most ${max}`);
}

/** Reserves the memory of a buffered body; without a length, the maximum of the route. */
async function reserveBody(bodies: BodyMemory, holder: string, reply: FastifyReply): Promise<void> {
  const { request } = reply;
  if (!hasBody(request) || isStreamedBody(request)) return;
  const max = request.routeOptions.bodyLimit;
  const bytes = Math.min(Number(request.headers['content-length'] ?? max), max);
  releaseWhenClosed(reply, await bodies.take(holder, bytes, () => disconnectSignal(reply.raw)));
}

/** Releases everything when the response is sent or the client disconnects. */
function releaseWhenClosed(reply: FastifyReply, giveBack: () => void): () => void {
  if (reply.raw.destroyed) giveBack();
  else onClosed(reply.raw, giveBack);
  return giveBack;
}
