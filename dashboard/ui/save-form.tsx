import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from './problem.tsx';

interface SaveFormProps {
  children: ReactNode;
  /** What the button says: a verb. */
  action: string;
  error: Error | null;
  isBusy: boolean;
  isDisabled?: boolean;
  isInDialog?: boolean;
  maw?: number;
  onSubmit: () => void;
}

/** A form that ends with its errors and the button that saves it. */
export function SaveForm({ children, action, error, isBusy, isDisabled = false, ...props }: SaveFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        props.onSubmit();
      }}
    >
      <Stack maw={props.maw}>
        {children}
        <Problem error={error} />
        <Group justify={props.isInDialog ? 'flex-end' : 'flex-start'}>
          <Button type="submit" loading={isBusy} disabled={isDisabled}>
            {action}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
