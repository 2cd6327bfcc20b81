import { Anchor, Badge, Button, Card, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import type { Entry } from './read-schedule.ts';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';
import { useCancel } from './use-cancel.ts';
import { useWriter } from './use-writer.ts';

/** What happens to an item at a time, or why it could not be done. */
export function ScheduleEntry({ entry, typeName }: { entry: Entry; typeName: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const writer = useWriter();
  const site = useSiteId();
  const mayEdit = useMayEdit();
  const cancel = useCancel(entry.contentId);
  const { action, at, title, failedReason, language, scheduledBy } = entry;
  const label = failedReason === null ? text.cancel : text.dismiss;
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            {failedReason === null && <Text fw={600}>{formats.time(at)}</Text>}
            <Badge
              tt="none"
              variant="outline"
              color={action === 'publish' ? 'teal' : 'gray'}
              c="var(--mantine-color-text)"
            >
              {text.actions[action]}
            </Badge>
            <Anchor component={Link} to={`/${site}/content/${entry.contentId}`} fw={500}>
              {title}
            </Anchor>
          </Group>
          {failedReason !== null && (
            <Text size="sm">{`${text.failed[action](formats.zoned(at))}: ${failedReason}`}</Text>
          )}
          <Text size="sm" c="dimmed">
            {[typeName, language, text.by(writer(scheduledBy))].join(' · ')}
          </Text>
        </div>
        {mayEdit && (
          <Button
            size="compact-sm"
            variant="default"
            loading={cancel.isPending}
            aria-label={`${label}: ${title}`}
            onClick={() => cancel.run(action, at)}
          >
            {label}
          </Button>
        )}
      </Group>
      <Problem error={cancel.error} />
    </Card>
  );
}
