import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';

/** The secret of a key, this once. */
export function SecretShown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const text = useText(en, de);
  return (
    <Dialog onClose={onClose} title={text.secretTitle} isKept>
      <Stack>
        <Alert color="yellow">{text.secretText}</Alert>
        <Code block data-secret style={{ wordBreak: 'break-all', whiteSpace: 'pre-wrap' }}>
          {secret}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={secret}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy}>
                {copied ? text.copied : text.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{text.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
