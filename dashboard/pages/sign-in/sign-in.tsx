import { Anchor, Button, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SsoSignIn } from './sso-sign-in.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { useAuthForm } from './use-auth-form.ts';

export default function SignIn() {
  const text = useText(en, de);
  const { back }: { back?: unknown } = useSearch({ strict: false });
  const form = useAuthForm('sign-in/email', { email: '', password: '' }, () => enter(back));
  return (
    <PlainPage title={text.signIn}>
      <form onSubmit={form.onSubmit}>
        <Stack>
          <Problem error={form.error} />
          <TextInput
            label={text.email}
            type="email"
            autoComplete="username webauthn"
            autoFocus
            {...form.field('email')}
          />
          <PasswordInput label={text.password} autoComplete="current-password" {...form.field('password')} />
          <Button type="submit" loading={form.isBusy}>
            {text.signIn}
          </Button>
          <PasskeySignIn back={back} />
          <SsoSignIn back={back} />
          <Anchor component={Link} to="/forgot" size="sm">
            {text.forgotten}
          </Anchor>
          <Text size="sm" c="dimmed">
            {text.firstTime}
          </Text>
        </Stack>
      </form>
    </PlainPage>
  );
}
