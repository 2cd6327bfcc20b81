import { Group, Text } from '@mantine/core';

export function Brand() {
  return (
    <Group gap="xs" wrap="nowrap">
      <svg width={28} height={28} viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="7" fill="#2457c5" />
        <path d="M7 9.5 16 6l9 3.5L16 13z" fill="#fff" />
        <path d="M14.5 14h3v9h-3zM10 23h12v3H10z" fill="#fff" />
      </svg>
      <Text fw={650} visibleFrom="sm">
        Lectern
      </Text>
    </Group>
  );
}
