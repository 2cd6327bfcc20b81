import { randomUUID } from 'node:crypto';
import { cert, initializeApp } from 'firebase-admin/app';
import { getAuth } from 'firebase-admin/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createFirebaseTokenVerifier } from '../../../src/adapters/token-verifier/firebase.ts';
import type { TokenVerifier } from '../../../src/ports/token-verifier.ts';
import { describeReal } from './given.ts';

const REFUSED = { code: 'UNAUTHENTICATED' };
const CLAIMS = { membershipTier: 'premium', subscriptions: ['gold'] };
const SIGN_IN = 'identitytoolkit.googleapis.com/v1/accounts:signInWithCustomToken';

/** `FIREBASE_SERVICE_ACCOUNT`: the JSON of an account of a project for tests; `FIREBASE_WEB_API_KEY`: of the same project. */
describeReal('Firebase itself', ['FIREBASE_SERVICE_ACCOUNT', 'FIREBASE_WEB_API_KEY'], (serviceAccount = '', key) => {
  let auth: ReturnType<typeof getAuth>;
  let verifier: TokenVerifier;
  let projectId: string;
  const uid = `lectern-test-${randomUUID()}`;

  beforeAll(() => {
    const account = JSON.parse(serviceAccount) as { project_id: string };
    projectId = account.project_id;
    auth = getAuth(initializeApp({ credential: cert(account as object), projectId }, uid));
    verifier = createFirebaseTokenVerifier({});
  });
  afterAll(async () => {
    await auth.deleteUser(uid).catch(() => {});
    await verifier.close();
  });

  const site = (changes: object = {}) => ({ siteId: randomUUID(), projectId, serviceAccount, ...changes });
  const signIn = async (): Promise<string> => {
    const answer = await fetch(`https://${SIGN_IN}?key=${key}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: await auth.createCustomToken(uid, CLAIMS), returnSecureToken: true }),
    });
    return ((await answer.json()) as { idToken: string }).idToken;
  };

  test('a user who signed in is known, with the claims; on another site, or with a changed token, the user is unknown', async () => {
    const token = await signIn();
    expect(await verifier.verify(site(), token)).toMatchObject({ uid, claims: CLAIMS });
    expect(await verifier.verify(site({ serviceAccount: null }), token)).toMatchObject({ uid });
    await expect(verifier.verify(site({ projectId: `${projectId}-other` }), token)).rejects.toMatchObject(REFUSED);
    await expect(verifier.verify(site(), `${token.slice(0, -4)}AAAA`)).rejects.toMatchObject(REFUSED);
  });

  test('who was signed out everywhere is rejected', async () => {
    const token = await signIn();
    // Firebase counts whole seconds: a token of the second of the revocation would still be good.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    await auth.revokeRefreshTokens(uid);
    await expect(verifier.verify(site(), token)).rejects.toMatchObject(REFUSED);
  });
});

/** `FIREBASE_AUTH_EMULATOR_HOST=127.0.0.1:9099`, as `firebase emulators:start --only auth --project demo-lectern` serves it. */
describeReal('the Firebase Auth emulator', ['FIREBASE_AUTH_EMULATOR_HOST'], (host) => {
  test('a user of the emulator is known', async () => {
    const projectId = 'demo-lectern';
    const answer = await fetch(`http://${host}/identitytoolkit.googleapis.com/v1/accounts:signUp?key=any`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: `${randomUUID()}@example.org`, password: 'a-password', returnSecureToken: true }),
    });
    const { idToken, localId } = (await answer.json()) as { idToken: string; localId: string };
    const verifier = createFirebaseTokenVerifier({ emulator: true });
    const site = { siteId: randomUUID(), projectId, serviceAccount: null };
    expect(await verifier.verify(site, idToken)).toMatchObject({ uid: localId });
    await expect(verifier.verify(site, 'nonsense')).rejects.toMatchObject(REFUSED);
    await verifier.close();
  });
});
