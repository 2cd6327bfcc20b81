import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { PasskeySignIn } from './passkey-sign-in.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { SsoSignIn } from './sso-sign-in.tsx';
import { useAuthForm } from './use-auth-form.ts';

interface SignInFormProps {
  email?: string;
  /** Where a provider leads to afterwards: an address below /admin. */
  back: unknown;
  /** Whether the page that is open stays: a provider is opened beside it. */
  isInDialog?: boolean;
  /** Links below the ways to sign in. */
  children?: ReactNode;
  onSignedIn: () => void;
}

/** All ways to sign in. */
export function SignInForm({ email = '', back, isInDialog = false, children, onSignedIn }: SignInFormProps) {
  const text = useText(en, de);
  const form = useAuthForm('sign-in/email', { email, password: '' }, onSignedIn);
  return (
    <form onSubmit={form.onSubmit}>
      <Stack>
        <Problem error={form.error} />
        <TextInput
          label={text.email}
          type="email"
          autoComplete="username webauthn"
          autoFocus={email === ''}
          {...form.field('email')}
        />
        <PasswordInput
          label={text.password}
          autoComplete="current-password"
          data-autofocus={email !== ''}
          {...form.field('password')}
        />
        <Button type="submit" loading={form.isBusy}>
          {text.signIn}
        </Button>
        <PasskeySignIn onSignedIn={onSignedIn} />
        <SsoSignIn back={back} isBeside={isInDialog} />
        {children}
      </Stack>
    </form>
  );
}
