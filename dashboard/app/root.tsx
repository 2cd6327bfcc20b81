import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NoticeProvider } from '../ui/notices.tsx';
import { ConnectionNote } from './connection-note.tsx';
import { onSignInNeeded } from './query-client.ts';
import { SessionGuard } from './session-guard.tsx';

/** Around every page. Who opens one without being signed in is led there, and back afterwards. */
export function Root() {
  const navigate = useNavigate();
  const router = useRouter();
  useEffect(
    () =>
      onSignInNeeded(() => {
        const { pathname, href } = router.state.location;
        if (!/^\/(sign-in|setup)/.test(pathname)) void navigate({ to: '/sign-in', search: { back: href } });
      }),
    [navigate, router],
  );
  return (
    <NoticeProvider>
      <Outlet />
      <SessionGuard />
      <ConnectionNote />
    </NoticeProvider>
  );
}
