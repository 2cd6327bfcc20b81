import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMayEdit } from '../app/use-may-edit.ts';
import type { Document } from '../data/graphql.ts';
import { ConfirmMutation } from './confirm-mutation.tsx';

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
  const [isAsking, setAsking] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="outline" color="red.9" c="var(--mantine-color-error)" size="xs" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <ConfirmMutation
        mutation={mutation}
        variables={{ id, revision }}
        isOpen={isAsking}
        title={title}
        action={action}
        isDangerous
        onDone={onDeleted}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmMutation>
    </>
  );
}
