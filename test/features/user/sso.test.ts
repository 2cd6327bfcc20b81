import { afterEach, describe, expect, test } from 'vitest';
import { newMember } from '../../support/member.ts';
import { OpenIdDouble } from '../../support/openid-double.ts';
import { FAILED, describeSso, useSso, verified } from './sso.contract.ts';

const sso = useSso(() => OpenIdDouble.start());

describeSso(sso);

describe('an ID token that no provider should sign', () => {
  afterEach(() => {
    sso.provider.isForging = false;
  });

  const rejected: Record<string, [claims: object, isForged?: boolean]> = {
    'another issuer': [{ iss: 'https://evil.example' }],
    'another audience': [{ aud: 'another client' }],
    'another nonce': [{ nonce: 'another' }],
    'a time that is over': [{ exp: 1_000_000_000 }],
    'a forged signature': [{}, true],
  };

  test.each(Object.entries(rejected))('is rejected with %s', async (_name, [claims, isForged = false]) => {
    const { email } = await newMember(sso.site, 'viewer');
    sso.provider.isForging = isForged;
    const { browser, to } = await sso.signIn({ ...verified(email), ...claims });
    expect(to).toBe(FAILED);
    expect([...browser.cookies.keys()]).toEqual([]);
  });
});
