import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

const VERSION = 'v1';

/** Encrypts secrets that are stored but never returned (AES-256-GCM with a new nonce each time). */
export class SecretBox {
  private readonly key: Buffer;

  /** @param secret any text with enough entropy; the key is derived from it */
  constructor(secret: string) {
    this.key = Buffer.from(hkdfSync('sha256', secret, '', 'lectern stored secrets', 32));
  }

  /** @param context what the secret belongs to: it can only be decrypted with the same one */
  seal(text: string, context = ''): string {
    const nonce = randomBytes(12);
    const cipher = createCipheriv('aes-256-gcm', this.key, nonce).setAAD(Buffer.from(context));
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return [VERSION, ...[nonce, cipher.getAuthTag(), sealed].map((part) => part.toString('base64url'))].join('.');
  }

  /** @throws Error if the text was encrypted with another key or for another context, or was changed */
  open(box: string, context = ''): string {
    const [version, nonce, tag, sealed] = box.split('.');
    if (version !== VERSION || !nonce || !tag || sealed === undefined) throw new Error('Not an encrypted secret');
    const decipher = createDecipheriv('aes-256-gcm', this.key, Buffer.from(nonce, 'base64url'));
    decipher.setAAD(Buffer.from(context)).setAuthTag(Buffer.from(tag, 'base64url'));
    return Buffer.concat([decipher.update(Buffer.from(sealed, 'base64url')), decipher.final()]).toString('utf8');
  }
}
