import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { downloadCsv } from '../../data/download-csv.ts';
import type { DataOf } from '../../data/graphql.ts';
import { request } from '../../data/request.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { type Chosen, filterOf } from './activity-filter.ts';
import { de } from './activity.de.ts';
import { en } from './activity.en.ts';
import { ACTIVITY, EXPORT_ACTIVITY } from './activity.query.ts';
import { EntryList } from './entry-list.tsx';
import { Filters } from './filters.tsx';

type EntryPage = DataOf<typeof ACTIVITY>['activities'];
type Filter = ReturnType<typeof filterOf>;

/** Who did what to which resource of the site. */
export default function Activity() {
  const text = useText(en, de);
  const site = useSiteId();
  const [chosen, setChosen] = useState<Chosen>({});
  const filter = filterOf(chosen);
  const query = useQuery({
    ...siteQuery(site, ACTIVITY, { siteId: site, filter }),
    // Newer entries in front would close the older ones that the user reads.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const choose = (changes: Chosen) => setChosen((before) => ({ ...before, ...changes }));
  const csv = useCsv(filter);
  return (
    <Page
      title={text.title}
      actions={
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          {text.export}
        </Button>
      }
    >
      <Text size="sm" c="dimmed">
        {text.hint}
      </Text>
      <Problem error={csv.error} />
      <Filters chosen={chosen} onChange={choose} />
      <QueryView query={query}>
        {({ activities }) => (
          <Entries
            key={activities.items[0]?.id ?? activities.endCursor}
            first={activities}
            filter={filter}
            onChoose={choose}
          />
        )}
      </QueryView>
    </Page>
  );
}

interface EntriesProps {
  first: EntryPage;
  filter: Filter;
  onChoose: (chosen: Chosen) => void;
}

function Entries({ first, filter, onChoose }: EntriesProps) {
  const text = useText(en, de);
  const { entries, more, hasMore, isReading, error } = useEntries(first, filter);
  return (
    <Stack>
      {entries.length === 0 && (
        <Text c="dimmed" role="status">
          {hasMore ? text.noneSoFar : text.none}
        </Text>
      )}
      <EntryList entries={entries} onChoose={onChoose} />
      <Problem error={error} />
      {hasMore && (
        <Button variant="default" loading={isReading} onClick={more} style={{ alignSelf: 'start' }}>
          {text.more}
        </Button>
      )}
    </Stack>
  );
}

/** Further pages are read on demand. */
function useEntries(first: EntryPage, filter: Filter) {
  const site = useSiteId();
  const { data, isFetching, hasNextPage, fetchNextPage, error } = useInfiniteQuery({
    queryKey: [site, ACTIVITY, filter, 'after', first.endCursor],
    queryFn: async ({ pageParam, signal }): Promise<EntryPage> =>
      (await request(ACTIVITY, { siteId: site, filter, after: pageParam }, { site, signal })).activities,
    initialPageParam: first.endCursor ?? null,
    getNextPageParam: ({ hasMore, endCursor }) => (hasMore ? endCursor : null),
    enabled: false,
  });
  return {
    entries: [...first.items, ...(data?.pages.flatMap(({ items }) => items) ?? [])],
    hasMore: data === undefined ? first.hasMore : hasNextPage,
    more: () => void fetchNextPage(),
    isReading: isFetching,
    error,
  };
}

/** Of the same filter. */
function useCsv(filter: Filter) {
  const site = useSiteId();
  return useMutation({
    mutationFn: () =>
      downloadCsv(
        'activity.csv',
        async (after) => (await request(EXPORT_ACTIVITY, { siteId: site, filter, after }, { site })).exportActivities,
      ),
  });
}
