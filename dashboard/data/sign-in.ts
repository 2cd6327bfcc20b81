import { forgetSetupToken } from './setup-token.ts';

/** The endpoints of the session below /api/auth. What they answer is a cookie that scripts cannot read. */
export async function callAuth(path: string, body: object): Promise<void> {
  const response = await fetch(`/api/auth/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-lectern-csrf': '1' },
    body: JSON.stringify(body),
  });
  if (response.ok) return;
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  throw new AuthError(response.status, answer?.message ?? `${response.status} ${response.statusText}`.trim());
}

export class AuthError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A session ends 7 days after this call; requests of the pages do not prolong it. */
export async function prolongSession(): Promise<void> {
  await fetch('/api/auth/get-session', { headers: { 'x-lectern-csrf': '1' } }).catch(() => undefined);
}

/** The whole page is loaded anew, so that nothing of the account stays in memory. */
export async function signOut(): Promise<void> {
  await callAuth('sign-out', {});
  forgetSetupToken();
  window.location.assign('/admin/sign-in');
}

/** @param back an address below /admin; anything else leads to the start */
export function enter(back: unknown): void {
  const isOwn = typeof back === 'string' && back.startsWith('/') && !back.startsWith('//') && !back.includes('\\');
  window.location.assign(isOwn ? `/admin${back.replace(/^\/admin/, '')}` : '/admin');
}
