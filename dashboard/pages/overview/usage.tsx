import { Card, Group, Text, Title } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './overview.de.ts';
import { en } from './overview.en.ts';

interface ModelDay {
  turns: number;
  inputTokens: number;
  outputTokens: number;
  cost: number | null;
}

/** The month so far, all models together. */
export function Usage({ usage }: { usage: readonly ModelDay[] }) {
  const text = useText(en, de);
  const formats = useFormats();
  const sum = (valueOf: (day: ModelDay) => number) => usage.reduce((total, day) => total + valueOf(day), 0);
  const figures = [
    [text.answers, formats.number(sum(({ turns }) => turns))],
    [text.tokens, formats.number(sum(({ inputTokens, outputTokens }) => inputTokens + outputTokens))],
    [text.cost, formats.dollars(sum(({ cost }) => cost ?? 0))],
  ] as const;
  return (
    <Card withBorder component="section">
      <Title order={2} size="h4" mb="sm">
        {text.usage}
      </Title>
      {usage.length === 0 ? (
        <Text c="dimmed">{text.noUsage}</Text>
      ) : (
        <Group grow align="start">
          {figures.map(([label, figure]) => (
            <div key={label}>
              <Text size="sm" c="dimmed">
                {label}
              </Text>
              <Text fz={22} fw={600}>
                {figure}
              </Text>
            </div>
          ))}
        </Group>
      )}
      {usage.some(({ cost }) => cost === null) && (
        <Text size="sm" c="dimmed" mt="sm">
          {text.noPrice}
        </Text>
      )}
    </Card>
  );
}
