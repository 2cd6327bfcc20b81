import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { setupToken } from '../data/setup-token.ts';
import { useText } from '../text/language.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

/** For who was signed in by the link of the start and has no password yet. */
export function SetupOffer() {
  const text = useText(en, de);
  if (setupToken() === null) return null;
  return (
    <Alert mb="lg" py="xs" role="note">
      {text.noPassword}{' '}
      <Anchor component={Link} to="/setup/account" size="sm" inherit underline="always">
        {text.setPassword}
      </Anchor>
    </Alert>
  );
}
