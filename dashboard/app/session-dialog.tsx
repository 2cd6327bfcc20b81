import { Text } from '@mantine/core';
import { SignInForm } from '../pages/sign-in/sign-in-form.tsx';
import { useText } from '../text/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

interface SessionDialogProps {
  /** Of the user whose session has ended. */
  email: string;
  onSignedIn: () => void;
  onClose: () => void;
}

/** Over the page whose session has ended. */
export default function SessionDialog({ email, onSignedIn, onClose }: SessionDialogProps) {
  const text = useText(en, de);
  return (
    <Dialog title={text.sessionOver} size="sm" isKept isOnTop onClose={onClose}>
      <Text size="sm" mb="md">
        {text.sessionOverText}
      </Text>
      <SignInForm email={email} back="/signed-in" isInDialog onSignedIn={onSignedIn} />
    </Dialog>
  );
}
