import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../features/user/accounts.ts';
import { AUTH_ENDPOINTS, AUTH_PATH, CLIENT_ADDRESS_HEADER } from '../features/user/auth-endpoints.ts';
import { ServiceError } from '../shared/errors.ts';
import type { RateLimits } from './rate-limit.ts';
import { isSameOrigin } from './session-request.ts';

interface AuthParts {
  accounts: Accounts;
  limits: RateLimits;
  publicUrl: string;
}

const BODY_LIMIT = 8 * 1024;

/** Mounts sign-in and sessions at `/api/auth`, for browsers of the same origin only. */
export function registerAuth(server: FastifyInstance, parts: AuthParts): void {
  for (const { method, path, counted, isBlind = false } of AUTH_ENDPOINTS) {
    server.route({
      method,
      url: AUTH_PATH + path,
      bodyLimit: BODY_LIMIT,
      config: { access: 'nothing' },
      onRequest: async (request, reply) => {
        await parts.limits.countAddress(counted ? 'sign-in' : 'keyless', reply);
        if (method === 'POST' && !isSameOrigin(request.headers, parts.publicUrl)) {
          throw new ServiceError('FORBIDDEN', 'Requests to sign in must come from the origin of the service');
        }
      },
      preHandler: async (request, reply) => {
        const email = emailOf(request);
        if (counted === 'by account' && email !== null) await parts.limits.countSignInOf(email, reply);
      },
      handler: (request, reply) => {
        if (!isBlind) return forward(parts, request, reply);
        parts.accounts.handleLater(toAuthRequest(parts, request));
        return reply.header('cache-control', 'no-store').send({ status: true });
      },
    });
  }
}

function emailOf({ body }: FastifyRequest): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}

function toAuthRequest({ publicUrl }: AuthParts, request: FastifyRequest): Request {
  const { origin } = new URL(publicUrl);
  const headers = new Headers({ origin, [CLIENT_ADDRESS_HEADER]: request.ip });
  for (const name of ['cookie', 'user-agent', 'content-type'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  return new Request(new URL(request.url, origin), {
    method: request.method,
    headers,
    ...(request.body === undefined || request.body === null ? {} : { body: JSON.stringify(request.body) }),
  });
}

async function forward(parts: AuthParts, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const answer = await parts.accounts.handle(toAuthRequest(parts, request));
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .send(await answer.text());
}
