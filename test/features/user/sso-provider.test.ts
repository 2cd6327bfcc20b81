import { describe, expect, test } from 'vitest';
import { newMember } from '../../support/member.ts';
import { OpenIdProviderServer } from '../../support/openid-provider.ts';
import { PUBLIC_URL, describeSso, useSso, verified } from './sso.contract.ts';

describeSso(useSso(() => OpenIdProviderServer.start({ publicUrl: PUBLIC_URL })));

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
