import { claimedSubscriptions } from './claims.ts';
import { ANONYMOUS, type Entitlement, type UserRights } from './entitlement.ts';
import { expandSubscriptions } from './subscription-catalogue.ts';
import type { SiteFacts } from './site-facts.ts';

/** What a caller states about its user in the `context.user` of a search or chat. It is not verified. */
export interface CallerUser {
  isAuthenticated?: boolean | undefined;
  subscriptions?: readonly string[] | undefined;
}

type Policy = Pick<SiteFacts, 'trustCallerUser' | 'subscriptions'>;

/**
 * Applies a claim about the user. It can only reduce what the token (or, without one, the API key) allows. If the site trusts
 * its callers, and only without a token, the claimed subscriptions count as held, at tier free. In both cases a claimed
 * subscription includes those it grants.
 */
export function narrowEntitlement(viewer: Entitlement, user: CallerUser | undefined, site: Policy): Entitlement {
  if (!user) return viewer;
  const { seesUnpublished, preview } = viewer;
  return { ...narrowedRights(viewer, user, site), seesUnpublished, preview };
}

function narrowedRights(viewer: UserRights, user: CallerUser, site: Policy): UserRights {
  const claimedSlugs =
    user.subscriptions && expandSubscriptions(claimedSubscriptions(user.subscriptions), site.subscriptions);
  if (!viewer.isAuthenticated) return site.trustCallerUser ? restrictToClaims(user, claimedSlugs) : viewer;
  if (user.isAuthenticated === false) return ANONYMOUS;
  return claimedSlugs ? { ...viewer, subscriptions: intersect(viewer.subscriptions, claimedSlugs) } : viewer;
}

/** The rights of a user that a trusted caller states; none without any statement. */
function restrictToClaims(user: CallerUser, claimedSlugs: UserRights['subscriptions'] | undefined): UserRights {
  const present = user.isAuthenticated ?? claimedSlugs !== undefined;
  return present ? { isAuthenticated: true, tier: 'free', subscriptions: claimedSlugs ?? [] } : ANONYMOUS;
}

function intersect(grantedSubscriptions: UserRights['subscriptions'], claimedSlugs: UserRights['subscriptions']) {
  if (grantedSubscriptions === '*') return claimedSlugs;
  return claimedSlugs === '*'
    ? grantedSubscriptions
    : grantedSubscriptions.filter((slug) => claimedSlugs.includes(slug));
}

/** Reads the user from a free-form context; malformed values count as missing. */
export function readCallerUser(context: unknown): CallerUser | undefined {
  const user = (context as { user?: unknown } | null | undefined)?.user;
  if (typeof user !== 'object' || user === null) return undefined;
  const { isAuthenticated, subscriptions } = user as Record<string, unknown>;
  return {
    isAuthenticated: typeof isAuthenticated === 'boolean' ? isAuthenticated : undefined,
    subscriptions: Array.isArray(subscriptions) ? subscriptions.filter((slug) => typeof slug === 'string') : undefined,
  };
}
