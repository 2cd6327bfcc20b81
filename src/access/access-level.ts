/** Tiers in ascending order; a tier does not include subscriptions. */
export const TIERS = ['free', 'basic', 'premium', 'pro'] as const;
export type Tier = (typeof TIERS)[number];

/** The only list of access levels, in ascending order: schema, checks, documentation and the access rule read it. */
const LEVELS = {
  public: { readers: 'everyone' },
  authenticated: {
    readers: 'any user with a valid token',
    tier: 'free',
    denial: { code: 'UNAUTHENTICATED', reason: 'Firebase authentication required' },
  },
  premium: {
    readers: 'users of tier premium or pro',
    tier: 'premium',
    denial: { code: 'FORBIDDEN', reason: 'Premium membership required' },
  },
  subscription: {
    readers: 'users with one of the required subscriptions',
    denial: { code: 'FORBIDDEN', reason: 'Subscription required' },
  },
} as const satisfies Record<string, LevelRule>;

interface LevelRule {
  /** Who can read an item of the level, for the documentation. */
  readers: string;
  /** The lowest tier of users who can read it, where nothing else is asked. */
  tier?: Tier;
  /** The error for all others. */
  denial?: AccessDenial;
}

/** Why access is denied: status, message and extras of the response to a GET by id. */
export interface AccessDenial {
  code: 'UNAUTHENTICATED' | 'FORBIDDEN' | 'NOT_FOUND';
  reason: string;
}

export type AccessLevel = keyof typeof LEVELS;
/** A level that does not depend on what the item requires. */
export type TierLevel = Exclude<AccessLevel, 'subscription'>;

export const ACCESS_LEVELS = Object.keys(LEVELS) as readonly AccessLevel[];
export const TIER_LEVELS = ACCESS_LEVELS.filter((level): level is TierLevel => level !== 'subscription');

export function levelRule(level: AccessLevel): LevelRule {
  return LEVELS[level];
}
