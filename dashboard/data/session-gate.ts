/** Asks the user to sign in over the page that is open. Resolves with whether the same user has. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;
let isDismissed = false;

/** @param handler null: signing in needs a page of its own, because nobody has been signed in yet */
export function setSignInDialog(handler: Ask | null): void {
  ask = handler;
}

/**
 * For a request that was answered UNAUTHENTICATED: resolves with whether it can be sent again, once for all that wait.
 * @param isDemanded by the user; what reads in the background does not ask again after the dialog was closed
 */
export async function signInAgain({ isDemanded }: { isDemanded: boolean }): Promise<boolean> {
  if (!ask || (isDismissed && !isDemanded)) return false;
  asking ??= ask().finally(() => {
    asking = null;
  });
  const isSignedIn = await asking;
  isDismissed = !isSignedIn;
  return isSignedIn;
}

export function hasSignInDialog(): boolean {
  return ask !== null;
}

/** All pages of the browser, which share the session. */
const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel('lectern-session') : null;

export type SessionEvent = 'signed-in' | 'signed-out';

/** Tells the other pages. */
export function announceSession(event: SessionEvent): void {
  // A channel has one origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  channel?.postMessage(event);
}

/** What another page has done. */
export function watchSession(listener: (event: SessionEvent) => void): () => void {
  const onMessage = ({ data }: MessageEvent<SessionEvent>) => listener(data);
  channel?.addEventListener('message', onMessage);
  return () => channel?.removeEventListener('message', onMessage);
}
