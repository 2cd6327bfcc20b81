import { Alert, Button, List, ScrollArea, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './bulk.de.ts';
import { en } from './bulk.en.ts';
import type { Failures } from './use-bulk.ts';

/** The items of which an action was rejected, each with its reason. */
export function BulkFailures({ failures, onClose }: { failures: Failures | null; onClose: () => void }) {
  const text = useText(en, de);
  if (!failures) return null;
  return (
    <Alert
      color="red"
      role="alert"
      title={failures.title}
      withCloseButton
      closeButtonLabel={text.close}
      onClose={onClose}
      mb="sm"
    >
      {failures.hint !== undefined && <Text size="sm">{failures.hint}</Text>}
      <ScrollArea.Autosize mah={240} tabIndex={0}>
        <List size="sm" mt="xs">
          {failures.list.map(({ item, reason }) => (
            <List.Item key={item.id}>
              <b>{item.title}</b>: {reason ?? text.changedMeanwhile}
            </List.Item>
          ))}
        </List>
      </ScrollArea.Autosize>
      {failures.undo && (
        <Button size="xs" variant="default" mt="sm" onClick={failures.undo}>
          {text.undo}
        </Button>
      )}
    </Alert>
  );
}
