import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, lazy, useCallback, useEffect, useRef, useState } from 'react';
import { type Session, readMe, sessionQuery } from '../data/session.ts';
import { announceSession, setSignInDialog, watchSession } from '../data/session-gate.ts';
import { closeUnsavedForms, leaveUnsavedForms, writeUnsavedForms } from '../data/unsaved/unsaved-form.ts';

const SessionDialog = lazy(() => import('./session-dialog.tsx'));

/**
 * Keeps a page and what is typed into it when its session ends: the user signs in again over it. Another user never
 * sees it: the page is loaded anew.
 */
export function SessionGuard() {
  const queries = useQueryClient();
  const { data: session } = useQuery({ ...sessionQuery, enabled: false });
  const owner = useRef<Session>(null);
  owner.current ??= session ?? null;
  const waiting = useRef<(isSignedIn: boolean) => void>(null);
  const [isAsking, setAsking] = useState(false);
  const answer = useCallback((isSignedIn: boolean) => {
    waiting.current?.(isSignedIn);
    waiting.current = null;
    setAsking(false);
  }, []);
  /** Whoever has signed in, here or in another page. */
  const check = useCallback(async () => {
    const me = await readMe();
    if (!me || !owner.current) return;
    if (me.id !== owner.current.id) return reload();
    if (!waiting.current) return;
    answer(true);
    await queries.invalidateQueries();
  }, [answer, queries]);
  const isKnown = session !== undefined;
  useEffect(() => {
    if (!isKnown) return undefined;
    setSignInDialog(
      () =>
        new Promise((resolve) => {
          waiting.current = resolve;
          setAsking(true);
        }),
    );
    return () => setSignInDialog(null);
  }, [isKnown]);
  useEffect(
    () =>
      watchSession((event) => {
        if (event === 'signed-in') void check();
        else if (owner.current) leave();
      }),
    [check],
  );
  useEffect(() => {
    window.addEventListener('pagehide', writeUnsavedForms);
    document.addEventListener('visibilitychange', writeUnsavedForms);
    return () => {
      window.removeEventListener('pagehide', writeUnsavedForms);
      document.removeEventListener('visibilitychange', writeUnsavedForms);
    };
  }, []);
  useEffect(() => {
    if (session && session.id !== owner.current?.id) reload();
  }, [session]);
  if (!isAsking) return null;
  const onSignedIn = () => {
    announceSession('signed-in');
    void check();
  };
  return (
    <Suspense>
      <SessionDialog email={owner.current?.email ?? ''} onSignedIn={onSignedIn} onClose={() => answer(false)} />
    </Suspense>
  );
}

function reload(): void {
  leaveUnsavedForms();
  window.location.reload();
}

function leave(): void {
  closeUnsavedForms();
  window.location.assign('/admin/sign-in');
}
