import { Anchor, Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { AuthError, callAuth, enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useSearchParam } from './use-auth-form.ts';

/**
 * The token in the address of an emailed or printed link, which is tried as soon as the page opens: where it is
 * enough to sign in, it leads in. Otherwise `status` says why not; 400 means that an account is to be made.
 */
export function useLink(endpoint: 'accept' | 'setup', onAccepted: (token: string) => void = () => undefined) {
  const token = useSearchParam('token');
  const { error } = useQuery({
    queryKey: [endpoint, token],
    queryFn: async () => {
      await callAuth(endpoint, { token });
      onAccepted(token);
      enter('/');
      return true;
    },
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
  return {
    token,
    error,
    status: error instanceof AuthError ? error.status : 0,
    isPending: token !== '' && error === null,
  };
}

export function SigningIn() {
  const text = useText(en, de);
  return (
    <Center role="status" aria-label={text.signingIn}>
      <Loader />
    </Center>
  );
}

/** @param back what opens after signing in; an address below /admin */
export function ToSignIn({ back }: { back?: string }) {
  const text = useText(en, de);
  return (
    <Anchor href={`/admin/sign-in${back ? `?back=${encodeURIComponent(back)}` : ''}`} size="sm">
      {text.toSignIn}
    </Anchor>
  );
}
