import { Outlet, useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { NoticeProvider } from '../ui/notices.tsx';
import { onSignInNeeded } from './query-client.ts';

/** Around every page. An answer that asks for a sign-in leads there, and back afterwards. */
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
    </NoticeProvider>
  );
}
