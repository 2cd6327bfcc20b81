import { Anchor, Badge, Box, Card, Group, SegmentedControl, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { LongList } from '../../ui/long-list.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './conversations.de.ts';
import { en } from './conversations.en.ts';
import { CONVERSATIONS, MORE_CONVERSATIONS, PAGE_SIZE } from './conversations.query.ts';

const FILTERS = ['attention', 'unanswered', 'badlyRated', 'failed', 'all'] as const;
type Filter = (typeof FILTERS)[number];
const FILTER_OF = {
  unanswered: { unanswered: true },
  badlyRated: { rating: 'down' },
  failed: { toolFailed: true },
  all: {},
} as const;
/** Shorter ones are not searched for. */
const MIN_TEXT = 3;
const ROW_HEIGHT = 84;

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
  const words = searched.length >= MIN_TEXT ? searched : null;
  const query = useSiteQuery(CONVERSATIONS, { site: useSiteId(), text: words });
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
      <QueryView query={query}>{(lists) => <Sessions lists={lists} filter={filter} words={words} />}</QueryView>
    </Page>
  );
}

interface SessionsProps {
  lists: Lists;
  filter: Filter;
  words: string | null;
}

function Sessions({ lists, filter, words }: SessionsProps) {
  const text = useText(en, de);
  const site = useSiteId();
  if (filter === 'attention') return <OpenFirst lists={lists} />;
  if (lists[filter].total === 0) return <Text c="dimmed">{text.none}</Text>;
  const variables = { site, filter: { ...FILTER_OF[filter], text: words } };
  return (
    <PagedList
      key={filter}
      label={text.title}
      total={lists[filter].total}
      first={lists[filter].items}
      pageSize={PAGE_SIZE}
      rowHeight={ROW_HEIGHT}
      queryKey={[site, MORE_CONVERSATIONS, variables]}
      read={async (page, signal) =>
        (await request(MORE_CONVERSATIONS, { ...variables, page }, { site, signal })).chatSessions.items
      }
    >
      {(session: Summary) => <SessionCard session={session} />}
    </PagedList>
  );
}

/** The first of each list: unanswered, then badly rated, then failed calls, then the latest. */
function OpenFirst({ lists: { unanswered, badlyRated, failed, all } }: { lists: Lists }) {
  const text = useText(en, de);
  const found = [unanswered, badlyRated, failed, all].flatMap(({ items }) => items);
  const sessions = [...new Map(found.map((session) => [session.id, session])).values()];
  if (sessions.length === 0) return <Text c="dimmed">{text.nothingOpen}</Text>;
  return (
    <LongList label={text.title} count={sessions.length} rowHeight={ROW_HEIGHT}>
      {(index) => sessions[index] && <SessionCard session={sessions[index]} />}
    </LongList>
  );
}

function SessionCard({ session }: { session: Summary }) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  return (
    <Box pb="xs">
      <Card withBorder padding="sm">
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
    </Box>
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
