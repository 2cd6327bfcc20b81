import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { addPasskey, passkeysQuery } from '../../data/passkeys.ts';
import { AuthError } from '../../data/sign-in.ts';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { usePasskeyMessage } from '../../ui/use-passkey-message.ts';
import { de } from './account.de.ts';
import { en } from './account.en.ts';

/** Asks for a name, and for the password if the user has not signed in lately. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const text = useText(en, de);
  const show = useNotice();
  const messageOf = usePasskeyMessage();
  const queries = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState('');
  const [needsPassword, setNeedsPassword] = useState(false);
  const add = useMutation({
    mutationFn: () => addPasskey(name, password),
    onSuccess: async () => {
      await queries.invalidateQueries(passkeysQuery);
      show(text.isAdded);
      onClose();
    },
    onError: (error) => codeOf(error) === 'PASSWORD_REQUIRED' && setNeedsPassword(true),
  });
  const code = codeOf(add.error);
  const isOfPassword = code === 'PASSWORD_REQUIRED' || code === 'INVALID_PASSWORD';
  return (
    <Dialog title={text.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          add.mutate();
        }}
      >
        <Stack>
          <Text size="sm">{text.addText}</Text>
          <TextInput
            label={text.name}
            description={text.nameHint}
            value={name}
            required
            maxLength={100}
            data-autofocus
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {needsPassword && (
            <PasswordInput
              label={text.password}
              description={text.passwordHint}
              autoComplete="current-password"
              value={password}
              required
              autoFocus
              error={code === 'INVALID_PASSWORD' && text.wrongPassword}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
          )}
          <Problem error={add.error && !isOfPassword ? new Error(messageOf(add.error)) : null} />
          <Group justify="flex-end">
            <Button type="submit" loading={add.isPending}>
              {text.continue}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

function codeOf(error: Error | null): string {
  return error instanceof AuthError ? error.code : '';
}
