const KEY = 'lectern-setup';

/** The token of the link that signed in the first user, until that user has set a password. */
export function setupToken(): string | null {
  return localStorage.getItem(KEY);
}

export function keepSetupToken(token: string): void {
  localStorage.setItem(KEY, token);
}

export function forgetSetupToken(): void {
  localStorage.removeItem(KEY);
}
