import { hkdfSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The secret that local tokens are signed with. */
export const TOKEN_SECRET = 'token-secret';

/** A secret of this installation: read from the data folder, made there (readable by its owner only) the first time. */
export function keptSecret(dataDir: string, name: string): string {
  const folder = join(dataDir, 'secrets');
  const file = join(folder, name);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    // `wx` makes it atomically: of two processes that start together, one makes the secret and both read it.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}

/** A secret for one use, the same wherever the other one is the same; the one does not give the other away. */
export function derivedSecret(secret: string, use: string): string {
  return Buffer.from(hkdfSync('sha256', secret, '', `lectern ${use}`, 32)).toString('base64url');
}
