import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Browser } from '../../../support/browser.ts';
import { PASSWORD, newMember } from '../../../support/member.ts';
import { useOwnService, useSite } from '../../../support/use-service.ts';

const service = useOwnService({ TRUST_PROXY: '1', RATE_LIMIT_SIGN_IN_PER_MINUTE: '100000' });
const site = useSite(service);

const from = (address: string) => ({ 'x-forwarded-for': address });
async function attempt(address: string, email: string, password: string): Promise<number> {
  return (await new Browser(service).auth('POST', '/sign-in/email', { email, password }, from(address))).status;
}
const guess = (address: string, email: string) => attempt(address, email, 'a wrong password');
/** One after the other. */
async function guesses(addresses: readonly string[], email: string): Promise<number[]> {
  const statuses: number[] = [];
  for (const address of addresses) statuses.push(await guess(address, email));
  return statuses;
}
const count = (statuses: readonly number[], status: number) => statuses.filter((each) => each === status).length;

const ATTACKER = '203.0.113.7';
const HOME = '198.51.100.1';

describe('wrong passwords', () => {
  test('from elsewhere leave the owner as many attempts as before', async () => {
    const { email } = await newMember(site, 'owner');
    const statuses = await guesses(
      Array.from({ length: 12 }, () => ATTACKER),
      email,
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2]);
    expect(await attempt(HOME, email, PASSWORD)).toBe(200);
    expect(await attempt(ATTACKER, email, PASSWORD)).toBe(429);
  });

  test('count for the same account however it is written', async () => {
    const { email } = await newMember(site, 'owner');
    const written = [email, ` ${email} `, email.toUpperCase()];
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await guess(ATTACKER, written[n % 3] ?? ''));
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2]);
  });

  test('from one IPv6 network count together', async () => {
    const { email } = await newMember(site, 'owner');
    const statuses = await guesses(
      Array.from({ length: 12 }, (_, n) => `2001:db8:1:2:${n}::1`),
      email,
    );
    expect([count(statuses, 401), count(statuses, 429)]).toEqual([10, 2]);
    expect(await attempt('2001:db8:1:3::1', email, PASSWORD)).toBe(200);
  });

  test('do not use up those of another session that confirms with a password', async () => {
    const { email } = await newMember(site, 'owner');
    const [thief, owner] = [new Browser(service), new Browser(service)];
    for (const browser of [thief, owner]) await browser.signIn(email, PASSWORD);
    const change = (browser: Browser, currentPassword: string, address: string) =>
      browser.auth(
        'POST',
        '/change-password',
        { currentPassword, newPassword: 'another long password' },
        from(address),
      );
    const statuses: number[] = [];
    for (let n = 0; n < 12; n += 1) statuses.push((await change(thief, 'wrong', `203.0.113.${n}`)).status);
    expect([count(statuses, 400), count(statuses, 429)]).toEqual([10, 2]);
    expect((await change(owner, PASSWORD, HOME)).status).toBe(200);
  });
});

test('guesses from many addresses are bounded together, and the owner signs in from a familiar one', async () => {
  const { email } = await newMember(site, 'owner');
  expect(await attempt(HOME, email, PASSWORD)).toBe(200);
  await useUp(email, 994);
  const addresses = Array.from({ length: 8 }, (_, n) => `203.0.${n}.1`);
  const statuses = await guesses(addresses, email);
  expect([count(statuses, 401), count(statuses, 429)]).toEqual([5, 3]);
  expect(await attempt(HOME, email, PASSWORD)).toBe(200);
  expect(await attempt('198.51.100.9', email, PASSWORD)).toBe(429);
});

/** What so many guesses of others leave. */
async function useUp(email: string, points: number): Promise<void> {
  const key = `account:${hash('sha256', email, 'base64url')}`;
  for (let n = 0; n < points; n += 1) {
    await service.app.ports.limiter.consume(key, { points: 1_000, windowSeconds: 3_600 });
  }
}
