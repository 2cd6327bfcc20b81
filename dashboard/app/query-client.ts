import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { RequestError } from '../data/request.ts';

const signInListeners = new Set<() => void>();

/** Calls the listener whenever an answer says that the caller is not signed in (any more). */
export function onSignInNeeded(listener: () => void): () => void {
  signInListeners.add(listener);
  return () => signInListeners.delete(listener);
}

function noticeSignIn(error: Error): void {
  if (error instanceof RequestError && error.isSignedOut) for (const listener of signInListeners) listener();
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
