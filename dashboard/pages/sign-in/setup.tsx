import { Anchor, Center, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { keepSetupToken } from '../../data/setup-token.ts';
import { AuthError, callAuth, enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { NewAccount } from './new-account.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthMessage, useSearchParam } from './use-auth-form.ts';

/** The link that a start prints. Where it is enough to sign in, it leads in; elsewhere an account is asked for. */
export default function Setup() {
  const text = useText(en, de);
  const messageOf = useAuthMessage();
  const token = useSearchParam('token');
  const link = useQuery({
    queryKey: ['setup', token],
    queryFn: () => signInByLink(token),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
  if (link.error instanceof AuthError && link.error.status === 400) return <NewAccount token={token} />;
  return (
    <PlainPage title={text.setup}>
      {token === '' && <Text>{text.noToken}</Text>}
      <Problem error={link.error && new Error(messageOf(link.error))} />
      {link.error || token === '' ? (
        <Anchor component={Link} to="/sign-in" size="sm">
          {text.toSignIn}
        </Anchor>
      ) : (
        <Center role="status" aria-label={text.signingIn}>
          <Loader />
        </Center>
      )}
    </PlainPage>
  );
}

async function signInByLink(token: string): Promise<true> {
  await callAuth('setup', { token });
  keepSetupToken(token);
  enter('/');
  return true;
}
