import { Badge, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormats } from '../../text/formats.ts';

interface SectionProps {
  title: string;
  total: number;
  /** Said when there are none. */
  none: string;
  /** The newest. */
  lines: readonly { id: string; label: ReactNode; detail: string }[];
}

export function Section({ title, total, none, lines }: SectionProps) {
  const formats = useFormats();
  return (
    <Card withBorder component="section">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h4">
          {title}
        </Title>
        <Badge variant="outline" color="gray" c="var(--mantine-color-text)" miw={32}>
          {formats.number(total)}
        </Badge>
      </Group>
      {lines.length === 0 && <Text c="dimmed">{none}</Text>}
      <Stack gap="xs">
        {lines.map(({ id, label, detail }) => (
          <div key={id}>
            <Text component="div" lineClamp={2}>
              {label}
            </Text>
            <Text size="sm" c="dimmed" lineClamp={2}>
              {detail}
            </Text>
          </div>
        ))}
      </Stack>
    </Card>
  );
}
