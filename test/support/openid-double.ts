import { createHash, randomUUID } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { type CryptoKey, type JWK, SignJWT, exportJWK, generateKeyPair } from 'jose';
import { closeServer, listenLocally } from './local-server.ts';
import { type Claims, type OpenIdServer, openIdEnvironment } from './openid-server.ts';

/** One that also signs what no provider should: claims of the user replace those of the token. */
export class OpenIdDouble implements OpenIdServer {
  readonly environment: Record<string, string>;
  user: Claims | null = {};
  /** Whether tokens are signed with a key that is not published. */
  isForging = false;
  private readonly url: string;
  private readonly server: Server;
  private key: SigningKey;
  private readonly codes = new Map<string, { claims: Claims; asked: URLSearchParams }>();

  private constructor(server: Server, port: number, key: SigningKey) {
    this.server = server;
    this.key = key;
    this.url = `http://127.0.0.1:${port}`;
    this.environment = openIdEnvironment(this.url);
  }

  static async start(): Promise<OpenIdDouble> {
    const server = createServer();
    const key = await newKey();
    const double = new OpenIdDouble(server, await listenLocally(server), key);
    server.on('request', (request, response) => void double.answer(request, response));
    return double;
  }

  async rotateKeys(): Promise<void> {
    this.key = await newKey();
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname === '/authorize') {
      const back = `${url.searchParams.get('redirect_uri')}?${this.authorize(url.searchParams).toString()}`;
      return void response.writeHead(302, { location: back }).end();
    }
    const [status, body] = await this.answerOf(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private authorize(asked: URLSearchParams): URLSearchParams {
    const common = { state: asked.get('state') ?? '', iss: this.url };
    if (!this.user) return new URLSearchParams({ error: 'access_denied', ...common });
    const code = randomUUID();
    this.codes.set(code, { claims: this.user, asked });
    return new URLSearchParams({ code, ...common });
  }

  private async answerOf(request: IncomingMessage): Promise<[number, object]> {
    if (request.url === '/.well-known/openid-configuration') return [200, this.metadata()];
    if (request.url === '/jwks') return [200, { keys: [this.key.jwk] }];
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
      aud: granted.asked.get('client_id') ?? '',
      nonce: granted.asked.get('nonce'),
      exp: Math.floor(Date.now() / 1_000) + 300,
      ...granted.claims,
    };
    const { jwk, privateKey } = this.isForging ? { ...(await newKey()), jwk: this.key.jwk } : this.key;
    const token = new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: jwk.kid }).setIssuedAt();
    const signed = await token.sign(privateKey);
    return [200, { access_token: randomUUID(), token_type: 'Bearer', expires_in: 300, id_token: signed }];
  }
}

interface SigningKey {
  privateKey: CryptoKey;
  jwk: JWK & { kid: string };
}

async function newKey(): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  return { privateKey, jwk: { ...(await exportJWK(publicKey)), alg: 'RS256', kid: randomUUID(), use: 'sig' } };
}
