import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../../database/database.ts';
import { MEMBER } from '../../access/entitlement.ts';
import { Viewer } from '../../access/viewer.ts';
import type { Accounts } from '../../features/user/accounts.ts';
import type { FoundSession } from '../../features/user/user-sessions.ts';
import type { Caller } from '../../api/request-context.ts';
import { ServiceError } from '../../shared/errors.ts';
import { currentLogIds } from '../../shared/log/log-ids.ts';
import { SCOPES_OF_ROLE } from '../../access/api-key-scope.ts';
import { type OpenCredentials, credentialOfSession, rightsOfSession } from './credentials.ts';
import type { RateLimits } from './rate-limit.ts';
import { SITE_HEADER, claimsSession, cookieOf, isSameOrigin } from './session-request.ts';

export interface SessionParts {
  database: Database;
  features: {
    accounts: Accounts;
    findSession: (token: string, siteId: string | null) => Promise<FoundSession | null>;
  };
  limits: RateLimits;
  /** Of requests that go on. */
  open: OpenCredentials;
  publicUrl: string;
}

/**
 * The signed-in user of a session cookie, on routes that take it. Null without a valid session, and for a request that
 * another site may have made the browser send.
 * @throws ServiceError FORBIDDEN if the user is no member of the site of the header, RATE_LIMITED above the limit
 */
export async function authenticateSession(parts: SessionParts, reply: FastifyReply): Promise<Caller | null> {
  const { request } = reply;
  const token = tokenOf(parts, request);
  if (token === null) return null;
  const siteId = request.headers[SITE_HEADER]?.toString() ?? null;
  const found = await parts.features.findSession(token, siteId);
  if (!found) return null;
  const { user, membership } = found;
  await parts.limits.countMember(user.id, reply);
  const acting = siteId === null ? null : viewer(parts, found);
  const rights = { isInstallationAdmin: user.isInstallationAdmin, role: membership?.role ?? null };
  const credential = credentialOfSession({ token: found.token, siteId: acting?.site.id ?? null });
  parts.open.add(reply, 'session', credential, rightsOfSession(rights));
  return {
    viewer: acting,
    rejectedToken: null,
    isAdmin: found.user.isInstallationAdmin,
    session: found.user,
  };
}

function tokenOf({ features, publicUrl }: SessionParts, { headers, routeOptions }: FastifyRequest): string | null {
  if (!routeOptions.config.takesSession || !claimsSession(headers) || !isSameOrigin(headers, publicUrl)) return null;
  const cookie = cookieOf(headers, features.accounts.cookieName);
  return cookie === null ? null : features.accounts.tokenIn(cookie);
}

function viewer({ database }: SessionParts, { user, membership }: FoundSession): Viewer {
  // The same for a site that does not exist.
  if (!membership) throw new ServiceError('FORBIDDEN', 'You are not a member of this site');
  const { site, role } = membership;
  const ids = currentLogIds();
  if (ids) ids.siteId = site.id;
  return new Viewer({
    site,
    scope: database.forSite(site.id),
    key: { id: user.id, scopes: SCOPES_OF_ROLE[role], role, userName: user.name },
    entitlement: MEMBER,
  });
}
