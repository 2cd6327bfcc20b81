import type { FastifyReply, FastifyRequest } from 'fastify';
import { membershipOf, toUserRights } from '../../access/claims.ts';
import { ANONYMOUS } from '../../access/entitlement.ts';
import { Viewer } from '../../access/viewer.ts';
import { sameSecret } from '../../features/site/api-key.ts';
import type { KeyDirectory, KeyEntry } from '../../features/site/key-directory.ts';
import { type Caller, RequestContext } from '../../api/request-context.ts';
import type { TokenVerifier, VerifiedUser } from '../../ports/token-verifier.ts';
import { actAs } from '../../shared/actor.ts';
import { currentDeadline } from '../../shared/deadline.ts';
import { ServiceError } from '../../shared/errors.ts';
import { currentLogIds } from '../../shared/log/log-ids.ts';
import type { SecretBox } from '../../shared/secret-box.ts';
import { type SessionParts, authenticateSession } from './authenticate-session.ts';
import { invalidKey, rightsOfKey } from './credentials.ts';
import { previewing } from './preview-request.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route also takes the API key as `Authorization: Bearer`. */
    takesBearerKey?: boolean;
    /** The route also takes the session cookie of a signed-in user; every other route ignores cookies. */
    takesSession?: boolean;
  }
}

export interface AuthenticationParts extends SessionParts {
  features: SessionParts['features'] & { keys: KeyDirectory };
  adminKey: string;
  tokens: TokenVerifier;
  secrets: SecretBox;
}

/**
 * Authenticates the caller. An invalid key is a 401; a missing key is rejected later, if the route requires one. Sets
 * the rate limit headers and throws 429 above the limit.
 */
export async function authenticate(parts: AuthenticationParts, reply: FastifyReply): Promise<RequestContext> {
  const { request } = reply;
  const caller = await callerOf(parts, reply);
  const viewer = caller.viewer && (await previewing(caller.viewer, reply, parts));
  const context = new RequestContext(request.id, { ...caller, viewer }, currentDeadline());
  actAs(context.actor);
  return context;
}

async function callerOf(parts: AuthenticationParts, reply: FastifyReply): Promise<Caller> {
  const { limits, features } = parts;
  const { request } = reply;
  const adminKey = request.headers['x-svc-admin-key'];
  if (adminKey !== undefined && !sameSecret(String(adminKey), parts.adminKey)) {
    await limits.countAddress('failed-keys', reply);
    throw new ServiceError('UNAUTHENTICATED', 'Invalid admin key');
  }
  const isAdmin = adminKey !== undefined;
  const { apiKey, userToken } = credentialsOf(request);
  if (!apiKey) {
    // A key in the request has precedence over a cookie.
    const member = isAdmin ? null : await authenticateSession(parts, reply);
    return member ?? { viewer: null, rejectedToken: null, isAdmin };
  }
  const entry = await features.keys.find(apiKey);
  if (!entry) {
    await limits.countAddress('failed-keys', reply);
    throw invalidKey();
  }
  const ids = currentLogIds();
  if (ids) ids.siteId = entry.site.id;
  parts.open.add(reply, 'key', entry.hash, rightsOfKey(entry.key.scopes));
  await limits.countRequest(entry, reply);
  const { user, rejectedToken } = await signedIn(parts, entry, userToken);
  return { viewer: viewer(parts, entry, user), rejectedToken, isAdmin };
}

function viewer({ database }: AuthenticationParts, { site, key }: KeyEntry, user: VerifiedUser | null): Viewer {
  const now = new Date();
  return new Viewer({
    site,
    scope: database.forSite(site.id),
    key,
    entitlement: user ? toUserRights(user, site.subscriptions, now) : ANONYMOUS,
    user: user && {
      uid: user.uid,
      email: user.email,
      displayName: user.displayName,
      membershipExpiry: membershipOf(user, now).membershipExpiry,
    },
  });
}

/**
 * An invalid identity token is handled by the operation; a failed verification is an outage and rejects every
 * operation.
 */
async function signedIn(
  { secrets, tokens }: AuthenticationParts,
  { site, identity }: KeyEntry,
  token: string | null,
): Promise<{ user: VerifiedUser | null; rejectedToken: ServiceError | null }> {
  if (token === null) return { user: null, rejectedToken: null };
  const { projectId, sealedAccount } = identity;
  try {
    const serviceAccount = sealedAccount === null ? null : secrets.open(sealedAccount);
    const provider = { siteId: site.id, projectId, serviceAccount };
    return { user: await tokens.verify(provider, token), rejectedToken: null };
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') return { user: null, rejectedToken: error };
    throw error;
  }
}

/**
 * The identity token is the bearer token. Where that is the API key instead, it stands in `X-Svc-User-Token`; with
 * `X-Svc-API-Key` such a route takes both as every other. The key is undefined or empty without one, the token null.
 */
function credentialsOf({ headers, routeOptions }: FastifyRequest) {
  const bearer = bearerToken(headers.authorization);
  const apiKey = headers['x-svc-api-key']?.toString();
  if (!routeOptions.config.takesBearerKey || apiKey) return { apiKey, userToken: bearer };
  return { apiKey: bearer ?? undefined, userToken: headers['x-svc-user-token']?.toString() ?? null };
}

function bearerToken(authorization: string | undefined): string | null {
  const match = /^Bearer(?: +(.*))?$/i.exec(authorization ?? '');
  return match && (match[1]?.trim() ?? '');
}
