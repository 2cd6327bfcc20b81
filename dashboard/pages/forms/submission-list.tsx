import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './forms.de.ts';
import { en } from './forms.en.ts';
import { DELETE_SUBMISSION, MORE_SUBMISSIONS, PAGE_SIZE } from './forms.query.ts';
import { useCsv } from './use-csv.ts';

interface Submission {
  id: string;
  formName: string;
  fieldCount: number;
  pageUrl?: string | null;
  anonymizedFields: readonly string[];
  createdAt: string;
}

interface SubmissionPage {
  items: readonly Submission[];
  hasMore: boolean;
  endCursor?: string | null;
}

const ROW_HEIGHT = 68;

/** Further pages are read when the list is scrolled to its end. */
export function SubmissionList({ first }: { first: SubmissionPage & { total: number } }) {
  const text = useText(en, de);
  const formats = useFormats();
  const csv = useCsv();
  const [asked, setAsked] = useState<Submission | null>(null);
  const { rows, readMore, error } = useSubmissions(first);
  const frame = useRef<HTMLDivElement>(null);
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
  });
  const shown = list.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= rows.length - 10) readMore();
  }, [last, rows.length, readMore]);
  if (first.total === 0) return <Text c="dimmed">{text.none}</Text>;
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {text.count(first.total, formats.number(first.total))}
        </Text>
        <Button variant="default" loading={csv.isPending} onClick={() => csv.mutate()}>
          {text.export}
        </Button>
      </Group>
      <Problem error={csv.error ?? error} />
      {/* Scrolled with the keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box
        ref={frame}
        h="min(65vh, 640px)"
        style={{ overflowY: 'auto' }}
        tabIndex={0}
        role="group"
        aria-label={text.list}
      >
        <Box component="ul" pos="relative" h={list.getTotalSize()} m={0} p={0} style={{ listStyle: 'none' }}>
          {shown.map(({ index, start }) => {
            const row = rows[index];
            return row && <Row key={row.id} row={row} top={start} onDelete={() => setAsked(row)} />;
          })}
        </Box>
      </Box>
      {asked && <DeleteSubmission id={asked.id} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function useSubmissions(first: SubmissionPage) {
  const site = useSiteId();
  const more = useInfiniteQuery({
    queryKey: [site, MORE_SUBMISSIONS, first.endCursor],
    queryFn: async ({ pageParam, signal }): Promise<SubmissionPage> => {
      const page = { limit: PAGE_SIZE, after: pageParam };
      return (await request(MORE_SUBMISSIONS, { siteId: site, page }, { site, signal })).formSubmissions;
    },
    initialPageParam: first.endCursor ?? null,
    getNextPageParam: ({ hasMore, endCursor }) => (hasMore ? endCursor : null),
    enabled: false,
  });
  const { data, isFetching, hasNextPage, fetchNextPage, error } = more;
  const canRead = first.hasMore && !isFetching && !error && (data === undefined || hasNextPage);
  return {
    rows: [...first.items, ...(data?.pages.flatMap(({ items }) => items) ?? [])],
    readMore: () => void (canRead && fetchNextPage()),
    error,
  };
}

function Row({ row, top, onDelete }: { row: Submission; top: number; onDelete: () => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const time = formats.moment(row.createdAt);
  const details = [text.fields(row.fieldCount), ...row.anonymizedFields.slice(0, 5)].join(' · ');
  return (
    <Box component="li" pos="absolute" top={top} left={0} right={0} h={ROW_HEIGHT} px="xs">
      <Group wrap="nowrap" justify="space-between" h="100%">
        <Box miw={0}>
          <Text size="sm" fw={600} truncate="end">
            {row.formName}
          </Text>
          <Text size="xs" c="dimmed" truncate="end">
            {time} · {details}
            {row.pageUrl ? ` · ${row.pageUrl}` : ''}
          </Text>
        </Box>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="inherit"
          aria-label={text.deleteOf(row.formName, time)}
          onClick={onDelete}
        >
          <Icon name="remove" />
        </ActionIcon>
      </Group>
    </Box>
  );
}

function DeleteSubmission({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText(en, de);
  const notice = useNotice();
  const site = useSiteId();
  const remove = useSiteMutation(DELETE_SUBMISSION);
  const finish = () => {
    notice(text.deleted);
    onClose();
  };
  const confirm = () =>
    // A callback of `mutate` is not called if the list is replaced by the new one before.
    remove.mutateAsync({ siteId: site, id }).then(finish, () => undefined);
  return (
    <Confirm
      isOpen
      title={text.deleteTitle}
      action={text.delete}
      isDangerous
      isBusy={remove.isPending}
      error={remove.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      {text.deleteText}
    </Confirm>
  );
}
