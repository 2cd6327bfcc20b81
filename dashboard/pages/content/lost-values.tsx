import { Alert, Stack, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { textOfValue } from './text-of-value.ts';

/** What was typed into fields that are gone, or have another type now: it can be read and copied. */
export function LostValues({ values }: { values: Readonly<Record<string, unknown>> }) {
  const text = useText(en, de);
  const entries = Object.entries(values);
  if (entries.length === 0) return null;
  return (
    <Alert mb="md" color="yellow" role="status">
      <Text size="sm" fw={600}>
        {text.lostValues}
      </Text>
      <Text size="sm">{text.lostValuesText}</Text>
      <Stack gap={4} mt="xs">
        {entries.map(([name, value]) => (
          <Text size="sm" key={name} style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            <b>{name}:</b> {textOfValue(value)}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
