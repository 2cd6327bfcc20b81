import { inspect } from 'node:util';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SiteIdentityProvider, TokenVerifier } from '../../src/ports/token-verifier.ts';

export interface SignedUser {
  uid: string;
  email?: string;
  displayName?: string;
  membershipTier?: string;
  subscriptions?: string[];
  membershipExpiry?: string;
}

/** What a run of the suite needs: a verifier, two sites, and tokens that are good for a site but for their age. */
export interface TokenVerifierHarness {
  verifier: TokenVerifier;
  site: SiteIdentityProvider;
  otherSite: SiteIdentityProvider;
  sign(site: SiteIdentityProvider, user: SignedUser, expiresInSeconds: number): Promise<string>;
  /** Tokens that other adapters would accept for the site. */
  foreign(site: SiteIdentityProvider, user: SignedUser): Promise<string[]>;
  close(): Promise<void>;
}

const REFUSED = { code: 'UNAUTHENTICATED', message: 'Firebase token is invalid or expired', extras: {} };

const ADA: Required<SignedUser> = {
  uid: 'user-ada',
  email: 'ada@example.com',
  displayName: 'Ada Löwe',
  membershipTier: 'premium',
  subscriptions: ['gold', 'archive'],
  membershipExpiry: '2031-05-06T07:08:09Z',
};

/** The promises of the TokenVerifier port; each adapter runs them all. */
export function describeTokenVerifier(name: string, open: () => Promise<TokenVerifierHarness>): void {
  describe(`${name} as a token verifier`, () => {
    let harness: TokenVerifierHarness;
    let good: string;

    beforeAll(async () => {
      harness = await open();
      good = await harness.sign(harness.site, ADA, 600);
    });
    afterAll(() => harness.close());

    const verify = (token: string, site = harness.site) => harness.verifier.verify(site, token);

    test('a good token gives the user with the claims as they were signed', async () => {
      const { uid, email, displayName, ...claims } = ADA;
      expect(await verify(good)).toEqual({ uid, email, displayName, claims });
    });

    test('a token without email, name and claims gives nulls and nothing', async () => {
      const user = await verify(await harness.sign(harness.site, { uid: 'plain' }, 600));
      expect(user).toEqual({ uid: 'plain', email: null, displayName: null, claims: {} });
    });

    test('an expired token is rejected', async () => {
      await expect(verify(await harness.sign(harness.site, ADA, -1))).rejects.toMatchObject(REFUSED);
    });

    test('a token of another site is rejected, and its own site accepts it', async () => {
      const token = await harness.sign(harness.otherSite, ADA, 600);
      await expect(verify(token)).rejects.toMatchObject(REFUSED);
      expect(await verify(token, harness.otherSite)).toMatchObject({ uid: ADA.uid });
    });

    test('a token that another adapter would accept is rejected', async () => {
      const tokens = await harness.foreign(harness.site, ADA);
      expect(tokens.length).toBeGreaterThan(0);
      for (const token of tokens) await expect(verify(token)).rejects.toMatchObject(REFUSED);
    });

    test('a changed payload is rejected', async () => {
      const [header, payload, signature] = parts(good);
      const raised = { ...decoded(payload), membershipTier: 'pro' };
      await expect(verify(`${header}.${encoded(raised)}.${signature}`)).rejects.toMatchObject(REFUSED);
    });

    test('a changed, missing or borrowed signature is rejected', async () => {
      const [header, payload, signature] = parts(good);
      const borrowed = parts(await harness.sign(harness.site, { uid: 'other' }, 600))[2];
      const flipped = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
      for (const other of [flipped, '', borrowed, signature.slice(0, -4)]) {
        await expect(verify(`${header}.${payload}.${other}`), other).rejects.toMatchObject(REFUSED);
      }
    });

    test('a good payload under algorithm none is rejected, however it is spelt', async () => {
      const [header, payload, signature] = parts(good);
      for (const alg of ['none', 'None', 'NONE', '', null]) {
        const unsigned = encoded({ ...decoded(header), alg });
        await expect(verify(`${unsigned}.${payload}.`)).rejects.toMatchObject(REFUSED);
        await expect(verify(`${unsigned}.${payload}.${signature}`)).rejects.toMatchObject(REFUSED);
      }
    });

    test('what is no token at all is rejected', async () => {
      const [header, payload, signature] = parts(good);
      const garbage = ['', ' ', '.', '..', '...', 'Bearer', header, `${header}.${payload}`, ` ${good}`, `${good}\n`];
      const nothings = ['null', '1', '"x"', '[]', '{}', '{'].map((json) => Buffer.from(json).toString('base64url'));
      const hollow = nothings.flatMap((part) => [`${part}.${payload}.${signature}`, `${header}.${part}.${signature}`]);
      for (const token of [...garbage, ...hollow, `${good}.x`, `${good}.x.y`]) {
        await expect(verify(token), token).rejects.toMatchObject(REFUSED);
      }
    });

    test('a token beyond 8,192 characters is rejected', async () => {
      const long = await harness.sign(harness.site, { ...ADA, displayName: 'x'.repeat(8_000) }, 600);
      await expect(verify(long)).rejects.toMatchObject(REFUSED);
    });

    test('any header and payload without the right signature is rejected, never an outage', async () => {
      const [goodHeader, goodPayload, signature] = parts(good);
      await fc.assert(
        fc.asyncProperty(changed(goodHeader), changed(goodPayload), async (header, payload) => {
          const token = `${encoded(header)}.${encoded(payload)}.${signature}`;
          fc.pre(token !== good);
          await expect(verify(token)).rejects.toMatchObject(REFUSED);
        }),
        { numRuns: 500 },
      );
    });

    test.each(['iss', 'aud', 'sub'])(
      'a claim %s that cannot be written as text is rejected, never an outage',
      async (claim) => {
        const [header, payload, signature] = parts(good);
        const changedPayload = encoded({ ...decoded(payload), [claim]: { toString: false } });
        await expect(verify(`${header}.${changedPayload}.${signature}`)).rejects.toMatchObject(REFUSED);
      },
    );

    test('no error holds any of the token', async () => {
      const [header, payload, signature] = parts(good);
      const error = await verify(`${header}.${payload}.${signature.slice(0, -8)}`).catch((reason: unknown) => reason);
      const told = inspect(error, { depth: 10, showHidden: true });
      for (const secret of [header, payload, signature.slice(0, 20), ADA.uid, ADA.email]) {
        expect(told).not.toContain(secret);
      }
    });
  });
}

function parts(token: string): [string, string, string] {
  const [header = '', payload = '', signature = ''] = token.split('.');
  return [header, payload, signature];
}

function decoded(part: string): object {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

const CLAIMS = ['alg', 'kid', 'typ', 'iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'd', 'v'];

/** A part of a token as it is, with some claims of any value, or any JSON in its place. */
function changed(part: string): fc.Arbitrary<unknown> {
  const whole = decoded(part);
  return fc.oneof(
    fc.constant(whole),
    fc.jsonValue({ maxDepth: 2 }),
    fc.dictionary(fc.constantFrom(...CLAIMS), fc.jsonValue({ maxDepth: 1 })).map((claims) => ({ ...whole, ...claims })),
  );
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
