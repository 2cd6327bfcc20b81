import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMayEdit } from '../../app/use-may-edit.ts';
import type { DataOf } from '../../data/graphql.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Problem } from '../../ui/problem.tsx';
import { CONTENT_ITEM } from './content.query.ts';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';
import { useCancel } from './use-cancel.ts';
import { useWriter } from './use-writer.ts';

export type ItemSchedule = DataOf<typeof CONTENT_ITEM>['content']['schedule'];

/** As it is now: the form beside it keeps what it began with. */
export function useSchedule(id: string): ItemSchedule {
  return useSiteQuery(CONTENT_ITEM, { id }).data?.content.schedule ?? null;
}

/** When the item is published and unpublished, or why it was not; nothing without a schedule. */
export function ScheduleNote({ id }: { id: string }) {
  const text = useText(en, de);
  const formats = useFormats();
  const writer = useWriter();
  const mayEdit = useMayEdit();
  const schedule = useSchedule(id);
  const cancel = useCancel(id);
  if (schedule === null) return null;
  const { publishAt, unpublishAt, failedReason, scheduledBy } = schedule;
  const times = [
    { action: 'publish', at: publishAt },
    { action: 'unpublish', at: unpublishAt },
  ] as const;
  return (
    <Alert color={failedReason === null ? 'brand' : 'red'} role="status">
      <Stack gap="xs">
        {times.map(({ action, at }) => {
          if (at === null) return null;
          const isFailed = failedReason !== null && new Date(at) <= new Date();
          const when = formats.zoned(at);
          const label = isFailed ? text.dismiss : text.cancel;
          return (
            <Group key={action} gap="sm">
              <Text size="sm" fw={600}>
                {isFailed ? `${text.failed[action](when)}: ${failedReason}` : text.planned[action](when)}
              </Text>
              {mayEdit && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={cancel.isPending}
                  aria-label={`${label}: ${text.actions[action]}`}
                  onClick={() => cancel.run(action, at)}
                >
                  {label}
                </Button>
              )}
            </Group>
          );
        })}
        <Text size="sm">{text.by(writer(scheduledBy))}</Text>
        <Problem error={cancel.error} />
      </Stack>
    </Alert>
  );
}
