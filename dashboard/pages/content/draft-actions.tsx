import { Button, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './draft.de.ts';
import { en } from './draft.en.ts';

interface DraftActionsProps {
  /** Whether the form has changes that the draft does not have yet. */
  isChanged: boolean;
  onPublish: () => void;
  onDiscard: () => void;
}

/** What can be done with the draft that the form shows. */
export function DraftActions({ isChanged, onPublish, onDiscard }: DraftActionsProps) {
  const text = useText(en, de);
  return (
    <>
      <Button variant="default" fullWidth disabled={isChanged} onClick={onPublish}>
        {text.publish}
      </Button>
      {isChanged && (
        <Text size="xs" c="dimmed">
          {text.saveFirst}
        </Text>
      )}
      <Button variant="outline" color="red.9" c="var(--mantine-color-error)" fullWidth onClick={onDiscard}>
        {text.discard}
      </Button>
    </>
  );
}
