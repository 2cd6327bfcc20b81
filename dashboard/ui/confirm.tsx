import { Button, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { Dialog } from './dialog.tsx';
import { Problem } from './problem.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

export interface ConfirmProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  /** What the button says: a verb. */
  action: string;
  isDangerous?: boolean;
  isBusy?: boolean;
  /** Whether there is nothing that it would do. */
  isImpossible?: boolean;
  error?: Error | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be taken back. */
export function Confirm({ isOpen, title, children, action, ...props }: ConfirmProps) {
  const text = useText(en, de);
  return (
    <Dialog isOpen={isOpen} onClose={props.onClose} title={title}>
      <Stack>
        <Text component="div" size="sm">
          {children}
        </Text>
        <Problem error={props.error ?? null} />
        <Group justify="flex-end">
          <Button variant="default" onClick={props.onClose}>
            {text.cancel}
          </Button>
          <Button
            color={props.isDangerous ? 'red.9' : undefined}
            loading={props.isBusy ?? false}
            disabled={props.isImpossible ?? false}
            onClick={props.onConfirm}
          >
            {action}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
