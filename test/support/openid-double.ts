import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { closeServer, listenLocally } from './local-server.ts';

type Claims = Record<string, unknown>;

/** An OpenID provider with one client, whose users are what a test says. */
export class OpenIdDouble {
  readonly url: string;
  readonly environment: Record<string, string>;
  /** Who signs in without being asked, when a browser comes to the provider. */
  user: Claims = {};
  private readonly server: Server;
  private readonly keys: Keys;
  private readonly codes = new Map<string, { claims: Claims; asked: URLSearchParams; key: CryptoKey }>();

  private constructor(server: Server, port: number, keys: Keys) {
    this.server = server;
    this.keys = keys;
    this.url = `http://127.0.0.1:${port}`;
    this.environment = {
      SSO_ISSUER: this.url,
      SSO_CLIENT_ID: 'lectern',
      SSO_CLIENT_SECRET: 'secret of the client',
      SSO_NAME: 'Example ID',
      OUTBOUND_ALLOW_HOSTS: '127.0.0.1',
    };
  }

  static async start(): Promise<OpenIdDouble> {
    const server = createServer();
    const [own, foreign] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')]);
    const keys = { own, foreign, jwk: { ...(await exportJWK(own.publicKey)), alg: 'RS256', kid: 'one', use: 'sig' } };
    const double = new OpenIdDouble(server, await listenLocally(server), keys);
    server.on('request', (request, response) => void double.answer(request, response));
    return double;
  }

  /** What the browser comes back with after the user has signed in at the provider. */
  grant(asked: URL, claims: Claims, { isForged = false } = {}): URLSearchParams {
    const code = randomUUID();
    const key = isForged ? this.keys.foreign.privateKey : this.keys.own.privateKey;
    this.codes.set(code, { claims, asked: asked.searchParams, key });
    return new URLSearchParams({ code, state: asked.searchParams.get('state') ?? '', iss: this.url });
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname === '/authorize') {
      const back = `${url.searchParams.get('redirect_uri')}?${this.grant(url, this.user).toString()}`;
      return void response.writeHead(302, { location: back }).end();
    }
    const [status, body] = await this.answerOf(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async answerOf(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/.well-known/openid-configuration') return [200, this.metadata()];
    if (request.url === '/jwks') return [200, { keys: [this.keys.jwk] }];
    return request.url === '/token' ? this.token(request) : [404, {}];
  }

  private metadata() {
    return {
      issuer: this.url,
      authorization_endpoint: `${this.url}/authorize`,
      token_endpoint: `${this.url}/token`,
      jwks_uri: `${this.url}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  private async token(request: IncomingMessage): Promise<[number, object]> {
    const body = new URLSearchParams(await text(request));
    const code = body.get('code') ?? '';
    const granted = this.codes.get(code);
    this.codes.delete(code);
    const verifier = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = request.headers.authorization === `Basic ${btoa('lectern:secret+of+the+client')}`;
    const isAsked = granted?.asked.get('redirect_uri') === body.get('redirect_uri');
    if (!granted || !isClient || !isAsked || granted.asked.get('code_challenge') !== verifier) {
      return [400, { error: 'invalid_grant' }];
    }
    const claims = {
      sub: randomUUID(),
      iss: this.url,
      aud: 'lectern',
      nonce: granted.asked.get('nonce'),
      exp: Math.floor(Date.now() / 1_000) + 300,
      ...granted.claims,
    };
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one' }).setIssuedAt();
    const signed = await token.sign(granted.key);
    return [200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: signed }];
  }
}

interface Keys {
  own: { privateKey: CryptoKey };
  foreign: { privateKey: CryptoKey };
  jwk: object;
}
