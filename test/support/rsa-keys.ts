import { type KeyObject, generateKeyPairSync } from 'node:crypto';

export interface RsaKeys {
  publicKey: KeyObject;
  privateKey: KeyObject;
}

const made = new Map<string, RsaKeys>();

/**
 * A pair of keys of 2048 bits, which takes the processor some 50 ms to make: the same for a name in all files of a worker.
 * @param name a different one for keys that must differ
 */
export function rsaKeys(name: string): RsaKeys {
  const keys = made.get(name) ?? generateKeyPairSync('rsa', { modulusLength: 2048 });
  made.set(name, keys);
  return keys;
}
