import { Anchor, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useText } from '../text/language.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

export function UnknownPage() {
  const text = useText(en, de);
  return (
    <PlainPage title={text.unknownPage}>
      <Text mb="md">{text.unknownPageText}</Text>
      <Anchor component={Link} to="/">
        {text.toStart}
      </Anchor>
    </PlainPage>
  );
}
