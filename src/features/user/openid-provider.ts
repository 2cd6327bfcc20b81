import type { Configuration, CustomFetchOptions } from 'openid-client';
import type { Egress } from '../../ports/egress.ts';
import { canonicalEmail } from '../../shared/email.ts';
import { openOnce } from '../../shared/once.ts';
import { AUTH_PATH } from './auth-endpoints.ts';

const DEADLINE_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

export interface SsoSettings {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** The name on the button for signing in. */
  name: string;
}

/** The values that the answer of the provider is checked against. The browser keeps them meanwhile. */
export interface SsoChecks {
  state: string;
  nonce: string;
  /** The verifier of PKCE. */
  verifier: string;
}

export interface Identity {
  /** The address in the form of `canonicalEmail`. */
  email: string | null;
  /** Tells whether the provider has verified that the address is the user's. */
  isVerified: boolean;
  name: string | null;
}

/** The OpenID provider of the installation, called by the rules for outbound calls. */
export class OpenIdProvider {
  private readonly settings: SsoSettings;
  private readonly egress: Egress;
  private readonly callbackUrl: string;
  /** The configuration is discovered once, and again after a failure. */
  private openConfiguration = this.createDiscovery();

  constructor(settings: SsoSettings, egress: Egress, publicUrl: string) {
    this.settings = settings;
    this.egress = egress;
    this.callbackUrl = new URL(`${AUTH_PATH}/sso/callback`, publicUrl).href;
  }

  get name(): string {
    return this.settings.name;
  }

  /**
   * Returns the URL to which the browser goes to sign in.
   * @param asksAgain the provider asks who it is, although a user is signed in there
   */
  async start(asksAgain: boolean): Promise<{ url: string; checks: SsoChecks }> {
    const client = await import('openid-client');
    const checks = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    };
    const url = client.buildAuthorizationUrl(await this.openConfiguration(), {
      redirect_uri: this.callbackUrl,
      scope: 'openid email profile',
      state: checks.state,
      nonce: checks.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
      code_challenge_method: 'S256',
      // Not `select_account`, which not all providers know.
      ...(asksAgain ? { prompt: 'login' } : {}),
    });
    return { url: url.href, checks };
  }

  /** @param query of the request that the browser comes back with. Rejects unless the provider has signed who it is. */
  async finish(query: string, { state, nonce, verifier }: SsoChecks): Promise<Identity> {
    const client = await import('openid-client');
    // A configuration keeps the keys of the provider. With one that was used before, tokens with a key that is newer would be
    // rejected for a minute, and tokens with a withdrawn key accepted for five.
    this.openConfiguration = this.createDiscovery();
    const configuration = await this.openConfiguration();
    const tokens = await client.authorizationCodeGrant(configuration, new URL(this.callbackUrl + query), {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const signed = tokens.claims();
    if (!signed) throw new Error('The provider sent no ID token');
    const isElsewhere = signed['email'] === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
    const claims = isElsewhere ? await client.fetchUserInfo(configuration, tokens.access_token, signed.sub) : signed;
    const { email, email_verified: isVerified, name } = claims as Record<string, unknown>;
    return {
      email: typeof email === 'string' ? canonicalEmail(email.trim()) : null,
      isVerified: isVerified === true,
      name: typeof name === 'string' ? name : null,
    };
  }

  private createDiscovery(): () => Promise<Configuration> {
    return openOnce(() => this.discover());
  }

  private async discover(): Promise<Configuration> {
    const client = await import('openid-client');
    const { issuer, clientId, clientSecret } = this.settings;
    const [basic, post] = [client.ClientSecretBasic(clientSecret), client.ClientSecretPost(clientSecret)];
    const isPlain = issuer.startsWith('http:');
    return client.discovery(
      new URL(issuer),
      clientId,
      undefined,
      (server, ...rest) => {
        const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
        return (methods.includes('client_secret_basic') ? basic : post)(server, ...rest);
      },
      {
        [client.customFetch]: (url, options) => this.call(url, options),
        // The signature of the ID token is checked as well, not only where it comes from.
        execute: [client.enableNonRepudiationChecks, ...(isPlain ? [client.allowInsecureRequests] : [])],
      },
    );
  }

  private async call(url: string, { method, headers, body, signal }: CustomFetchOptions): Promise<Response> {
    const answer = await this.egress.fetch({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams ? { body: body.toString() } : {}),
      deadlineMs: DEADLINE_MS,
      maxBytes: MAX_BYTES,
      signal,
    });
    return new Response(new Uint8Array(answer.body), { status: answer.status, headers: answer.headers });
  }
}
