import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { canUsePasskeys, passkeysQuery } from '../../data/passkeys.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './account.de.ts';
import { en } from './account.en.ts';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyTable } from './passkey-table.tsx';

/** What belongs to the user, whatever site is open. */
export default function Account() {
  const text = useText(en, de);
  const query = useQuery(passkeysQuery);
  const [isAdding, setAdding] = useState(false);
  return (
    <Page title={text.title}>
      <Stack component="section" aria-labelledby="passkeys" gap="sm">
        <Group justify="space-between">
          <Title order={2} size="h4" id="passkeys">
            {text.passkeys}
          </Title>
          {canUsePasskeys() && <Button onClick={() => setAdding(true)}>{text.add}</Button>}
        </Group>
        <Text c="dimmed" size="sm">
          {canUsePasskeys() ? text.hint : text.unavailable}
        </Text>
        <QueryView query={query}>
          {(passkeys) => (passkeys.length === 0 ? <Text>{text.none}</Text> : <PasskeyTable passkeys={passkeys} />)}
        </QueryView>
      </Stack>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Page>
  );
}
