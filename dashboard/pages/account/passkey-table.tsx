import { Button, Card, Table, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Passkey, deletePasskey, passkeysQuery } from '../../data/passkeys.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { de } from './account.de.ts';
import { en } from './account.en.ts';

export function PasskeyTable({ passkeys }: { passkeys: readonly Passkey[] }) {
  const text = useText(en, de);
  const formats = useFormats();
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Passkey | null>(null);
  const remove = useMutation({
    mutationFn: deletePasskey,
    onSuccess: async () => {
      setLeaving(null);
      await queries.invalidateQueries(passkeysQuery);
    },
  });
  return (
    <Card withBorder p={0}>
      <Table.ScrollContainer minWidth={340} scrollAreaProps={{ tabIndex: 0, 'aria-label': text.passkeys }}>
        <Table verticalSpacing="sm">
          <Table.Thead>
            <Table.Tr>
              {[text.name, text.lastUsed, text.actions].map((head) => (
                <Table.Th key={head}>{head}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {passkeys.map((passkey) => (
              <Table.Tr key={passkey.id}>
                <Table.Td>
                  <Text fw={600} size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {passkey.name}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {text.added(formats.day(passkey.createdAt))}
                  </Text>
                </Table.Td>
                <Table.Td>{passkey.lastUsedAt === null ? text.never : formats.moment(passkey.lastUsedAt)}</Table.Td>
                <Table.Td>
                  <Button
                    size="compact-sm"
                    variant="default"
                    aria-label={`${text.delete}: ${passkey.name}`}
                    onClick={() => setLeaving(passkey)}
                  >
                    {text.delete}
                  </Button>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      {leaving && (
        <Confirm
          isOpen
          title={text.deleteTitle(leaving.name)}
          action={text.delete}
          isDangerous
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate(leaving.id)}
          onClose={() => setLeaving(null)}
        >
          {text.deleteText}
        </Confirm>
      )}
    </Card>
  );
}
