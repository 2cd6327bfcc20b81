import { useEffect, useRef, useState } from 'react';
import { canOfferPasskeys, signInWithPasskey } from '../../data/passkeys.ts';
import { AuthError } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { usePasskeyMessage } from '../../ui/use-passkey-message.ts';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';

interface Attempt {
  /** Whether the button was pressed; otherwise passkeys are only offered in the field of the email address. */
  isAsked: boolean;
}

/** A browser asks for one passkey at a time: the offer ends when the button is pressed. */
export function usePasskeySignIn(onSignedIn: () => void) {
  const text = useText(en, de);
  const messageOf = usePasskeyMessage();
  const [attempt, setAttempt] = useState<Attempt>({ isAsked: false });
  const finish = useRef(onSignedIn);
  finish.current = onSignedIn;
  const [error, setError] = useState<Error | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    void signIn(attempt, controller.signal).then(
      (isSignedIn) => isSignedIn && finish.current(),
      (problem: Error) => {
        if (controller.signal.aborted) return;
        // An offer is made on no one's demand: only that its passkey was rejected is worth saying.
        if (attempt.isAsked || isRejected(problem)) setError(problem);
        if (attempt.isAsked) setAttempt({ isAsked: false });
      },
    );
    return () => controller.abort();
  }, [attempt]);
  return {
    isBusy: attempt.isAsked,
    error: error && new Error(isRejected(error) ? text.passkeyRejected : messageOf(error)),
    start: () => {
      setError(null);
      setAttempt({ isAsked: true });
    },
  };
}

async function signIn({ isAsked }: Attempt, signal: AbortSignal): Promise<boolean> {
  if (!isAsked && !(await canOfferPasskeys())) return false;
  await signInWithPasskey(isAsked ? 'required' : 'conditional', signal);
  return true;
}

function isRejected(error: Error): boolean {
  return error instanceof AuthError && error.status === 401;
}
