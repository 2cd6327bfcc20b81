import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { getApps } from 'firebase-admin/app';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FirebaseOptions, createFirebaseTokenVerifier } from '../../../src/adapters/token-verifier/firebase.ts';
import { signLocalToken } from '../../../src/adapters/token-verifier/local.ts';
import type { SiteIdentityProvider, TokenVerifier } from '../../../src/ports/token-verifier.ts';
import { ServiceError } from '../../../src/shared/errors.ts';
import { describeTokenVerifier } from '../../ports/token-verifier.contract.ts';
import { FirebaseDouble } from '../../support/firebase-double.ts';
import { rsaKeys } from '../../support/rsa-keys.ts';
import { use } from '../../support/use.ts';

const PROJECT = 'demo-project';
const REFUSED = { code: 'UNAUTHENTICATED', message: 'Firebase token is invalid or expired' };
const OUTAGE = { code: 'UNAVAILABLE', message: 'Identity provider unavailable' };

const provider = (changes: Partial<SiteIdentityProvider> = {}): SiteIdentityProvider => ({
  siteId: randomUUID(),
  projectId: PROJECT,
  serviceAccount: null,
  ...changes,
});

/** The error that a call ends with. */
async function failure(call: Promise<unknown>): Promise<ServiceError> {
  const reason: unknown = await call.catch((error: unknown) => error);
  if (!(reason instanceof ServiceError)) throw new Error('It did not fail as a service does');
  return reason;
}

const privatePem = () => String(rsaKeys('foreign').privateKey.export({ type: 'pkcs8', format: 'pem' }));

const seconds = () => Math.floor(Date.now() / 1000);

describeTokenVerifier('the Firebase adapter', async () => {
  const google = await FirebaseDouble.start();
  const verifier = createFirebaseTokenVerifier({ httpAgent: google.agent() });
  return {
    verifier,
    site: provider(),
    otherSite: provider({ projectId: 'other-project' }),
    sign: ({ projectId }, { uid, displayName, ...claims }, expiresInSeconds) =>
      google.sign(String(projectId), uid, {
        payload: { ...claims, name: displayName, exp: seconds() + expiresInSeconds },
      }),
    foreign: async ({ siteId, projectId }, { uid }) => {
      const account = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit';
      return [
        await signLocalToken({ secret: 'any secret', siteId, uid }),
        google.unsigned(String(projectId), uid),
        await google.sign(String(projectId), uid, { payload: { aud: account } }),
        await google.sign(String(projectId), uid, {
          payload: { iss: `https://session.firebase.google.com/${projectId}` },
        }),
      ];
    },
    close: async () => {
      await verifier.close();
      await google.stop();
    },
  };
});

describe('the Firebase adapter', () => {
  const google = use(() => FirebaseDouble.start());
  let verifiers: TokenVerifier[];
  let verifier: TokenVerifier;

  const create = (options: FirebaseOptions = {}) => {
    const made = createFirebaseTokenVerifier({ httpAgent: google.agent(), ...options });
    verifiers.push(made);
    return made;
  };

  const account = () => provider({ serviceAccount: google.serviceAccount() });

  beforeEach(() => {
    google.certificateTrouble = 'none';
    google.lookupTrouble = 'none';
    google.served.certificates = 0;
    google.served.lookups = 0;
    google.users.clear();
    verifiers = [];
    verifier = create();
  });
  afterEach(async () => {
    for (const made of verifiers) await made.close();
    vi.unstubAllEnvs();
  });

  describe('what does not verify', () => {
    test.each<[string, Parameters<FirebaseDouble['sign']>[2]]>([
      ['another audience', { payload: { aud: 'other-project' } }],
      ['a list of audiences', { payload: { aud: [PROJECT, 'other-project'] } }],
      ['another issuer', { payload: { iss: `https://example.com/${PROJECT}` } }],
      ['an audience that reads like an outage', { payload: { aud: 'Error fetching public keys for Google certs: x' } }],
      ['no subject', { payload: { sub: '' } }],
      ['a subject beyond 128 characters', { payload: { sub: 'x'.repeat(129) } }],
      ['an expiry that is no number', { payload: { exp: 'tomorrow' } }],
      ['a start in the future', { payload: { nbf: seconds() + 600 } }],
      ['an unknown key id', { header: { kid: 'unknown' } }],
      ['no key id', { header: { kid: undefined } }],
      ['a key id named like a property', { header: { kid: 'constructor' } }],
      ['a key of somebody else under the right key id', { key: rsaKeys('foreign').privateKey }],
      ['the public key misused as a shared secret', { header: { alg: 'HS256' }, key: Buffer.from('x'.repeat(32)) }],
    ])('%s is rejected', async (_name, changes) => {
      await expect(verifier.verify(provider(), await google.sign(PROJECT, 'u', changes))).rejects.toMatchObject(
        REFUSED,
      );
    });

    test('a token that HS256 signs with the public key as its secret is rejected', async () => {
      const token = await google.sign(PROJECT, 'u', { header: { alg: 'HS256' }, key: Buffer.from(google.publicPem()) });
      await expect(verifier.verify(provider(), token)).rejects.toMatchObject(REFUSED);
    });

    test('a site without a project rejects every token', async () => {
      const token = await google.sign(PROJECT, 'u');
      await expect(verifier.verify(provider({ projectId: null }), token)).rejects.toMatchObject(REFUSED);
    });

    test('what can not be a token costs no request', async () => {
      const site = provider();
      for (const token of ['garbage', google.unsigned(PROJECT, 'u')]) {
        await expect(verifier.verify(site, token)).rejects.toMatchObject(REFUSED);
      }
      expect(google.served.certificates).toBe(0);
    });
  });

  describe('certificates', () => {
    test('are fetched once for calls that come together, and not again while they are fresh', async () => {
      const site = provider();
      const tokens = await Promise.all(Array.from({ length: 20 }, (_, n) => google.sign(PROJECT, `user-${n}`)));
      const users = await Promise.all(tokens.map((token) => verifier.verify(site, token)));
      expect(users.map(({ uid }) => uid)).toEqual(tokens.map((_, n) => `user-${n}`));
      await verifier.verify(site, await google.sign(PROJECT, 'later'));
      expect(google.served.certificates).toBe(1);
    });

    test('a rejected token in front does not reject the good ones behind it', async () => {
      const site = provider();
      const bad = await google.sign(PROJECT, 'bad', { key: rsaKeys('foreign').privateKey });
      const good = await google.sign(PROJECT, 'good');
      const [first, second, third] = await Promise.allSettled([bad, good, good].map((t) => verifier.verify(site, t)));
      expect(first).toMatchObject({ status: 'rejected', reason: REFUSED });
      expect(second).toMatchObject({ status: 'fulfilled', value: { uid: 'good' } });
      expect(third?.status).toBe('fulfilled');
    });

    test.each(['broken', 'not json', 'refusing', 'busy', 'silent'] as const)(
      'that can not be fetched (%s) are an outage, for all who wait; then they are fetched again',
      async (trouble) => {
        const patient = create({ deadlineMs: 250 });
        const site = provider();
        const token = await google.sign(PROJECT, 'u');
        google.certificateTrouble = trouble;
        const answers = await Promise.allSettled(Array.from({ length: 5 }, () => patient.verify(site, token)));
        for (const answer of answers) expect(answer).toMatchObject({ status: 'rejected', reason: OUTAGE });
        // The library itself asks again at once after a 503.
        expect(google.served.certificates).toBeLessThanOrEqual(2);

        google.certificateTrouble = 'none';
        expect(await patient.verify(site, token)).toMatchObject({ uid: 'u' });
      },
    );

    test('an outage answers a bad signature with an outage too, and a wrong audience as ever', async () => {
      google.certificateTrouble = 'broken';
      const unsure = await google.sign(PROJECT, 'u', { key: rsaKeys('foreign').privateKey });
      const elsewhere = await google.sign('other-project', 'u');
      await expect(verifier.verify(provider(), unsure)).rejects.toMatchObject(OUTAGE);
      await expect(verifier.verify(provider(), elsewhere)).rejects.toMatchObject(REFUSED);
    });

    describe('that expired during an outage', () => {
      let site: SiteIdentityProvider;
      let token: string;

      beforeEach(async () => {
        site = provider();
        token = await google.sign(PROJECT, 'u');
        google.maxAgeSeconds = 0;
        await verifier.verify(site, token);
        google.certificateTrouble = 'broken';
      });
      afterEach(() => {
        google.maxAgeSeconds = 3_600;
      });

      test('are no longer trusted; only the cause says why, without the token', async () => {
        const error = await failure(verifier.verify(site, token));
        expect(error).toMatchObject(OUTAGE);
        expect(String(error.cause)).toContain('Error fetching public keys');
        expect(inspect(error)).not.toContain(token.slice(0, 20));
      });

      test('are asked for once by calls that come together', async () => {
        await failure(verifier.verify(site, token));
        google.served.certificates = 0;
        for (const error of await Promise.all(Array.from({ length: 5 }, () => failure(verifier.verify(site, token))))) {
          expect(error).toMatchObject(OUTAGE);
        }
        expect(google.served.certificates).toBe(1);
      });
    });
  });

  describe('with a service account', () => {
    test('a user in good standing is verified, and one access token serves many calls', async () => {
      google.users.set('u', { validSince: seconds() - 3_600 });
      google.served.accessTokens = 0;
      const site = account();
      for (let call = 0; call < 3; call += 1) {
        expect(await verifier.verify(site, await google.sign(PROJECT, 'u'))).toMatchObject({ uid: 'u' });
      }
      expect(google.served).toMatchObject({ accessTokens: 1, lookups: 3 });
    });

    test.each([
      ['revoked', { validSince: seconds() + 60 }],
      ['disabled', { disabled: true }],
      ['deleted', null],
    ])('a %s user is rejected at once', async (_name, user) => {
      if (user) google.users.set('u', user);
      await expect(verifier.verify(account(), await google.sign(PROJECT, 'u'))).rejects.toMatchObject(REFUSED);
    });

    test('without one the same user is accepted without a look-up', async () => {
      google.users.set('u', { disabled: true });
      expect(await verifier.verify(provider(), await google.sign(PROJECT, 'u'))).toMatchObject({ uid: 'u' });
      expect(google.served.lookups).toBe(0);
    });

    test.each(['broken', 'silent'] as const)('a look-up that fails (%s) is an outage, and passes', async (trouble) => {
      google.users.set('u', {});
      google.lookupTrouble = trouble;
      const patient = create({ deadlineMs: 250 });
      const site = account();
      const token = await google.sign(PROJECT, 'u');
      await expect(patient.verify(site, token)).rejects.toMatchObject(OUTAGE);
      google.lookupTrouble = 'none';
      expect(await patient.verify(site, token)).toMatchObject({ uid: 'u' });
    });

    test.each<[string, () => string]>([
      ['that Google does not know', () => google.serviceAccount({ private_key: privatePem() })],
      ['with a key that is none', () => google.serviceAccount({ private_key: 'secret-that-is-no-key' })],
      ['that is not JSON', () => 'secret-that-is-no-json'],
      ['that is null', () => 'null'],
    ])('an account %s is an outage, and the error quotes none of it', async (_name, text) => {
      google.users.set('u', {});
      const site = provider({ serviceAccount: text() });
      const token = await google.sign(PROJECT, 'u');
      const error = await failure(verifier.verify(site, token));
      expect(error).toMatchObject(OUTAGE);
      expect(inspect(error)).not.toMatch(/secret-that|PRIVATE KEY/);
    });
  });

  describe('the configuration of a site', () => {
    test('a changed project takes effect with the next call', async () => {
      const before = provider();
      const after = { ...before, projectId: 'moved-project' };
      const [old, fresh] = [await google.sign(PROJECT, 'u'), await google.sign('moved-project', 'u')];
      await verifier.verify(before, old);
      await expect(verifier.verify(after, old)).rejects.toMatchObject(REFUSED);
      expect(await verifier.verify(after, fresh)).toMatchObject({ uid: 'u' });
    });

    test('a service account added or removed takes effect with the next call', async () => {
      google.users.set('u', { disabled: true });
      const without = provider();
      const withAccount = { ...without, serviceAccount: google.serviceAccount() };
      const token = await google.sign(PROJECT, 'u');
      await verifier.verify(without, token);
      await expect(verifier.verify(withAccount, token)).rejects.toMatchObject(REFUSED);
      expect(await verifier.verify(without, token)).toMatchObject({ uid: 'u' });
    });

    test('apps that were replaced, pushed out or closed are deleted', async () => {
      const few = create({ maxSites: 2 });
      const [site, ...others] = [provider(), provider(), provider(), provider()] as const;
      const sites = [site, ...others];
      const apps = () => getApps().filter(({ name }) => sites.some(({ siteId }) => name.includes(siteId)));
      const token = await google.sign(PROJECT, 'u');
      for (const next of [site, { ...site, projectId: 'moved-project' }, ...others]) {
        await few.verify(next, token).catch(() => null);
      }
      expect(apps()).toHaveLength(2);
      await few.close();
      expect(apps()).toEqual([]);
    });

    test('a call that is under way when its app is replaced still ends well', async () => {
      google.users.set('u', {});
      const site = account();
      const token = await google.sign(PROJECT, 'u');
      const underWay = verifier.verify(site, token);
      const replacing = verifier.verify({ ...site, serviceAccount: null }, token);
      expect(await Promise.all([underWay, replacing])).toMatchObject([{ uid: 'u' }, { uid: 'u' }]);
    });
  });

  describe('the emulator', () => {
    test('its unsigned tokens count for known users only when both the option and the variable are set', async () => {
      google.users.set('u', {});
      const token = google.unsigned(PROJECT, 'u', { membershipTier: 'pro' });
      await expect(create({ emulator: true }).verify(provider(), token)).rejects.toMatchObject(REFUSED);

      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', google.host);
      await expect(create().verify(provider(), token)).rejects.toMatchObject(REFUSED);
      const emulated = createFirebaseTokenVerifier({ emulator: true });
      verifiers.push(emulated);
      expect(await emulated.verify(provider(), token)).toMatchObject({ uid: 'u', claims: { membershipTier: 'pro' } });
      await expect(emulated.verify(provider(), google.unsigned(PROJECT, 'stranger'))).rejects.toMatchObject(REFUSED);
      await expect(emulated.verify(provider(), google.unsigned('other-project', 'u'))).rejects.toMatchObject(REFUSED);
    });

    test('while it is away, it is an outage', async () => {
      vi.stubEnv('FIREBASE_AUTH_EMULATOR_HOST', '127.0.0.1:1');
      const emulated = createFirebaseTokenVerifier({ emulator: true });
      verifiers.push(emulated);
      await expect(emulated.verify(provider(), google.unsigned(PROJECT, 'u'))).rejects.toMatchObject(OUTAGE);
    });
  });
});
