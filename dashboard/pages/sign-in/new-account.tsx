import { Button, Stack, Text, TextInput } from '@mantine/core';
import { forgetSetupToken } from '../../data/setup-token.ts';
import { enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { NewPassword } from './new-password.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for the account of the first user, which the token of the link allows to set. */
export function NewAccount({ token }: { token: string }) {
  const text = useText(en, de);
  const form = useAuthForm('setup', { token, name: '', email: '', password: '' }, () => {
    forgetSetupToken();
    enter('/');
  });
  return (
    <PlainPage title={text.setup}>
      <Text size="sm">{text.setupText}</Text>
      <form onSubmit={form.onSubmit}>
        <Stack>
          <Problem error={form.error} />
          <TextInput label={text.name} autoComplete="name" {...form.field('name')} />
          <TextInput label={text.email} type="email" autoComplete="username" {...form.field('email')} />
          <NewPassword {...form.field('password')} />
          <Button type="submit" loading={form.isBusy}>
            {text.create}
          </Button>
        </Stack>
      </form>
    </PlainPage>
  );
}
