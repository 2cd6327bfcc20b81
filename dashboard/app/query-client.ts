import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../data/request.ts';
import { hasSignInDialog, signInAgain } from '../data/session-gate.ts';

const signInListeners = new Set<() => void>();

/** Calls the listener when an answer says that nobody is signed in, and nobody was before. */
export function onSignInNeeded(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

function noticeSignIn(error: Error): void {
  if (!(error instanceof RequestError && error.isSignedOut)) return;
  if (hasSignInDialog()) void signInAgain({ isDemanded: false });
  else for (const listener of signInListeners) listener();
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noticeSignIn }),
  mutationCache: new MutationCache({ onError: noticeSignIn }),
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      // What the service has understood and rejected is rejected again.
      retry: (count, error) => count < 2 && !(error instanceof RequestError && error.isAnswered),
    },
  },
});
