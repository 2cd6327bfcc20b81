import type { VerifiedUser } from '../ports/token-verifier.ts';
import { parseMoment } from '../shared/moment.ts';
import type { CatalogueGrants } from './site-facts.ts';
import { TIERS, type Tier } from './access-level.ts';
import { type UserRights } from './entitlement.ts';
import { expandSubscriptions } from './subscription-catalogue.ts';

/** A claim with more or longer subscriptions is truncated. */
const MAX_SUBSCRIPTIONS = 200;
const SLUG_LENGTH = 200;

/** The current membership, as reported to the user. */
export interface Membership {
  /** The effective tier: `free` if the membership has expired. */
  membershipTier: Tier;
  /** The expiry in ISO 8601, also if it is past; null if the token has none or an invalid one. */
  membershipExpiry: string | null;
}

/**
 * The rights of a verified user on a site with this catalogue. An expired membership loses its tier but keeps its
 * subscriptions.
 */
export function toUserRights(user: VerifiedUser, catalogue: readonly CatalogueGrants[], now: Date): UserRights {
  return {
    isAuthenticated: true,
    tier: readMembership(user, now).membershipTier,
    subscriptions: expandSubscriptions(claimedSubscriptions(user.claims.subscriptions), catalogue),
  };
}

/**
 * Reads the membership of a user. An unknown tier counts as free. An invalid expiry counts as expired, because it was meant as
 * a limit.
 */
export function readMembership(user: VerifiedUser, now: Date): Membership {
  const { membershipTier: tier, membershipExpiry: claim } = user.claims;
  const endless = claim === undefined || claim === null;
  const expiry = endless ? null : readExpiry(claim);
  const isActive = endless || (expiry !== null && expiry > now);
  return {
    membershipTier: isActive && isTier(tier) ? tier : 'free',
    membershipExpiry: expiry?.toISOString() ?? null,
  };
}

function isTier(value: unknown): value is Tier {
  return TIERS.some((tier) => tier === value);
}

/** Reads the subscriptions of a claim. A `*` is ignored: only the catalogue can grant all of them. */
export function claimedSubscriptions(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  return claim.slice(0, MAX_SUBSCRIPTIONS).filter(isSubscription);
}

function isSubscription(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '*' && value.length <= SLUG_LENGTH;
}

const ZONE = /(?:Z|[+-]\d\d:\d\d)$/;
/** Smaller numbers are seconds (until the year 5138), larger ones milliseconds (since 1973). */
const MIN_MILLISECONDS = 100_000_000_000;

/** Parses ISO 8601 (without a time zone: UTC; a date only: its start) and epoch seconds or milliseconds. */
function readExpiry(claim: unknown): Date | null {
  if (typeof claim === 'number') return validDate(claim < MIN_MILLISECONDS ? claim * 1000 : claim);
  if (typeof claim !== 'string') return null;
  const time = claim.includes('T') ? claim : `${claim}T00:00`;
  return parseMoment(ZONE.test(time) ? time : `${time}Z`);
}

function validDate(value: number): Date | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
