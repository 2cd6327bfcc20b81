import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that local tokens are signed with. */
export const TOKEN_SECRET = 'token-secret';

/**
 * A secret of this installation: read from the data folder, and generated (readable by its owner only) if it is
 * missing.
 */
export function storedSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // `wx` creates it atomically: if two processes start together, one creates the secret and both read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** Derives a secret for one use from another one, which cannot be computed from it. */
export function derivedSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lectern ${use}`, 32)).toString('base64url');
}
