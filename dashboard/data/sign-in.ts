import { signedOut } from './request.ts';
import { announceSession } from './session-gate.ts';
import { forgetSetupToken } from './setup-token.ts';
import { removeEntriesOf } from './unsaved/unsaved-entries.ts';
import { closeUnsavedForms } from './unsaved/unsaved-form.ts';

/** The endpoints of the session below /api/auth. What they answer is a cookie that scripts cannot read. */
export async function callAuth<T = unknown>(path: string, body: object, signal?: AbortSignal): Promise<T> {
  return answerOf<T>(
    await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-lectern-csrf': '1' },
      body: JSON.stringify(body),
      signal: signal ?? null,
    }),
  );
}

/** For queries: without a session it leads to the sign-in page as they do. */
export async function readAuth<T>(path: string, signal: AbortSignal): Promise<T> {
  const response = await fetch(`/api/auth/${path}`, { signal });
  if (response.status === 401) throw signedOut();
  return answerOf<T>(response);
}

async function answerOf<T>(response: Response): Promise<T> {
  if (response.ok) return (await response.json()) as T;
  const answer = (await response.json().catch(() => null)) as { message?: string; code?: string } | null;
  const message = answer?.message ?? `${response.status} ${response.statusText}`.trim();
  throw new AuthError(response.status, message, answer?.code ?? '');
}

export class AuthError extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, message: string, code: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** A session ends 7 days after this call; requests of the pages do not prolong it. */
export async function prolongSession(): Promise<void> {
  await fetch('/api/auth/get-session', { headers: { 'x-lectern-csrf': '1' } }).catch(() => undefined);
}

/**
 * What the user has typed and not saved is removed from the device. The whole page is loaded anew, so that nothing of the
 * account stays in memory.
 */
export async function signOut(user: string | undefined): Promise<void> {
  await callAuth('sign-out', {});
  forgetSetupToken();
  announceSession('signed-out');
  closeUnsavedForms();
  if (user !== undefined) removeEntriesOf(user);
  window.location.assign('/admin/sign-in');
}

/** @param back an address below /admin; anything else leads to the start */
export function enter(back: unknown): void {
  announceSession('signed-in');
  const isOwn = typeof back === 'string' && back.startsWith('/') && !back.startsWith('//') && !back.includes('\\');
  window.location.assign(isOwn ? `/admin${back.replace(/^\/admin/, '')}` : '/admin');
}
