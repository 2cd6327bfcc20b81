import { SignJWT, UnsecuredJWT } from 'jose';
import { rsaKeys } from './rsa-keys.ts';

export interface TokenChanges {
  claims?: Record<string, unknown>;
  /** Signed with another key, or with none. */
  signature?: 'foreign' | 'none';
}

const KEY_ID = 'double-key';

/** Signs OIDC tokens as Google does for a service account, with keys of its own. */
export class GoogleTokens {
  private readonly keys = rsaKeys('google');
  private readonly foreign = rsaKeys('foreign');

  /** By the id of the key, in PEM. */
  get certificates(): Record<string, string> {
    return { [KEY_ID]: this.keys.publicKey.export({ type: 'spki', format: 'pem' }).toString() };
  }

  /** Single claims and who signs may be changed. */
  async sign(of: { aud: string; email: string }, { claims, signature }: TokenChanges = {}): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    const all = {
      iss: 'https://accounts.google.com',
      azp: '104834',
      sub: '104834',
      email_verified: true,
      iat: now,
      exp: now + 3_600,
      ...of,
      ...claims,
    };
    if (signature === 'none') return new UnsecuredJWT(all).encode();
    const key = signature === 'foreign' ? this.foreign.privateKey : this.keys.privateKey;
    return new SignJWT(all).setProtectedHeader({ alg: 'RS256', kid: KEY_ID, typ: 'JWT' }).sign(key);
  }
}
