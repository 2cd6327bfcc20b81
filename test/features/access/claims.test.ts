import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readMembership, toUserRights } from '../../../src/access/claims.ts';
import { TIERS } from '../../../src/access/access-level.ts';
import type { MembershipClaims, VerifiedUser } from '../../../src/ports/token-verifier.ts';

const NOW = new Date('2030-06-15T12:00:00Z');
const EPOCH = NOW.getTime();
const user = (claims: MembershipClaims): VerifiedUser => ({ uid: 'u', email: null, displayName: null, claims });
const tierOf = (claims: MembershipClaims) => readMembership(user(claims), NOW).membershipTier;
const expiryOf = (membershipExpiry: unknown) => readMembership(user({ membershipExpiry }), NOW).membershipExpiry;

describe('the tier', () => {
  test.each(TIERS)('%s counts as claimed', (tier) => {
    expect(tierOf({ membershipTier: tier })).toBe(tier);
  });

  test.each([undefined, null, '', 'gold', 'Premium', ' pro', 1, true, ['pro'], { tier: 'pro' }, 'constructor'])(
    '%j counts as free',
    (tier) => {
      expect(tierOf({ membershipTier: tier })).toBe('free');
    },
  );
});

describe('the expiry', () => {
  test.each<[string, unknown, string]>([
    ['ISO text in UTC', '2030-06-15T12:00:01Z', '2030-06-15T12:00:01.000Z'],
    ['ISO text with an offset', '2030-06-15T15:00:00.500+02:00', '2030-06-15T13:00:00.500Z'],
    ['ISO text without a zone, as UTC', '2030-06-15T12:01', '2030-06-15T12:01:00.000Z'],
    ['a date, as its first moment', '2030-06-16', '2030-06-16T00:00:00.000Z'],
    ['epoch seconds', EPOCH / 1000 + 1, '2030-06-15T12:00:01.000Z'],
    ['epoch milliseconds', EPOCH + 1, '2030-06-15T12:00:00.001Z'],
  ])('to come is read from %s, and the tier holds', (_form, membershipExpiry, iso) => {
    expect(readMembership(user({ membershipTier: 'pro', membershipExpiry }), NOW)).toEqual({
      membershipTier: 'pro',
      membershipExpiry: iso,
    });
  });

  test.each<[string, unknown, string]>([
    ['ISO text', '2030-06-15T11:59:59Z', '2030-06-15T11:59:59.000Z'],
    ['the very moment', '2030-06-15T12:00:00Z', '2030-06-15T12:00:00.000Z'],
    ['the date of today', '2030-06-15', '2030-06-15T00:00:00.000Z'],
    ['epoch seconds', EPOCH / 1000 - 1, '2030-06-15T11:59:59.000Z'],
    ['epoch milliseconds', EPOCH - 1, '2030-06-15T11:59:59.999Z'],
    ['zero', 0, '1970-01-01T00:00:00.000Z'],
  ])('past takes the tier away and is still reported: %s', (_form, membershipExpiry, iso) => {
    expect(readMembership(user({ membershipTier: 'pro', membershipExpiry }), NOW)).toEqual({
      membershipTier: 'free',
      membershipExpiry: iso,
    });
  });

  test.each([undefined, null])('%s means that the membership does not end', (membershipExpiry) => {
    expect(tierOf({ membershipTier: 'premium', membershipExpiry })).toBe('premium');
    expect(expiryOf(membershipExpiry)).toBeNull();
  });

  test.each([
    '',
    'never',
    'soon',
    '2031',
    '2031-13-01',
    '2031-01-01T25:00:00Z',
    '2031-02-30',
    '2031-02-30T09:00',
    '2031-02-28T24:00:00Z',
    '1 Jan 2031',
    '1924000000',
    1e300,
    true,
    {},
    [],
  ])('that can not be read (%j) counts as past', (membershipExpiry) => {
    expect(tierOf({ membershipTier: 'pro', membershipExpiry })).toBe('free');
    expect(expiryOf(membershipExpiry)).toBeNull();
  });

  test('whatever the claims are, past or unreadable never gives more than free, and reading never fails', () => {
    const past = fc.integer({ min: -EPOCH, max: EPOCH }).map((ms) => new Date(ms).toISOString());
    fc.assert(
      fc.property(fc.anything(), fc.oneof(past, fc.string(), fc.double({ max: EPOCH / 1000 })), (tier, expiry) => {
        const readable = typeof expiry === 'string' && /^\d{4}-\d{2}-\d{2}/.test(expiry) && new Date(expiry) > NOW;
        fc.pre(!readable);
        expect(tierOf({ membershipTier: tier, membershipExpiry: expiry })).toBe('free');
      }),
    );
    fc.assert(
      fc.property(fc.anything(), fc.anything(), fc.anything(), (membershipTier, membershipExpiry, subscriptions) => {
        const entitlement = toUserRights(user({ membershipTier, membershipExpiry, subscriptions }), [], NOW);
        expect(TIERS).toContain(entitlement.tier);
        expect(entitlement.subscriptions).toEqual(expect.any(Array));
      }),
    );
  });
});

describe('the entitlement', () => {
  const catalogue = [
    { slug: 'gold', name: 'Gold', grants: ['silver'] },
    { slug: 'silver', name: 'Silver', grants: [] },
    { slug: 'all', name: 'All', grants: ['*'] },
  ];
  const subscriptionsOf = (subscriptions: unknown) =>
    toUserRights(user({ subscriptions }), catalogue, NOW).subscriptions;

  test('a user without claims is authenticated, free and holds nothing', () => {
    expect(toUserRights(user({}), catalogue, NOW)).toEqual({ isAuthenticated: true, tier: 'free', subscriptions: [] });
  });

  test('subscriptions are held with what they grant, the tier beside them', () => {
    expect(toUserRights(user({ membershipTier: 'basic', subscriptions: ['gold', 'old'] }), catalogue, NOW)).toEqual({
      isAuthenticated: true,
      tier: 'basic',
      subscriptions: ['gold', 'old', 'silver'],
    });
    expect(subscriptionsOf(['all'])).toBe('*');
  });

  test('an expired membership leaves subscriptions alone', () => {
    const claims = { membershipTier: 'pro', membershipExpiry: '2020-01-01', subscriptions: ['gold'] };
    expect(toUserRights(user(claims), catalogue, NOW)).toMatchObject({
      tier: 'free',
      subscriptions: ['gold', 'silver'],
    });
  });

  test.each(['gold', { 0: 'gold', length: 1 }, null, 7, new Set(['gold'])])(
    'a claim that is no list (%j) holds nothing',
    (claim) => {
      expect(subscriptionsOf(claim)).toEqual([]);
    },
  );

  test('entries that are no slugs are left out, a star of the token among them', () => {
    expect(subscriptionsOf(['*', '', 1, null, ['gold'], 'silver', 'x'.repeat(201)])).toEqual(['silver']);
  });

  test('of a list beyond 200 the rest is not held', () => {
    const many = Array.from({ length: 300 }, (_, n) => `s${n}`);
    expect(subscriptionsOf([...many, 'gold'])).toEqual(many.slice(0, 200));
  });
});
