import { deviceStorage } from './device-storage.ts';

const KEY = 'lectern-setup';

/** The token of the link that signed in the first user, until that user has set a password. */
export function setupToken(): string | null {
  return deviceStorage.read(KEY);
}

export function keepSetupToken(token: string): void {
  deviceStorage.write(KEY, token);
}

export function forgetSetupToken(): void {
  deviceStorage.remove(KEY);
}
