import { Drawer, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface SidePanelProps {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** A dialogue at the right edge. Mantine's own header would be a second banner of the page for screen readers. */
export function SidePanel({ title, children, onClose }: SidePanelProps) {
  const text = useText(en, de);
  return (
    <Drawer.Root opened onClose={onClose} position="right" size="lg">
      <Drawer.Overlay />
      <Drawer.Content>
        <Group justify="space-between" wrap="nowrap" align="start" p="md">
          <Drawer.Title fw={600}>{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={text.close} />
        </Group>
        <Drawer.Body>{children}</Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
