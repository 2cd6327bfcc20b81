import { describe, expect, test } from 'vitest';
import { newId } from '../../../src/shared/ids.ts';
import { Browser } from '../../support/browser.ts';
import { newMember } from '../../support/member.ts';
import { OpenIdProviderServer } from '../../support/openid-provider.ts';
import { nextPage, signInAtProvider } from '../../support/openid-server.ts';
import { PUBLIC_URL, describeSso, useSso, verified } from './sso.contract.ts';

const sso = useSso(() => OpenIdProviderServer.start({ publicUrl: PUBLIC_URL }));

describeSso(sso);

test('who is signed in at the provider with an account that does not get in is asked there again', async () => {
  const { provider, service, start, comeBack } = sso;
  const [browser, cookies] = [new Browser(service), new Map<string, string>()];
  provider.user = verified(`${newId()}@example.org`);
  const query = await signInAtProvider(await start(browser), cookies);
  expect(await comeBack(browser, query)).toBe('/admin/sign-in?sso=unknown');
  expect((await nextPage(await start(browser), cookies)).pathname).toBe('/api/auth/sso/callback');
  const asked = await nextPage(await start(browser, { asksAgain: true }), cookies);
  expect(asked.pathname).toContain('/interaction/');
});

describe('another way to set up the provider', () => {
  const { site, signIn } = useSso(() =>
    OpenIdProviderServer.start({
      publicUrl: PUBLIC_URL,
      isInIdToken: true,
      client: { token_endpoint_auth_method: 'client_secret_post', id_token_signed_response_alg: 'ES256' },
    }),
  );

  test('signs in with an ID token that names the user, signed with an elliptic curve', async () => {
    const { email } = await newMember(site, 'viewer');
    expect((await signIn(verified(email))).to).toBe('/admin/');
  });
});
