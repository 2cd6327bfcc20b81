import { randomUUID } from 'node:crypto';
import { SignJWT, decodeJwt } from 'jose';
import { describe, expect, test } from 'vitest';
import { createTokenVerifierByIssuer } from '../../../src/adapters/token-verifier/by-issuer.ts';
import { createFirebaseTokenVerifier } from '../../../src/adapters/token-verifier/firebase.ts';
import { createLocalTokenVerifier, signLocalToken } from '../../../src/adapters/token-verifier/local.ts';
import { describeTokenVerifier } from '../../ports/token-verifier.contract.ts';
import { FirebaseDouble } from '../../support/firebase-double.ts';

const secret = 'a secret of this installation, long enough';
const provider = () => ({ siteId: randomUUID(), projectId: null, serviceAccount: null });

describeTokenVerifier('the local adapter', async () => {
  const google = await FirebaseDouble.start();
  return {
    verifier: createLocalTokenVerifier({ secret }),
    site: { ...provider(), projectId: 'site-one' },
    otherSite: provider(),
    sign: ({ siteId }, user, expiresInSeconds) => signLocalToken({ secret, siteId, expiresInSeconds, ...user }),
    foreign: async ({ siteId, projectId }, { uid }) => [
      await google.sign(String(projectId), uid),
      await google.sign(String(projectId), uid, { payload: { iss: 'urn:lectern:local', aud: siteId } }),
      google.unsigned(String(projectId), uid, { iss: 'urn:lectern:local', aud: siteId }),
    ],
    close: () => google.stop(),
  };
});

describe('the local adapter', () => {
  test('a token signed with the secret of another installation is rejected', async () => {
    const site = provider();
    const token = await signLocalToken({ secret: `${secret}!`, siteId: site.siteId, uid: 'u' });
    await expect(createLocalTokenVerifier({ secret }).verify(site, token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('the secret itself is not the key: what else is signed with it is no local token', async () => {
    const site = provider();
    const token = await new SignJWT({ sub: 'u', aud: site.siteId, iss: 'urn:lectern:local' })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(secret));
    await expect(createLocalTokenVerifier({ secret }).verify(site, token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });

  test('a token lasts an hour where nothing is said', async () => {
    const token = await signLocalToken({ secret, siteId: 's', uid: 'u' });
    const { iat = 0, exp = 0 } = decodeJwt(token);
    expect(exp - iat).toBe(3_600);
  });

  test('a site without an id has no tokens', async () => {
    const token = await signLocalToken({ secret, siteId: 'any', uid: 'u' });
    const nameless = { ...provider(), siteId: '' };
    await expect(createLocalTokenVerifier({ secret }).verify(nameless, token)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('both adapters by issuer', () => {
  test('each accepts its own tokens, and a claimed issuer opens nothing', async () => {
    const google = await FirebaseDouble.start();
    const verifier = createTokenVerifierByIssuer({
      local: createLocalTokenVerifier({ secret }),
      firebase: createFirebaseTokenVerifier({ httpAgent: google.agent() }),
    });
    const site = { ...provider(), projectId: 'demo-project' };
    const local = await signLocalToken({ secret, siteId: site.siteId, uid: 'local-user' });

    expect(await verifier.verify(site, local)).toMatchObject({ uid: 'local-user' });
    expect(await verifier.verify(site, await google.sign('demo-project', 'google-user'))).toMatchObject({
      uid: 'google-user',
    });
    const posing = await google.sign('demo-project', 'poser', { payload: { iss: 'urn:lectern:local' } });
    const refused = { code: 'UNAUTHENTICATED' };
    await expect(verifier.verify(site, posing)).rejects.toMatchObject(refused);
    await expect(verifier.verify(site, 'nothing')).rejects.toMatchObject(refused);
    await expect(verifier.verify({ ...site, siteId: randomUUID() }, local)).rejects.toMatchObject(refused);

    await verifier.close();
    await google.stop();
  });
});
