import { Button, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { RequestError } from '../../data/request.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import { DELETE_FILE } from './media.query.ts';
import { type Use, UsedBy } from './used-by.tsx';

interface DeleteFileProps {
  id: string;
  fileName: string;
  onDeleted: () => void;
}

/** A file that content items use is only deleted after they have been shown. */
export function DeleteFile({ id, fileName, onDeleted }: DeleteFileProps) {
  const text = useText(en, de);
  const notice = useNotice();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useSiteMutation(DELETE_FILE);
  const uses = usesOf(remove.error);
  const confirm = () =>
    remove.mutate(
      { id, force: uses !== null },
      {
        onSuccess: () => {
          notice(text.deleted);
          onDeleted();
        },
      },
    );
  const close = () => {
    setIsOpen(false);
    remove.reset();
  };
  return (
    <>
      <Button variant="outline" color="red.9" c="var(--mantine-color-error)" onClick={() => setIsOpen(true)}>
        {text.delete}
      </Button>
      <Confirm
        isOpen={isOpen}
        title={text.deleteTitle}
        action={uses ? text.deleteAnyway : text.delete}
        isDangerous
        isBusy={remove.isPending}
        error={uses ? null : remove.error}
        onConfirm={confirm}
        onClose={close}
      >
        <Stack gap="xs">
          <Text size="sm">{text.deleteText(fileName)}</Text>
          {uses && (
            <div role="alert">
              <Text size="sm" fw={600}>
                {uses.length > 0 ? text.inUse : text.inUseHidden}
              </Text>
              {uses.length > 0 && <UsedBy uses={{ total: uses.length, items: uses }} />}
            </div>
          )}
        </Stack>
      </Confirm>
    </>
  );
}

/** The content items that an error 409 names; null for any other error. */
function usesOf(error: Error | null): Use[] | null {
  if (!(error instanceof RequestError)) return null;
  const conflict = error.errors.find(({ code }) => code === 'CONFLICT');
  const usedBy = conflict?.extensions['usedBy'];
  return Array.isArray(usedBy) ? (usedBy as Use[]) : null;
}
