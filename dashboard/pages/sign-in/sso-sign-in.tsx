import { Button } from '@mantine/core';
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query';
import { callAuth, readAuth } from '../../data/sign-in.ts';
import { leaveUnsavedForms } from '../../data/unsaved/unsaved-form.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useSearchParam } from './use-auth-form.ts';

const ssoQuery = queryOptions({
  queryKey: ['sso'],
  queryFn: ({ signal }) => readAuth<{ name: string | null }>('sso', signal),
  staleTime: Infinity,
});

interface SsoSignInProps {
  back: unknown;
  /** Whether the provider is opened beside the page, in a window of its own. */
  isBeside: boolean;
}

/** Leads to the OpenID provider of the installation, and says why who comes back is not signed in. Nothing without one. */
export function SsoSignIn({ back, isBeside }: SsoSignInProps) {
  const text = useText(en, de);
  const reason = useSearchParam('sso');
  const name = useQuery(ssoQuery).data?.name ?? null;
  const start = useMutation({
    mutationFn: (beside: Window | null) =>
      callAuth<{ url: string }>('sign-in/sso', {
        ...backTo(isBeside && !beside ? window.location.pathname + window.location.search : back),
        // Whose account does not get in may have another one.
        asksAgain: reason !== '',
      }),
    onSuccess: ({ url }, beside) => {
      // In place of the page, where the browser opens no window: what was typed is offered afterwards.
      if (!beside) leaveUnsavedForms();
      (beside ?? window).location.assign(url);
    },
    onError: (_, beside) => beside?.close(),
  });
  if (name === null) return null;
  const { failed, unverified, unknown } = text.ssoProblems;
  const reasons = new Map([
    ['failed', failed],
    ['unverified', unverified],
    ['unknown', unknown],
  ]);
  const problem = start.error ? failed : reasons.get(reason);
  return (
    <>
      <Button
        variant="default"
        loading={start.isPending || (start.isSuccess && !isBeside)}
        onClick={() => start.mutate(isBeside ? openWindow() : null)}
      >
        {text.sso(name)}
      </Button>
      <Problem error={problem ? new Error(problem(name)) : null} />
    </>
  );
}

function backTo(back: unknown): { back?: string } {
  return typeof back === 'string' ? { back: back.replace(/^\/admin/, '') } : {};
}

/** By the click itself: a browser blocks a window that is opened later. The provider gets no hold of this page. */
function openWindow(): Window | null {
  const beside = window.open('about:blank', '_blank');
  if (beside) beside.opener = null;
  return beside;
}
