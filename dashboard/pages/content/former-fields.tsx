import { ActionIcon, Divider, Group, Stack, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import type { Field, ItemValues } from './item-values.ts';
import { textOfValue } from './text-of-value.ts';

interface FormerFieldsProps {
  fields: readonly Field[];
  values: ItemValues['customFields'];
  onChange: (name: string, value: unknown) => void;
}

/** Values that the item has under names that its type does not define, such as those of removed fields. */
export function FormerFields({ fields, values, onChange }: FormerFieldsProps) {
  const text = useText(en, de);
  const names = new Set(fields.map(({ name }) => name));
  const former = Object.entries(values).filter(([name, value]) => !names.has(name) && value != null);
  if (former.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label={text.formerFields}>
      <Divider label={text.formerFields} labelPosition="left" />
      <Text size="sm" c="dimmed">
        {text.formerFieldsHint}
      </Text>
      {former.map(([name, value]) => (
        <Group key={name} justify="space-between" wrap="nowrap" align="start">
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={500}>
              {name}
            </Text>
            <Text size="sm" lineClamp={6} style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {textOfValue(value)}
            </Text>
          </div>
          <ActionIcon variant="default" aria-label={text.removeNamed(name)} onClick={() => onChange(name, null)}>
            <Icon name="remove" size={14} />
          </ActionIcon>
        </Group>
      ))}
    </Stack>
  );
}
