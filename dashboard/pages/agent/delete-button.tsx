import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { Confirm } from '../../ui/confirm.tsx';

interface DeleteButtonProps {
  action: string;
  title: string;
  children: ReactNode;
  isBusy: boolean;
  error: Error | null;
  onConfirm: () => void;
}

/** Asks first. Nothing for who may not edit. */
export function DeleteButton({ action, title, children, ...props }: DeleteButtonProps) {
  const mayEdit = useMayEdit();
  const [isAsking, setAsking] = useState(false);
  if (!mayEdit) return null;
  return (
    <>
      <Button variant="outline" color="red.9" c="var(--mantine-color-error)" size="xs" onClick={() => setAsking(true)}>
        {action}
      </Button>
      <Confirm isOpen={isAsking} title={title} action={action} isDangerous {...props} onClose={() => setAsking(false)}>
        {children}
      </Confirm>
    </>
  );
}
