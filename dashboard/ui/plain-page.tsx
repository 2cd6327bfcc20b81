import { Center, Group, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Brand } from '../app/brand.tsx';
import { useFocusOnOpen } from './use-focus-on-open.ts';

/** A page without menu: sign-in and what leads to it. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  const heading = useFocusOnOpen<HTMLHeadingElement>();
  return (
    <Center component="main" mih="100vh" p="md">
      <title>{`${title} · Lectern`}</title>
      <Paper withBorder radius="lg" p="xl" w="100%" maw={420}>
        <Stack gap="md">
          <Group>
            <Brand />
          </Group>
          <Title order={1} size="h3" ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {children}
        </Stack>
      </Paper>
    </Center>
  );
}
