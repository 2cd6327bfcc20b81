import type { AccessLevel } from './access-level.ts';

/** Tiers in ascending order; a tier does not include subscriptions. */
export const TIERS = ['free', 'basic', 'premium', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/** What a viewer can read, computed from verified claims and the site's settings. Access depends on nothing else. */
export interface Entitlement {
  isAuthenticated: boolean;
  /** The effective tier: `free` if the membership has expired. */
  tier: Tier;
  /** Every subscription of the viewer, including granted ones; `'*'` if one grants all. */
  subscriptions: readonly string[] | '*';
}

/** A caller with an API key and no user. */
export const ANONYMOUS: Entitlement = { isAuthenticated: false, tier: 'free', subscriptions: [] };

/** The properties of an item that access depends on. */
export interface Guarded {
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
}

/** Why access is denied: status, message and extras of the response to a GET by id. */
export interface AccessDenial {
  code: 'UNAUTHENTICATED' | 'FORBIDDEN';
  reason: string;
}

/** The only access rule. Null if the viewer can read the item. */
export function denialOf(viewer: Entitlement, item: Guarded): AccessDenial | null {
  switch (item.accessLevel) {
    case 'public':
      return null;
    case 'authenticated':
      return viewer.isAuthenticated ? null : { code: 'UNAUTHENTICATED', reason: 'Firebase authentication required' };
    case 'premium':
      return seesPremium(viewer) ? null : { code: 'FORBIDDEN', reason: 'Premium membership required' };
    case 'subscription':
      return holdsOneOf(viewer, item.requiredSubscriptions)
        ? null
        : { code: 'FORBIDDEN', reason: `Subscription required: ${item.requiredSubscriptions[0] ?? 'any'}` };
  }
}

/**
 * The rule as a filter: levels that are readable whatever the item requires, and the subscriptions that grant level
 * `subscription`.
 */
export function accessFilter(viewer: Entitlement): { levels: AccessLevel[]; subscriptions: readonly string[] | '*' } {
  const levels: AccessLevel[] = ['public'];
  if (viewer.isAuthenticated) levels.push('authenticated');
  if (seesPremium(viewer)) levels.push('premium');
  return { levels, subscriptions: viewer.isAuthenticated ? viewer.subscriptions : [] };
}

function seesPremium(viewer: Entitlement): boolean {
  return viewer.isAuthenticated && (viewer.tier === 'premium' || viewer.tier === 'pro');
}

function holdsOneOf(viewer: Entitlement, required: readonly string[]): boolean {
  if (!viewer.isAuthenticated) return false;
  const held = viewer.subscriptions;
  return held === '*' ? true : required.some((slug) => held.includes(slug));
}
