import { Button, Stack, Text, TextInput } from '@mantine/core';
import { enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SigningIn, ToSignIn, useLink } from './link.tsx';
import { NewPassword } from './new-password.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm, useAuthMessage } from './use-auth-form.ts';

/** The link of an invitation. Who is signed in joins by it alone; a new account needs a name and a password. */
export default function Accept() {
  const text = useText(en, de);
  const messageOf = useAuthMessage();
  const { token, error, status, isPending } = useLink('accept');
  return (
    <PlainPage title={text.accept}>
      {token === '' && <Text>{text.incomplete}</Text>}
      {status === 400 && <Account token={token} />}
      {status === 401 && <Text>{text.hasAccount}</Text>}
      {error && status !== 400 && status !== 401 && <Problem error={new Error(messageOf(error))} />}
      {isPending ? <SigningIn /> : <ToSignIn back={`/accept?token=${encodeURIComponent(token)}`} />}
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
