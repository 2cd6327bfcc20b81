import { ActionIcon, Box, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { request } from '../../data/request.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { ConfirmMutation } from '../../ui/confirm-mutation.tsx';
import { Icon } from '../../ui/icon.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
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

interface SubmissionListProps {
  first: { items: readonly Submission[]; total: number };
}

const ROW_HEIGHT = 68;

export function SubmissionList({ first }: SubmissionListProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const csv = useCsv();
  const [asked, setAsked] = useState<Submission | null>(null);
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
      <Problem error={csv.error} />
      <PagedList
        label={text.list}
        total={first.total}
        first={first.items}
        pageSize={PAGE_SIZE}
        rowHeight={ROW_HEIGHT}
        queryKey={[site, MORE_SUBMISSIONS]}
        read={async (page, signal) =>
          (await request(MORE_SUBMISSIONS, { siteId: site, page }, { site, signal })).formSubmissions.items
        }
      >
        {(row: Submission) => <SubmissionRow row={row} onDelete={() => setAsked(row)} />}
      </PagedList>
      {asked && <DeleteSubmission id={asked.id} onClose={() => setAsked(null)} />}
    </Stack>
  );
}

function SubmissionRow({ row, onDelete }: { row: Submission; onDelete: () => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const time = formats.moment(row.createdAt);
  const details = [text.fields(row.fieldCount), ...row.anonymizedFields.slice(0, 5)].join(' · ');
  return (
    <Group wrap="nowrap" justify="space-between" h={ROW_HEIGHT} px="xs">
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
  );
}

function DeleteSubmission({ id, onClose }: { id: string; onClose: () => void }) {
  const text = useText(en, de);
  const site = useSiteId();
  return (
    <ConfirmMutation
      mutation={DELETE_SUBMISSION}
      variables={{ siteId: site, id }}
      title={text.deleteTitle}
      action={text.delete}
      isDangerous
      notice={text.deleted}
      onDone={onClose}
      onClose={onClose}
    >
      {text.deleteText}
    </ConfirmMutation>
  );
}
