import { Text } from '@mantine/core';
import { useEffect } from 'react';
import { announceSession } from '../../data/session-gate.ts';
import { useText } from '../../text/language.tsx';
import { PlainPage } from '../../ui/plain-page.tsx';
import { de } from './sign-in.de.ts';
import { en } from './sign-in.en.ts';

/** Where a provider leads to that was opened beside another page, which goes on. */
export default function SignedIn() {
  const text = useText(en, de);
  useEffect(() => {
    announceSession('signed-in');
    window.close();
  }, []);
  return (
    <PlainPage title={text.signedIn}>
      <Text role="status">{text.signedInText}</Text>
    </PlainPage>
  );
}
