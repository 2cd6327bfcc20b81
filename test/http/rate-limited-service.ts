import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createMemoryRateLimiter } from '../../src/adapters/rate-limiter/memory.ts';
import { RequestContext } from '../../src/graphql/context.ts';
import { registerGraphQL } from '../../src/graphql/register-graphql.ts';
import { trustHops } from '../../src/http/client-network.ts';
import { type Counted, RateLimits } from '../../src/http/rate-limit.ts';
import { loadOperations } from '../../src/rest/documents/load-operations.ts';
import { registerRest } from '../../src/rest/http/register-rest.ts';
import { REST_SERVER_OPTIONS } from '../../src/rest/http/server-options.ts';
import { ServiceError } from '../../src/shared/errors.ts';
import { createLogger } from '../../src/shared/logger.ts';
import { testSchema } from '../rest/support/schema.ts';
import { DOCUMENTS } from '../rest/support/service.ts';

const PLANS = { free: 3, pro: 5, enterprise: 1_000 };
export const FAILED_KEYS = 4;

const KEYS = new Map<string, Counted>([
  ['free', { key: { id: 'k1' }, site: { plan: 'free' } }],
  ['also-free', { key: { id: 'k2' }, site: { plan: 'free' } }],
  ['pro', { key: { id: 'k3' }, site: { plan: 'pro' } }],
  ['enterprise', { key: { id: 'k4' }, site: { plan: 'enterprise' } }],
]);

/** A service on a port of its own, behind one proxy that names the client, with one key for each plan and one more. */
export async function startRateLimitedService() {
  const limiter = createMemoryRateLimiter();
  const limits = new RateLimits(limiter, { plans: PLANS, failedKeysPerMinute: FAILED_KEYS });
  const server: FastifyInstance = Fastify({ ...REST_SERVER_OPTIONS, trustProxy: trustHops(1), logger: false });
  const replies = new WeakMap<FastifyRequest, FastifyReply>();
  server.addHook('onRequest', async (request, reply) => void replies.set(request, reply));
  const createContext = async (request: FastifyRequest): Promise<RequestContext> => {
    const reply = replies.get(request);
    const entry = KEYS.get(String(request.headers['x-svc-api-key']));
    if (!reply) throw new Error('a reply belongs to every request');
    if (!entry) {
      await limits.countFailedKey(request, reply);
      throw new ServiceError('UNAUTHENTICATED', 'Invalid API key');
    }
    await limits.countRequest(entry, reply);
    return new RequestContext(request.id, { viewer: null, rejectedToken: null, isAdmin: false });
  };
  const schema = testSchema();
  registerRest(server, { operations: loadOperations(DOCUMENTS, schema), prefix: '/api/sdk', createContext });
  await registerGraphQL(server, { schema, createContext, introspection: false, log: createLogger('silent') });
  const url = await server.listen({ host: '127.0.0.1', port: 0 });
  return new RateLimitedService(url, async () => {
    await server.close();
    await limiter.close();
  });
}

export class RateLimitedService {
  private readonly url: string;
  readonly stop: () => Promise<void>;

  constructor(url: string, stop: () => Promise<void>) {
    this.url = url;
    this.stop = stop;
  }

  /** A REST call; `forwarded` is what stands in X-Forwarded-For, the client's address last. */
  rest(key: string, path = '/personas/7', forwarded = '192.0.2.1'): Promise<Response> {
    return fetch(`${this.url}/api/sdk${path}`, { headers: { 'x-svc-api-key': key, 'x-forwarded-for': forwarded } });
  }

  graphql(key: string, query = '{ persona(id: 7) { name } }', forwarded = '192.0.2.1'): Promise<Response> {
    return fetch(`${this.url}/graphql`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, 'x-forwarded-for': forwarded, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
  }
}
