import { Alert, Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useText } from '../text/language.tsx';
import { Dialog } from './dialog.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

interface SecretShownProps {
  secret: string;
  title: string;
  /** Why it is shown only now. */
  children: ReactNode;
  /** What else can be done with it. */
  action?: ReactNode;
  onClose: () => void;
}

/** A secret, this once. */
export function SecretShown({ secret, title, children, action, onClose }: SecretShownProps) {
  const text = useText(en, de);
  return (
    <Dialog onClose={onClose} title={title} isKept>
      <Stack>
        <Alert color="yellow">{children}</Alert>
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
          {action}
          <Button onClick={onClose}>{text.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
