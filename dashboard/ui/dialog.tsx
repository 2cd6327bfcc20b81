import { Group, Modal } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface DialogProps {
  title: string;
  children: ReactNode;
  size?: string;
  isOpen?: boolean;
  /** Whether a click beside it keeps it open. */
  isKept?: boolean;
  /** Whether it is above other dialogues, which stay open behind it. */
  isOnTop?: boolean;
  onClose: () => void;
}

/** A dialogue. Mantine's own header would be a second banner of the page for screen readers. */
export function Dialog({
  title,
  children,
  size = 'md',
  isOpen = true,
  isKept = false,
  isOnTop = false,
  onClose,
}: DialogProps) {
  const text = useText(en, de);
  return (
    <Modal.Root
      opened={isOpen}
      onClose={onClose}
      size={size}
      closeOnClickOutside={!isKept}
      closeOnEscape={!isOnTop}
      zIndex={isOnTop ? 450 : 200}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Group justify="space-between" wrap="nowrap" align="start" p="md" pb="xs">
          <Modal.Title fw={600}>{title}</Modal.Title>
          <Modal.CloseButton aria-label={text.close} />
        </Group>
        <Modal.Body>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
