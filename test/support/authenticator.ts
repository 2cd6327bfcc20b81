import { X509Certificate, createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';

/** What a browser is asked to make or to use a passkey with. */
interface Options {
  challenge: string;
  user?: { id: string };
}

interface Changes {
  origin?: string;
  host?: string;
  /** Of the assertion instead of the next one. */
  counter?: number;
  /** Credential that it claims to be. */
  id?: string;
  userHandle?: string;
  /** False: no PIN was entered. */
  isVerified?: boolean;
  /** In PEM; attests the credential. */
  certificate?: { cert: string; key: string };
}

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

/** A browser with an authenticator that has one passkey, as far as the service sees of them. */
export class Authenticator {
  readonly id = randomBytes(16).toString('base64url');
  counter = 0;
  userHandle = '';
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly origin: string;

  constructor(origin: string) {
    this.origin = origin;
  }

  /** The answer of `navigator.credentials.create` as JSON. */
  create({ challenge, user }: Options, changes: Changes = {}) {
    this.userHandle = user?.id ?? '';
    const clientDataJSON = this.clientData('webauthn.create', challenge, changes);
    const attestation = new Map<string, unknown>([
      ['fmt', changes.certificate ? 'fido-u2f' : 'none'],
      ['attStmt', this.statement(clientDataJSON, changes)],
      ['authData', new Uint8Array(this.data(HAS_CREDENTIAL, 0, changes))],
    ]);
    return this.answer({
      clientDataJSON,
      attestationObject: Buffer.from(isoCBOR.encode(attestation as never)).toString('base64url'),
      transports: ['internal'],
    });
  }

  /** The answer of `navigator.credentials.get` as JSON. */
  get({ challenge }: Options, changes: Changes = {}) {
    this.counter += 1;
    const clientDataJSON = this.clientData('webauthn.get', challenge, changes);
    const data = this.data(0, changes.counter ?? this.counter, changes);
    return this.answer(
      {
        clientDataJSON,
        authenticatorData: data.toString('base64url'),
        signature: sign('sha256', Buffer.concat([data, hashed(clientDataJSON)]), this.keys.privateKey).toString(
          'base64url',
        ),
        userHandle: changes.userHandle ?? this.userHandle,
      },
      changes.id,
    );
  }

  private statement(clientDataJSON: string, { host, certificate }: Changes): Map<string, unknown> {
    if (!certificate) return new Map();
    const { x, y } = this.point();
    const id = Buffer.from(this.id, 'base64url');
    const hash = hashed(clientDataJSON);
    const signed = Buffer.concat([Buffer.from([0]), this.hostHash(host), hash, id, Buffer.from([4]), x, y]);
    return new Map<string, unknown>([
      ['x5c', [new Uint8Array(new X509Certificate(certificate.cert).raw)]],
      ['sig', new Uint8Array(sign('sha256', signed, certificate.key))],
    ]);
  }

  private answer<T>(response: T, id = this.id) {
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
  }

  private clientData(type: string, challenge: string, { origin = this.origin }: Changes): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false })).toString('base64url');
  }

  private data(flags: number, counter: number, { host, isVerified = true }: Changes): Buffer {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const verified = isVerified ? USER_VERIFIED : 0;
    return Buffer.concat([
      this.hostHash(host),
      Buffer.from([flags | verified | USER_PRESENT]),
      count,
      ...(flags === HAS_CREDENTIAL ? [this.credential()] : []),
    ]);
  }

  private credential(): Buffer {
    const { x, y } = this.point();
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(x)],
      [-3, new Uint8Array(y)],
    ]);
    const id = Buffer.from(this.id, 'base64url');
    return Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key as never)]);
  }

  private point(): { x: Buffer; y: Buffer } {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' });
    return { x: Buffer.from(x, 'base64url'), y: Buffer.from(y, 'base64url') };
  }

  private hostHash(host = new URL(this.origin).hostname): Buffer {
    return createHash('sha256').update(host).digest();
  }
}

function hashed(clientDataJSON: string): Buffer {
  return createHash('sha256').update(Buffer.from(clientDataJSON, 'base64url')).digest();
}
