import { ActionIcon, Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de as contentDe } from './content.de.ts';
import { en as contentEn } from './content.en.ts';
import { timeZone } from './local-time.ts';
import { MonthCalendar } from './month-calendar.tsx';
import {
  type Entry,
  byDay,
  dateIn,
  monthAfter,
  readScheduleSearch,
  scheduleQuery,
  thisMonth,
} from './read-schedule.ts';
import { ScheduleEntry } from './schedule-entry.tsx';
import { de } from './schedule.de.ts';
import { en } from './schedule.en.ts';

/** What is published and unpublished, month by month, and what could not be. */
export default function Schedule() {
  const text = useText(en, de);
  const formats = useFormats();
  const { back } = useText(contentEn, contentDe);
  const site = useSiteId();
  const navigate = useNavigate();
  const search = useSearch({ strict: false });
  const { month, day } = readScheduleSearch(search);
  const query = useQuery({ ...scheduleQuery(site, search), placeholderData: keepPreviousData });
  const open = (next: object) => void navigate({ to: '.', search: next, resetScroll: false });
  return (
    <Page
      title={text.title}
      actions={
        <Anchor component={Link} to={`/${site}/content`} size="sm">
          {back}
        </Anchor>
      }
    >
      <Text size="sm" c="dimmed">
        {text.hint} {text.zone(timeZone())}
      </Text>
      <QueryView query={query}>
        {({ entries, notShown, failures, furtherOverdue, types }) => {
          const days = byDay(entries);
          const shown = [...days].filter(([each]) => day === null || each === day);
          const entryOf = (entry: Entry) => (
            <ScheduleEntry
              key={entry.id}
              entry={entry}
              typeName={types.find(({ slug }) => slug === entry.type)?.name ?? entry.type}
            />
          );
          return (
            <Stack>
              {failures.length > 0 && (
                <Card withBorder>
                  <Title order={2} size="h4">
                    {text.failures}
                  </Title>
                  <Text size="sm" c="dimmed" mb="sm">
                    {text.failuresHint}
                  </Text>
                  <List label={text.failures}>{failures.map(entryOf)}</List>
                  {furtherOverdue > 0 && <Text size="sm">{text.more(furtherOverdue)}</Text>}
                </Card>
              )}
              <MonthBar month={month} onOpen={(next) => open({ month: next })} />
              {notShown && (
                <Text size="sm">{text.notAll(formats.number(notShown.shown), formats.number(notShown.total))}</Text>
              )}
              <MonthCalendar
                month={month}
                days={days}
                selected={day}
                onSelect={(chosen) => open({ month, ...(chosen === day ? {} : { day: chosen }) })}
              />
              <Group justify="space-between">
                <Text size="sm" c="dimmed" role="status">
                  {entries.length === 0 ? text.none : text.count(shown.flatMap(([, all]) => all).length)}
                </Text>
                {day !== null && (
                  <Button size="compact-sm" variant="default" onClick={() => open({ month })}>
                    {text.wholeMonth}
                  </Button>
                )}
              </Group>
              {shown.map(([each, all]) => (
                <div key={each}>
                  <Title order={3} size="h5" mb="xs">
                    {formats.longDay(`${each}T12:00`)}
                  </Title>
                  <List label={formats.longDay(`${each}T12:00`)}>{all.map(entryOf)}</List>
                </div>
              ))}
            </Stack>
          );
        }}
      </QueryView>
    </Page>
  );
}

function List({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Stack>
  );
}

/** Nothing lies in months that are over, except what could not be done. */
function MonthBar({ month, onOpen }: { month: string; onOpen: (month: string) => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const ways = [
    { label: text.previous, icon: 'left', to: monthAfter(month, -1), isDisabled: month <= thisMonth() },
    { label: text.next, icon: 'right', to: monthAfter(month, 1), isDisabled: false },
  ] as const;
  return (
    <Group justify="space-between">
      <Title order={2} size="h4" aria-live="polite">
        {formats.month(dateIn(month).toISOString())}
      </Title>
      <Group gap="xs">
        {ways.map(({ label, icon, to, isDisabled }) => (
          <ActionIcon
            key={icon}
            variant="default"
            size="lg"
            aria-label={label}
            disabled={isDisabled}
            onClick={() => onOpen(to)}
          >
            <Icon name={icon} />
          </ActionIcon>
        ))}
      </Group>
    </Group>
  );
}
