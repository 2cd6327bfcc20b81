import { Anchor, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { enter } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { SignInForm } from './sign-in-form.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';

export default function SignIn() {
  const text = useText(en, de);
  const { back }: { back?: unknown } = useSearch({ strict: false });
  return (
    <PlainPage title={text.signIn}>
      <SignInForm back={back} onSignedIn={() => enter(back)}>
        <Anchor component={Link} to="/forgot" size="sm">
          {text.forgotten}
        </Anchor>
        <Text size="sm" c="dimmed">
          {text.firstTime}
        </Text>
      </SignInForm>
    </PlainPage>
  );
}
