import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';

/** A password that is chosen now, within the limits of the service. */
export function NewPassword(props: PasswordInputProps) {
  const text = useText(en, de);
  return (
    <PasswordInput
      label={text.password}
      description={text.passwordHint}
      minLength={10}
      maxLength={128}
      autoComplete="new-password"
      {...props}
    />
  );
}
