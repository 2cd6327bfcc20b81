import { Anchor, Button, Center, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { AuthError, callAuth, enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { NewPassword } from './new-password.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm, useAuthMessage, useSearchParam } from './use-auth-form.ts';

/** The link of an invitation. Who is signed in joins by it alone; a new account needs a name and a password. */
export default function Accept() {
  const text = useText(en, de);
  const messageOf = useAuthMessage();
  const token = useSearchParam('token');
  const link = useQuery({
    queryKey: ['accept', token],
    queryFn: () => join(token),
    enabled: token !== '',
    retry: false,
    staleTime: Infinity,
  });
  const status = link.error instanceof AuthError ? link.error.status : 0;
  return (
    <PlainPage title={text.accept}>
      {token === '' && <Text>{text.incomplete}</Text>}
      {status === 400 && <Account token={token} />}
      {status === 401 && <Text>{text.hasAccount}</Text>}
      {link.error && status !== 400 && status !== 401 && <Problem error={new Error(messageOf(link.error))} />}
      {link.error || token === '' ? (
        <Anchor component={Link} to="/sign-in" search={{ back: `/accept?token=${token}` } as never} size="sm">
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

function Account({ token }: { token: string }) {
  const text = useText(en, de);
  const form = useAuthForm('accept', { token, name: '', password: '' }, () => enter('/'));
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Text size="sm">{text.acceptText}</Text>
        <Problem error={form.error} />
        <TextInput label={text.name} autoComplete="name" {...form.field('name')} />
        <NewPassword {...form.field('password')} />
        <Button type="submit" loading={form.isBusy}>
          {text.join}
        </Button>
      </Stack>
    </form>
  );
}

async function join(token: string): Promise<true> {
  await callAuth('accept', { token });
  enter('/');
  return true;
}
