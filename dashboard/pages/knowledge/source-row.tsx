import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteMutation } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { useNotice } from '../../ui/notices.tsx';
import { Problem } from '../../ui/problem.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { RETRY } from './knowledge.query.ts';
import type { Source } from './sources.ts';

export function SourceRow({ source, onOpen }: { source: Source; onOpen: () => void }) {
  const text = useText(en, de);
  const formats = useFormats();
  const notice = useNotice();
  const retry = useSiteMutation(RETRY);
  const mayEdit = useMayEdit();
  const { name, kind, fileType } = source;
  return (
    <Table.Tr>
      <Table.Td maw={320}>
        <Text size="sm" lineClamp={2}>
          {name}
        </Text>
      </Table.Td>
      <Table.Td>{kind === 'file' ? fileType.toUpperCase() : text.kinds[kind]}</Table.Td>
      <Table.Td maw={300}>
        <State source={source} />
        <Problem error={retry.error} />
      </Table.Td>
      <Table.Td>{formats.number(source.chunks)}</Table.Td>
      <Table.Td>{formats.day(source.createdAt)}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          {source.chunks > 0 && (
            <Button size="compact-sm" variant="default" aria-label={text.showChunksOf(name)} onClick={onOpen}>
              {text.showChunks}
            </Button>
          )}
          {mayEdit && source.status === 'failed' && source.isStored && (
            <Button
              size="compact-sm"
              aria-label={text.retryOf(name)}
              loading={retry.isPending}
              onClick={() => retry.mutate({ id: source.id }, { onSuccess: () => notice(text.retried) })}
            >
              {text.retry}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({ source }: { source: Source }) {
  const text = useText(en, de);
  const formats = useFormats();
  const { status, stage, progress, reason, lastError, name } = source;
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500} c={status === 'failed' ? 'var(--mantine-color-error)' : undefined}>
        {text.states[status]}
        {stage !== null && ` · ${stage}`}
        {progress !== null && ` · ${text.percent(formats.number(Math.floor(progress)))}`}
      </Text>
      {progress !== null && (
        <Progress.Root size="sm">
          <Progress.Section value={progress} aria-label={text.progressOf(name)} />
        </Progress.Root>
      )}
      {reason !== null && (
        <Text size="xs" style={{ overflowWrap: 'anywhere' }}>
          {reason}
        </Text>
      )}
      {lastError !== null && lastError !== reason && (
        <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {text.lastError(lastError)}
        </Text>
      )}
    </Stack>
  );
}
