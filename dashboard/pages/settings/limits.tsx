import { Card, Progress, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de as uiDe } from '../../ui/ui.de.ts';
import { en as uiEn } from '../../ui/ui.en.ts';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import type { SiteData } from './site-data.ts';

/** What the site may use, and what it does. */
export function Limits({ site }: { site: SiteData }) {
  const text = useText(en, de);
  const uiText = useText(uiEn, uiDe);
  const formats = useFormats();
  const { usage, apiKeys, limits } = site;
  const nameOf = (id: string) => apiKeys.find((key) => key.id === id)?.name ?? id;
  const counted = [
    [text.items, usage.contentItems],
    [text.sources, usage.sources],
    [text.files, usage.files],
  ] as const;
  return (
    <Stack gap="lg">
      <SimpleGrid cols={{ base: 1, xs: 2, md: 4 }}>
        {counted.map(([label, value]) => (
          <Figure key={label} label={label} value={formats.number(value)} />
        ))}
        <Figure label={text.stored} value={formats.bytes(usage.storedBytes)} />
      </SimpleGrid>
      <Card withBorder>
        <Title order={2} size="h4" mb="xs">
          {text.requests}
        </Title>
        <Text c="dimmed" size="sm" mb="sm">
          {text.requestsHint(
            site.plan,
            formats.number(usage.requestsPerMinute),
            formats.number(usage.siteRequestsPerMinute),
          )}
        </Text>
        <Stack gap="sm">
          {usage.requests.map(({ keyId, requests }) => (
            <Used
              key={keyId}
              label={nameOf(keyId)}
              used={requests}
              of={usage.requestsPerMinute}
              format={formats.number}
            />
          ))}
        </Stack>
      </Card>
      <Card withBorder>
        <Title order={2} size="h4" mb="sm">
          {text.maxima}
        </Title>
        <Stack gap="sm">
          {limits.map(({ resource, used, max }) => (
            <Used
              key={resource}
              label={uiText.limits[resource]}
              used={used}
              of={max}
              format={resource === 'stored_bytes' ? formats.bytes : formats.number}
            />
          ))}
        </Stack>
        <Text size="sm" mt="md">
          {text.points(formats.number(usage.pointsPerOperation))}
        </Text>
      </Card>
    </Stack>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <Card withBorder>
      <Text c="dimmed" size="sm">
        {label}
      </Text>
      <Text size="xl" fw={650}>
        {value}
      </Text>
    </Card>
  );
}

interface UsedProps {
  label: string;
  used: number;
  of: number;
  format: (value: number) => string;
}

function Used({ label, used, of, format }: UsedProps) {
  const share = Math.min((100 * used) / Math.max(of, 1), 100);
  return (
    <div>
      <Text size="sm" component="div" style={{ display: 'flex', justifyContent: 'space-between', gap: 12 }}>
        <span>{label}</span>
        <span>
          {format(used)} / {format(of)}
        </span>
      </Text>
      <Progress value={share} color={share > 90 ? 'red.8' : undefined} aria-label={label} mt={4} />
    </div>
  );
}
