import { Text } from '@mantine/core';
import { keepSetupToken } from '../../data/setup-token.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SigningIn, ToSignIn, useLink } from './link.tsx';
import { NewAccount } from './new-account.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthMessage } from './use-auth-form.ts';

/** The link that a start prints. Where it is enough to sign in, it leads in; elsewhere an account is asked for. */
export default function Setup() {
  const text = useText(en, de);
  const messageOf = useAuthMessage();
  const { token, error, status, isPending } = useLink('setup', keepSetupToken);
  if (status === 400) return <NewAccount token={token} />;
  return (
    <PlainPage title={text.setup}>
      {token === '' && <Text>{text.noToken}</Text>}
      <Problem error={error && new Error(messageOf(error))} />
      {isPending ? <SigningIn /> : <ToSignIn />}
    </PlainPage>
  );
}
