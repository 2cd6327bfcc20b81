import { ActionIcon, Button, Card, Group, Progress, Stack, Text, Title } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './media.de.ts';
import { en } from './media.en.ts';
import type { Upload, Uploads } from './use-uploads.ts';

export function UploadList({ uploads }: { uploads: Uploads }) {
  const text = useText(en, de);
  if (uploads.list.length === 0) return null;
  const hasEnded = uploads.list.some(({ state }) => ['done', 'failed', 'cancelled'].includes(state));
  return (
    <Card withBorder component="section" aria-labelledby="uploads">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h5" id="uploads">
          {text.uploads}
        </Title>
        {hasEnded && (
          <Button size="xs" variant="default" onClick={uploads.clear}>
            {text.clear}
          </Button>
        )}
      </Group>
      <Stack gap="sm">
        {uploads.list.map((upload) => (
          <Row key={upload.id} upload={upload} uploads={uploads} />
        ))}
      </Stack>
    </Card>
  );
}

function Row({ upload, uploads }: { upload: Upload; uploads: Uploads }) {
  const text = useText(en, de);
  const { id, file, state, sent } = upload;
  const percent = Math.floor((sent / Math.max(file.size, 1)) * 100);
  const isOpen = state === 'waiting' || state === 'sending' || state === 'interrupted';
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm" truncate="end">
          {file.name}
        </Text>
        <Group gap="xs" wrap="nowrap">
          <Text size="sm" c={state === 'failed' ? 'var(--mantine-color-error)' : 'dimmed'} role="status">
            {useStateText(upload)}
          </Text>
          {state === 'failed' && (
            <Button size="compact-xs" variant="default" onClick={() => uploads.retry(id)}>
              {text.retry}
            </Button>
          )}
          {isOpen && (
            <ActionIcon
              variant="subtle"
              color="gray"
              c="inherit"
              aria-label={text.cancelUpload(file.name)}
              onClick={() => uploads.cancel(id)}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {isOpen && (
        <Progress.Root size="sm" mt={4}>
          <Progress.Section value={percent} aria-label={text.progressOf(file.name)} />
        </Progress.Root>
      )}
    </div>
  );
}

function useStateText({ state, error, sent, file }: Upload): string {
  const text = useText(en, de);
  const formats = useFormats();
  switch (state) {
    case 'waiting':
      return text.waiting;
    case 'sending':
      return sent >= file.size ? text.checking : text.sending(formats.bytes(sent), formats.bytes(file.size));
    case 'interrupted':
      return text.interrupted;
    case 'done':
      return text.done;
    case 'failed':
      return error ?? '';
    case 'cancelled':
      return text.cancelled;
  }
}
