import { type KeyObject, randomUUID } from 'node:crypto';
import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import { Agent } from 'node:https';
import { type Socket, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT, UnsecuredJWT, jwtVerify } from 'jose';
import { z } from 'zod';
import { closeServer, listenLocally, portOf } from './local-server.ts';
import { rsaKeys } from './rsa-keys.ts';

const CERTIFICATES = '/robot/v1/metadata/x509/securetoken@system.gserviceaccount.com';
const LOOKUP = z.object({ localId: z.array(z.string()) });
const ISSUER = 'https://securetoken.google.com/';

interface User {
  disabled?: boolean;
  /** Tokens from before are revoked, in seconds since 1970. */
  validSince?: number;
}

type Trouble = 'none' | 'busy' | 'broken' | 'not json' | 'silent' | 'refusing';

/** The part of Google that ID tokens are checked against, with keys of its own: certificates, access tokens, users. */
export class FirebaseDouble {
  /** Requests served, by kind. */
  readonly served = { certificates: 0, accessTokens: 0, lookups: 0 };
  readonly users = new Map<string, User>();
  /** How requests for certificates go wrong. */
  certificateTrouble: Trouble = 'none';
  lookupTrouble: Trouble = 'none';
  maxAgeSeconds = 3_600;
  private readonly server = createServer((request, response) => void this.answer(request, response));
  private readonly signing = rsaKeys('firebase');
  private readonly account = rsaKeys('service account');
  private readonly kid = randomUUID();
  private readonly accessToken = randomUUID();

  static async start(): Promise<FirebaseDouble> {
    const double = new FirebaseDouble();
    await listenLocally(double.server);
    return double;
  }

  async stop(): Promise<void> {
    await closeServer(this.server);
  }

  /** What FIREBASE_AUTH_EMULATOR_HOST would say. */
  get host(): string {
    return `127.0.0.1:${this.port}`;
  }

  /** Leads every HTTPS connection here, in the clear: what is tested is the tokens, not TLS. */
  agent(): Agent {
    const open = () => this.open();
    class ToTheDouble extends Agent {
      override createConnection(): Socket {
        return open();
      }
    }
    return new ToTheDouble();
  }

  /** A service account that may look users up. */
  serviceAccount(changes: Record<string, string> = {}): string {
    return JSON.stringify({
      type: 'service_account',
      client_email: 'verifier@example.iam.gserviceaccount.com',
      private_key: this.account.privateKey.export({ type: 'pkcs8', format: 'pem' }),
      ...changes,
    });
  }

  /** An ID token as Firebase issues it; `payload` and `header` override single claims, `key` who signs. */
  sign(
    projectId: string,
    uid: string,
    { payload = {}, header = {}, key = this.signing.privateKey }: TokenChanges = {},
  ): Promise<string> {
    return new SignJWT({ ...idTokenPayload(projectId, uid), ...payload })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: this.kid, ...header })
      .sign(key);
  }

  /** The unsigned token that the emulator would give. */
  unsigned(projectId: string, uid: string, payload: Record<string, unknown> = {}): string {
    return new UnsecuredJWT({ ...idTokenPayload(projectId, uid), ...payload }).encode();
  }

  /** The public key, as text. */
  publicPem(): string {
    return String(this.signing.publicKey.export({ type: 'spki', format: 'pem' }));
  }

  private get port(): number {
    return portOf(this.server);
  }

  private open(): Socket {
    if (this.certificateTrouble !== 'refusing') return connect(this.port, '127.0.0.1');
    // Port 1 of the loopback: no server listens.
    return connect(1, '127.0.0.1');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const path = request.url?.split('?')[0] ?? '';
    if (path === CERTIFICATES) return this.answerCertificates(response);
    if (path === '/token') return this.answerAccessToken(response, body);
    if (path.endsWith('accounts:lookup')) return this.answerLookup(request, response, body);
    send(response, 404, { error: { message: 'NOT_FOUND' } });
  }

  private answerCertificates(response: ServerResponse): void {
    this.served.certificates += 1;
    if (fails(response, this.certificateTrouble)) return;
    response.setHeader('cache-control', `public, max-age=${this.maxAgeSeconds}, must-revalidate`);
    send(response, 200, { [this.kid]: this.publicPem() });
  }

  private async answerAccessToken(response: ServerResponse, body: string): Promise<void> {
    this.served.accessTokens += 1;
    const assertion = new URLSearchParams(body).get('assertion') ?? '';
    const trusted = await jwtVerify(assertion, this.account.publicKey).catch(() => null);
    if (!trusted) return send(response, 400, { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' });
    send(response, 200, { access_token: this.accessToken, expires_in: 3_599, token_type: 'Bearer' });
  }

  private answerLookup(request: IncomingMessage, response: ServerResponse, body: string): void {
    this.served.lookups += 1;
    if (fails(response, this.lookupTrouble)) return;
    const { authorization } = request.headers;
    if (authorization !== `Bearer ${this.accessToken}` && authorization !== 'Bearer owner') {
      return send(response, 401, { error: { code: 401, message: 'UNAUTHENTICATED' } });
    }
    const { localId } = LOOKUP.parse(JSON.parse(body));
    const users = localId.flatMap((uid) => {
      const user = this.users.get(uid);
      if (!user) return [];
      return [{ localId: uid, disabled: user.disabled ?? false, validSince: String(user.validSince ?? 0) }];
    });
    send(response, 200, users.length > 0 ? { users } : {});
  }
}

export interface TokenChanges {
  payload?: Record<string, unknown>;
  header?: Record<string, unknown>;
  key?: KeyObject | Uint8Array;
}

function idTokenPayload(projectId: string, uid: string): Record<string, unknown> {
  const now = Math.floor(Date.now() / 1000);
  return {
    iss: ISSUER + projectId,
    aud: projectId,
    auth_time: now - 60,
    user_id: uid,
    sub: uid,
    iat: now - 60,
    exp: now + 3_540,
    firebase: { identities: {}, sign_in_provider: 'password' },
  };
}

/** Whether the request went wrong as asked for. */
function fails(response: ServerResponse, trouble: Trouble): boolean {
  if (trouble === 'busy') send(response, 503, { error: 'busy' });
  if (trouble === 'broken') send(response, 500, { error: { message: 'INTERNAL' } });
  if (trouble === 'not json')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>A proxy eats every Firebase ID token today</p>');
  return trouble !== 'none';
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
