import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, RequestContext } from '../../api/request-context.ts';
import { setCurrentActor } from '../../shared/actor.ts';
import { currentDeadline } from '../../shared/deadline.ts';
import { ServiceError, badRequest } from '../../shared/errors.ts';
import type { Credential, OpenRequests } from './open-requests.ts';
import type { CountedKey, RateLimits } from './rate-limit.ts';
import { SITE_HEADER, hasSessionHeaders, isSameOrigin } from './session-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also takes the API key as `Authorization: Bearer`. */
    takesBearerKey?: boolean;
    /** The route also takes the session cookie of a signed-in user; every other route ignores cookies. */
    takesSession?: boolean;
  }
}

type Viewer = RequestContext['viewer'];

/** Finds the holder of a credential. The gate counts the request of the holder before it asks who the caller is. */
export interface Authentication {
  isAdminKey(secret: string): boolean;
  /** The holder of a key; null for one that does not work. */
  byKey(secret: string): Promise<KeyHolder | null>;
  /** The holder of the session; null without a valid one in the `Cookie` header. */
  bySession(cookies: string, siteId: string | null): Promise<SessionHolder | null>;
  /**
   * The same viewer with drafts in the place of what is live.
   * @throws ServiceError FORBIDDEN without a token if the API key lacks the scope preview, UNAUTHENTICATED for a token that
   * does not work
   */
  preview(viewer: Viewer, token: string | null): Promise<{ viewer: Viewer; credential: Credential | null }>;
}

export interface KeyHolder extends CountedKey {
  credential: Credential;
  /** Verifies the identity token of the user. */
  caller(userToken: string | null, isAdmin: boolean): Promise<Caller>;
}

export interface SessionHolder {
  user: { id: string };
  credential: Credential;
  /** @throws ServiceError FORBIDDEN if the user is no member of the requested site */
  caller(): Caller;
}

export interface AuthenticationParts {
  authentication: Authentication;
  limits: RateLimits;
  open: OpenRequests;
  publicUrl: string;
}

/**
 * Authenticates the caller. An invalid key is a 401; a missing key is rejected later, if the route requires one. Sets
 * the rate limit headers and throws 429 above the limit.
 */
export async function authenticate(parts: AuthenticationParts, reply: FastifyReply): Promise<RequestContext> {
  const caller = await findCaller(parts, reply);
  const viewer = caller.viewer && (await applyPreview(parts, reply, caller.viewer));
  const context = new RequestContext(reply.request.id, { ...caller, viewer }, currentDeadline());
  setCurrentActor(context.actor);
  return context;
}

async function findCaller(parts: AuthenticationParts, reply: FastifyReply): Promise<Caller> {
  const { authentication, limits, open } = parts;
  const { request } = reply;
  const adminKey = request.headers['x-svc-admin-key'];
  if (adminKey !== undefined && !authentication.isAdminKey(String(adminKey))) {
    await limits.countAddress('failed-keys', reply);
    throw new ServiceError('UNAUTHENTICATED', 'Invalid admin key');
  }
  const isAdmin = adminKey !== undefined;
  const { apiKey, userToken } = readCredentials(request);
  if (!apiKey) {
    // A key in the request has precedence over a cookie.
    const member = isAdmin ? null : await authenticateSession(parts, reply);
    return member ?? { viewer: null, rejectedToken: null, isAdmin };
  }
  const holder = await authentication.byKey(apiKey);
  if (!holder) {
    await limits.countAddress('failed-keys', reply);
    throw new ServiceError('UNAUTHENTICATED', 'Invalid API key');
  }
  open.add(reply, holder.credential);
  await limits.countRequest(holder, reply);
  return holder.caller(userToken, isAdmin);
}

/**
 * The signed-in user of a session cookie, on routes that take it. Null without a valid session, and for a request that
 * another site may have made the browser send.
 */
async function authenticateSession(parts: AuthenticationParts, reply: FastifyReply): Promise<Caller | null> {
  const { headers, routeOptions } = reply.request;
  const { cookie } = headers;
  if (cookie === undefined || !routeOptions.config.takesSession) return null;
  if (!hasSessionHeaders(headers) || !isSameOrigin(headers, parts.publicUrl)) return null;
  const holder = await parts.authentication.bySession(cookie, headers[SITE_HEADER]?.toString() ?? null);
  if (!holder) return null;
  await parts.limits.countMember(holder.user.id, reply);
  const caller = holder.caller();
  parts.open.add(reply, holder.credential);
  return caller;
}

const PREVIEW_HEADER = 'X-Svc-Preview';

/**
 * The viewer as the request asks for it: with drafts in the place of what is live, or as it is. A preview token is enough.
 * @throws ServiceError BAD_REQUEST for a header that is neither true nor false
 */
async function applyPreview(parts: AuthenticationParts, reply: FastifyReply, viewer: Viewer): Promise<Viewer> {
  const { headers } = reply.request;
  const isRequested = headers[PREVIEW_HEADER.toLowerCase()];
  const token = headers['x-svc-preview-token']?.toString() ?? null;
  if (isRequested === 'false' || (isRequested === undefined && token === null)) return viewer;
  if (isRequested !== undefined && isRequested !== 'true') {
    throw badRequest(PREVIEW_HEADER, `${PREVIEW_HEADER} must be true or false`);
  }
  const preview = await parts.authentication.preview(viewer, token);
  if (preview.credential) parts.open.add(reply, preview.credential);
  return preview.viewer;
}

/**
 * The identity token is the bearer token. Where that is the API key instead, it stands in `X-Svc-User-Token`; with
 * `X-Svc-API-Key` such a route takes both as every other. The key is undefined or empty without one, the token null.
 */
function readCredentials({ headers, routeOptions }: FastifyRequest) {
  const bearer = bearerToken(headers.authorization);
  const apiKey = headers['x-svc-api-key']?.toString();
  if (!routeOptions.config.takesBearerKey || apiKey) return { apiKey, userToken: bearer };
  return { apiKey: bearer ?? undefined, userToken: headers['x-svc-user-token']?.toString() ?? null };
}

function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match && (match[1]?.trim() ?? '');
}
