import { Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFocusOnOpen } from './use-focus-on-open.ts';

interface PageProps {
  /** The heading, and the name of the tab. */
  title: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page in the shell: its heading gets the focus when the page is opened, so that a screen reader says where one is. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useFocusOnOpen<HTMLHeadingElement>();
  return (
    <Stack gap="lg" maw={1200} mx="auto">
      <title>{`${title} · Lectern`}</title>
      <Group justify="space-between" align="center">
        <Title order={1} size="h2" ref={heading} tabIndex={-1}>
          {title}
        </Title>
        {actions !== undefined && <Group gap="sm">{actions}</Group>}
      </Group>
      {children}
    </Stack>
  );
}
