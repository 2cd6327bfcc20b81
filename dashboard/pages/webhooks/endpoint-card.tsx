import { Anchor, Badge, Button, Card, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { ALL_EVENTS, type ContentType, type Endpoint, stateOf } from './endpoint-data.ts';
import { PauseButton } from './pause-button.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TestButton } from './test-button.tsx';
import { de } from './webhooks.de.ts';
import { en } from './webhooks.en.ts';

const COLORS = { active: 'teal', waiting: 'orange', paused: 'gray', disabled: 'red' } as const;

interface EndpointCardProps {
  endpoint: Endpoint;
  types: readonly ContentType[];
}

export function EndpointCard({ endpoint, types }: EndpointCardProps) {
  const text = useText(en, de);
  const site = useSiteId();
  const { id, url, description, events, contentTypes, languages } = endpoint;
  const nameOf = (slug: string) => types.find((type) => type.slug === slug)?.name ?? slug;
  const filters = [
    ...(contentTypes.length > 0 ? [text.ofTypes(contentTypes.map(nameOf).join(', '))] : []),
    ...(languages.length > 0 ? [text.inLanguages(languages.join(', '))] : []),
  ];
  return (
    <Card component="li" withBorder padding="md">
      <Stack gap="xs">
        <Group justify="space-between" align="start" gap="xs">
          <Anchor component={Link} to={`/${site}/webhooks/${id}`} fw={600} style={{ overflowWrap: 'anywhere' }}>
            {url}
          </Anchor>
          <Badge tt="none" variant="outline" color={COLORS[stateOf(endpoint)]} c="var(--mantine-color-text)">
            {text.states[stateOf(endpoint)]}
          </Badge>
        </Group>
        {description && <Text size="sm">{description}</Text>}
        <Reason endpoint={endpoint} />
        <Text size="sm" c="dimmed">
          {[events.length === ALL_EVENTS.length ? text.selectAll : events.join(', '), ...filters].join(' · ')}
        </Text>
        <Group gap="xs">
          <Button component={Link} to={`/${site}/webhooks/${id}/deliveries`} size="compact-sm" variant="default">
            {text.log}
          </Button>
          <TestButton id={id} url={url} />
          <RotateSecret id={id} url={url} />
          <PauseButton endpoint={endpoint} />
        </Group>
      </Stack>
    </Card>
  );
}

/** Why it gets nothing at the moment. */
function Reason({ endpoint }: { endpoint: Endpoint }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { failures, pausedUntil, disabledReason } = endpoint;
  const reasons = {
    active: failures > 0 ? text.failures(failures) : null,
    waiting: pausedUntil === null ? null : text.waitingUntil(formats.moment(pausedUntil)),
    paused: text.pausedHint,
    disabled: disabledReason,
  };
  const reason = reasons[stateOf(endpoint)];
  return reason === null ? null : <Text size="sm">{reason}</Text>;
}
