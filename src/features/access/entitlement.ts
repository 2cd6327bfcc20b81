import type { AccessLevel } from './access-level.ts';

/** Tiers in rising order; a tier says nothing about subscriptions. */
export const TIERS = ['free', 'basic', 'premium', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/** What a viewer may see: the outcome of verified claims and the site's policy. Nothing else decides access. */
export interface Entitlement {
  isAuthenticated: boolean;
  /** The effective tier: `free` once a membership has expired. */
  tier: Tier;
  /** Every subscription held, those granted by others included; `'*'` where one grants all. */
  subscriptions: readonly string[] | '*';
}

/** A caller with an API key and no user. */
export const ANONYMOUS: Entitlement = { isAuthenticated: false, tier: 'free', subscriptions: [] };

/** What of an item decides who sees it. */
export interface Guarded {
  accessLevel: AccessLevel;
  requiredSubscriptions: readonly string[];
}

/** Why an item is withheld: the status, text and extras that a GET by id answers with. */
export interface Refusal {
  code: 'UNAUTHENTICATED' | 'FORBIDDEN';
  reason: string;
}

/** The one access rule. Null: the viewer may see the item. */
export function refusal(viewer: Entitlement, item: Guarded): Refusal | null {
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

/** The rule as a filter: levels that are open whatever the item requires, and the subscriptions that open level `subscription`. */
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
