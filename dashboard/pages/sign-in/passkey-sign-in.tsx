import { Button } from '@mantine/core';
import { canUsePasskeys } from '../../data/passkeys.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';
import { usePasskeySignIn } from './use-passkey-sign-in.ts';

/** Signs in with a passkey: by the button, or by choosing one in the field of the email address. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const text = useText(en, de);
  const { error, isBusy, start } = usePasskeySignIn(onSignedIn);
  if (!canUsePasskeys()) return null;
  return (
    <>
      <Button variant="default" loading={isBusy} onClick={start}>
        {text.passkey}
      </Button>
      <Problem error={error} />
    </>
  );
}
