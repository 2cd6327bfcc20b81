import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { canonicalEmail } from '../../shared/email.ts';
import { ServiceError } from '../../shared/errors.ts';
import type { RateLimits } from '../gate/rate-limit.ts';
import { isSameOrigin } from '../gate/session-request.ts';

/** Endpoints of sign-in and sessions, and what answers them. */
export interface SignIn {
  readonly basePath: string;
  /** The header in which the endpoints get the client's address. */
  readonly addressHeader: string;
  readonly endpoints: readonly SignInEndpoint[];
  handle(request: Request): Promise<Response>;
  /** Handles a request whose answer says nothing, not even by the time it takes. */
  handleLater(request: Request): void;
  /** The session token in the `Cookie` header; null without one that the service has signed. */
  sessionToken(cookies: string): string | null;
}

export interface SignInEndpoint {
  method: 'GET' | 'POST';
  /** Below the base path. */
  path: string;
  /**
   * How attempts are counted, where the endpoint checks a secret: by address, and also by the email address in the body, or
   * by the session whose user confirms with a password.
   */
  counted?: 'by address' | 'by account' | 'by session';
  /** It is answered before it runs, the same for every address. */
  isBlind?: boolean;
}

interface AuthParts {
  signIn: SignIn;
  limits: RateLimits;
  publicUrl: string;
}

const BODY_LIMIT = 8 * 1024;

/** Mounts sign-in and sessions, for browsers of the same origin only. */
export function registerAuth(server: FastifyInstance, parts: AuthParts): void {
  const { signIn } = parts;
  for (const { method, path, counted, isBlind = false } of signIn.endpoints) {
    server.route({
      method,
      url: signIn.basePath + path,
      bodyLimit: BODY_LIMIT,
      config: { access: 'nothing' },
      onRequest: async (request, reply) => {
        await parts.limits.countAddress(counted ? 'sign-in' : 'keyless', reply);
        if (method === 'POST' && !isSameOrigin(request.headers, parts.publicUrl)) {
          throw new ServiceError('FORBIDDEN', 'Requests to sign in must come from the origin of the service');
        }
      },
      preHandler: async (request, reply) => {
        canonicalize(request);
        if (counted === 'by account') await countAccount(parts, request, reply);
        if (counted === 'by session') await countSession(parts, request, reply);
      },
      handler: async (request, reply) => {
        if (!isBlind) return forward(parts, request, reply);
        signIn.handleLater(toAuthRequest(parts, request));
        return reply.header('cache-control', 'no-store').send({ status: true });
      },
    });
  }
}

/** Writes the address in one form, so that every form of it is the same account. */
function canonicalize(request: FastifyRequest): void {
  const canonical = canonicalEmail(submittedEmail(request)?.trim() ?? '');
  if (canonical !== null) request.body = { ...(request.body as object), email: canonical };
}

async function countAccount({ limits }: AuthParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const email = submittedEmail(request);
  if (email !== null) await limits.countAccountSignIn(email.toLowerCase(), reply);
}

/** Counts an attempt by the session: without a valid one nothing is compared with the password. */
async function countSession(
  { signIn, limits }: AuthParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const { password, currentPassword } = (request.body ?? {}) as { password?: unknown; currentPassword?: unknown };
  const session = signIn.sessionToken(request.headers.cookie ?? '');
  if (session !== null && (password ?? currentPassword) !== undefined)
    await limits.countPasswordAttempt(session, reply);
}

function submittedEmail({ body }: FastifyRequest): string | null {
  const { email } = (body ?? {}) as { email?: unknown };
  return typeof email === 'string' ? email : null;
}

/** The address in the answer of an endpoint that has begun a session, or has confirmed it with a password. */
function signedInEmail(text: string): string | null {
  const answer = text.startsWith('{') ? (JSON.parse(text) as { user?: { email?: unknown } }) : null;
  return typeof answer?.user?.email === 'string' ? answer.user.email : null;
}

function toAuthRequest({ signIn, publicUrl }: AuthParts, request: FastifyRequest): Request {
  const { origin } = new URL(publicUrl);
  const headers = new Headers({ origin, [signIn.addressHeader]: request.ip });
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
  const answer = await parts.signIn.handle(toAuthRequest(parts, request));
  for (const [name, value] of answer.headers) if (name !== 'set-cookie') reply.header(name, value);
  for (const cookie of answer.headers.getSetCookie()) reply.header('set-cookie', cookie);
  const text = await answer.text();
  const email = answer.ok && request.method === 'POST' ? signedInEmail(text) : null;
  if (email !== null) await parts.limits.recordSignIn(email, reply);
  return reply.code(answer.status).header('cache-control', 'no-store').send(text);
}
