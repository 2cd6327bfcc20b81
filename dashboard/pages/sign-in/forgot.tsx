import { Button, Stack, Text, TextInput } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { ToSignIn } from './link.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm } from './use-auth-form.ts';

/** Asks for the email with the link to a new password. */
export default function Forgot() {
  const text = useText(en, de);
  const form = useAuthForm('request-password-reset', { email: '' }, () => undefined);
  return (
    <PlainPage title={text.forgot}>
      {form.isDone ? (
        <Text role="status">{text.sent}</Text>
      ) : (
        <form onSubmit={form.onSubmit}>
          <Stack>
            <Text size="sm">{text.forgotText}</Text>
            <Problem error={form.error} />
            <TextInput label={text.email} type="email" autoComplete="username" {...form.field('email')} />
            <Button type="submit" loading={form.isBusy}>
              {text.sendLink}
            </Button>
          </Stack>
        </form>
      )}
      <ToSignIn />
    </PlainPage>
  );
}
