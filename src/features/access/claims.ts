import type { VerifiedUser } from '../../ports/token-verifier.ts';
import type { CatalogueSubscription } from '../site/site.entity.ts';
import { type Entitlement, TIERS, type Tier } from './entitlement.ts';
import { withGranted } from './subscription-catalogue.ts';

/** A claim that names more subscriptions, or longer ones, is cut: the rest is not held. */
const MAX_SUBSCRIPTIONS = 200;
const SLUG_LENGTH = 200;

/** What is in force, as a user is told of it. */
export interface Membership {
  /** `free` once the membership has expired. */
  membershipTier: Tier;
  /** ISO 8601, also when past; null where the token has none, or none that can be read. */
  membershipExpiry: string | null;
}

/** What a verified user may see on a site with this catalogue. Expiry takes the tier away and leaves subscriptions. */
export function toEntitlement(user: VerifiedUser, catalogue: readonly CatalogueSubscription[], now: Date): Entitlement {
  return {
    isAuthenticated: true,
    tier: membershipOf(user, now).membershipTier,
    subscriptions: withGranted(claimedSubscriptions(user.claims.subscriptions), catalogue),
  };
}

/** A tier that is none counts as free. An expiry that can't be read counts as past: it was meant as a limit. */
export function membershipOf(user: VerifiedUser, now: Date): Membership {
  const { membershipTier: tier, membershipExpiry: claim } = user.claims;
  const endless = claim === undefined || claim === null;
  const expiry = endless ? null : readExpiry(claim);
  const inForce = endless || (expiry !== null && expiry > now);
  return {
    membershipTier: inForce && isTier(tier) ? tier : 'free',
    membershipExpiry: expiry?.toISOString() ?? null,
  };
}

function isTier(value: unknown): value is Tier {
  return TIERS.some((tier) => tier === value);
}

/** Only the catalogue can grant all: a `*` in the claim is no subscription. */
export function claimedSubscriptions(claim: unknown): string[] {
  if (!Array.isArray(claim)) return [];
  return claim.slice(0, MAX_SUBSCRIPTIONS).filter(isSubscription);
}

function isSubscription(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value !== '*' && value.length <= SLUG_LENGTH;
}

const DATE = String.raw`\d{4}-\d{2}-\d{2}`;
const TIME = String.raw`T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?`;
const ISO = new RegExp(`^(${DATE})(?:(${TIME})(Z|[+-]\\d{2}:\\d{2})?)?$`);
/** Smaller numbers are seconds (until the year 5138), others milliseconds (since 1973). */
const MIN_MILLISECONDS = 100_000_000_000;

/** Reads ISO 8601 (without a zone: UTC; a date alone: its first moment) and epoch seconds or milliseconds. */
function readExpiry(claim: unknown): Date | null {
  if (typeof claim === 'number') return validDate(claim < MIN_MILLISECONDS ? claim * 1000 : claim);
  if (typeof claim !== 'string') return null;
  const [match, date, time, zone] = ISO.exec(claim) ?? [];
  return match === undefined ? null : validDate(`${date}${time ?? 'T00:00'}${zone ?? 'Z'}`);
}

function validDate(value: number | string): Date | null {
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}
