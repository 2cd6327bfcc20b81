import { Anchor, Badge, Card, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CONVERSATIONS } from './conversations.query.ts';

const FILTERS = ['attention', 'unanswered', 'badlyRated', 'failed', 'all'] as const;
type Filter = (typeof FILTERS)[number];
/** Shorter ones are not searched for. */
const MIN_TEXT = 3;

interface Summary {
  id: string;
  sessionId: string;
  firstMessage: string;
  turns: number;
  unanswered: number;
  failedTools: number;
  ratedUp: number;
  ratedDown: number;
  updatedAt: string;
}

type Lists = Record<'unanswered' | 'badlyRated' | 'failed' | 'all', { items: readonly Summary[]; total: number }>;

export default function Conversations() {
  const text = useText(en, de);
  const [filter, setFilter] = useState<Filter>('attention');
  const [typed, setTyped] = useState('');
  const [searched] = useDebouncedValue(typed.trim(), 300);
  const query = useSiteQuery(CONVERSATIONS, {
    site: useSiteId(),
    text: searched.length >= MIN_TEXT ? searched : null,
  });
  return (
    <Page title={text.title}>
      <Group justify="space-between" align="end">
        <TextInput
          label={text.search}
          leftSection={<Icon name="search" />}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <div style={{ overflowX: 'auto' }}>
          <SegmentedControl
            aria-label={text.show}
            data={FILTERS.map((value) => ({ value, label: text.filters[value] }))}
            value={filter}
            onChange={(value) => setFilter(value)}
          />
        </div>
      </Group>
      <QueryView query={query}>
        {(lists) => {
          const sessions = chosen(lists, filter);
          return sessions.length === 0 ? (
            <Text c="dimmed">{filter === 'attention' ? text.nothingOpen : text.none}</Text>
          ) : (
            <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
              {sessions.map((session) => (
                <SessionCard key={session.id} session={session} />
              ))}
            </Stack>
          );
        }}
      </QueryView>
    </Page>
  );
}

/** What is open comes first: unanswered, then badly rated, then failed calls, then the latest. */
function chosen(lists: Lists, filter: Filter): readonly Summary[] {
  if (filter !== 'attention') return lists[filter].items;
  const all = [...lists.unanswered.items, ...lists.badlyRated.items, ...lists.failed.items, ...lists.all.items];
  return [...new Map(all.map((session) => [session.id, session])).values()];
}

function SessionCard({ session }: { session: Summary }) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  return (
    <Card component="li" withBorder padding="sm">
      <Group justify="space-between" align="start" gap="xs">
        <div style={{ minWidth: 0 }}>
          <Anchor
            component={Link}
            to={`/${site}/conversations/${encodeURIComponent(session.sessionId)}`}
            fw={600}
            lineClamp={2}
          >
            {session.firstMessage || text.empty}
          </Anchor>
          <Text size="sm" c="dimmed">
            {formats.moment(session.updatedAt)} · {text.turns(session.turns)}
          </Text>
        </div>
        <Group gap={6} justify="end">
          <Mark count={session.unanswered} label={text.filters.unanswered} color="orange" />
          <Mark count={session.ratedDown} label={text.ratedDown} color="red" />
          <Mark count={session.failedTools} label={text.filters.failed} color="red" />
          <Mark count={session.ratedUp} label={text.ratedUp} color="green" />
        </Group>
      </Group>
    </Card>
  );
}

function Mark({ count, label, color }: { count: number; label: string; color: string }) {
  if (count === 0) return null;
  return (
    <Badge tt="none" variant="outline" color={color} c="var(--mantine-color-text)" style={{ flexShrink: 0 }}>
      {label}
      {count > 1 && ` ${count}`}
    </Badge>
  );
}
