import { randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { type JWK, exportJWK, generateKeyPair } from 'jose';
import { type Adapter, type AdapterPayload, type ClientMetadata, type Configuration, Provider } from 'oidc-provider';
import { closeServer, listenLocally } from './local-server.ts';
import { CLIENT, type Claims, OTHER_CLIENT, type OpenIdServer, openIdEnvironment } from './openid-server.ts';

/** Where its issuer begins, as with providers of several realms. */
const PATH = '/realms/example';

interface Options {
  /** Of the service. */
  publicUrl: string;
  /** Whether the ID token says whose it is; otherwise the user info does. */
  isInIdToken?: boolean;
  /** How the service is registered, beside the defaults of the provider. */
  client?: Partial<ClientMetadata>;
}

/** `oidc-provider`, a certified OpenID provider. Only the page on which a user would sign in is ours. */
export class OpenIdProviderServer implements OpenIdServer {
  readonly environment: Record<string, string>;
  user: Claims | null = {};
  private readonly server: Server;
  readonly url: string;
  private readonly options: Options;
  private readonly accounts = new Map<string, Claims>();
  private readonly stored = new Map<string, AdapterPayload>();
  private provider: Provider | undefined;

  private constructor(server: Server, port: number, options: Options) {
    this.server = server;
    this.url = `http://127.0.0.1:${port}${PATH}`;
    this.options = options;
    this.environment = openIdEnvironment(this.url);
  }

  static async start(options: Options): Promise<OpenIdProviderServer> {
    const server = createServer();
    const started = new OpenIdProviderServer(server, await listenLocally(server), options);
    await started.rotateKeys();
    server.on('request', (request, response) => void started.answer(request, response));
    return started;
  }

  async rotateKeys(): Promise<void> {
    const keys = await Promise.all([newKey('RS256'), newKey('ES256')]);
    this.provider = new Provider(this.url, this.configuration(keys));
    this.provider.on('server_error', (_ctx, error) => {
      throw error;
    });
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  private configuration(keys: JWK[]): Configuration {
    const { publicUrl, isInIdToken = false, client } = this.options;
    const common = { client_secret: CLIENT.secret, redirect_uris: [`${publicUrl}/api/auth/sso/callback`] };
    return {
      clients: [
        { client_id: CLIENT.id, ...common, ...client },
        { client_id: OTHER_CLIENT, ...common },
      ],
      adapter: (model) => adapterOf(this.stored, model),
      jwks: { keys },
      cookies: { keys: ['signs the cookies of the provider'] },
      claims: { email: ['email', 'email_verified'], profile: ['name'] },
      conformIdTokenClaims: !isInIdToken,
      ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_ctx, { uid }) => `${PATH}/interaction/${uid}` },
      findAccount: (_ctx, id) => ({
        accountId: id,
        claims: () => ({ sub: id, ...this.accounts.get(id) }),
      }),
      // Users are not asked whether the service may know who they are.
      loadExistingGrant: async ({ oidc }) => {
        const { client: asking, session, provider } = oidc;
        if (!asking || session?.accountId === undefined) return undefined;
        const grant = new provider.Grant({ clientId: asking.clientId, accountId: session.accountId });
        grant.addOIDCScope('openid email profile');
        await grant.save();
        return grant;
      },
    };
  }

  private async answer(request: IncomingMessage & { originalUrl?: string }, response: ServerResponse): Promise<void> {
    const { url = '' } = request;
    if (!this.provider || !url.startsWith(PATH)) return void response.writeHead(404).end();
    if (url.startsWith(`${PATH}/interaction/`)) return this.interact(this.provider, request, response);
    // As servers that mount it under a path do.
    request.originalUrl = url;
    request.url = url.slice(PATH.length);
    await this.provider.callback()(request, response);
  }

  private async interact(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.user) return provider.interactionFinished(request, response, { error: 'access_denied' });
    const accountId = randomUUID();
    this.accounts.set(accountId, this.user);
    return provider.interactionFinished(request, response, { login: { accountId } });
  }
}

/** Says less than that of the provider, which warns of itself. */
function adapterOf(stored: Map<string, AdapterPayload>, model: string): Adapter {
  const find = async (id: string) => stored.get(`${model} ${id}`);
  return {
    find,
    findByUid: async (uid) => [...stored.values()].find((each) => each.kind === model && each.uid === uid),
    findByUserCode: async () => undefined,
    upsert: async (id, payload) => void stored.set(`${model} ${id}`, payload),
    consume: async (id) => void Object.assign((await find(id)) ?? {}, { consumed: Math.floor(Date.now() / 1_000) }),
    destroy: async (id) => void stored.delete(`${model} ${id}`),
    revokeByGrantId: async (grantId) => {
      for (const [key, each] of stored) if (each.grantId === grantId) stored.delete(key);
    },
  };
}

async function newKey(alg: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true });
  return { ...(await exportJWK(privateKey)), alg, kid: randomUUID(), use: 'sig' };
}
