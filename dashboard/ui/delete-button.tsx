import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMayEdit } from '../app/use-may-edit.ts';
import type { Document } from '../data/graphql.ts';
import { useSiteMutation } from '../data/site-query.ts';
import { Confirm } from './confirm.tsx';

interface Stored {
  id: string;
  revision: number;
}

interface DeleteButtonProps {
  mutation: Document<unknown, Stored>;
  stored: Stored;
  /** What the button says: a verb. */
  action: string;
  title: string;
  children: ReactNode;
  onDeleted: () => void;
}

/** Deletes what is shown, as it is shown, and asks first. Nothing for who may not edit. */
export function DeleteButton({
  mutation,
  stored: { id, revision },
  action,
  title,
  children,
  onDeleted,
}: DeleteButtonProps) {
  const mayEdit = useMayEdit();
  const remove = useSiteMutation(mutation);
  const [isAsking, setAsking] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="outline" color="red.9" c="var(--mantine-color-error)" size="xs" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={title}
        action={action}
        isDangerous
        isBusy={remove.isPending}
        error={remove.error}
        onConfirm={() => remove.mutate({ id, revision }, { onSuccess: onDeleted })}
        onClose={() => setAsking(false)}
      >
        {children}
      </Confirm>
    </>
  );
}
