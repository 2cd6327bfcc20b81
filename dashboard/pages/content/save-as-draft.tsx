import { Button, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './draft.de.ts';
import { en } from './draft.en.ts';
import type { Changes } from './item-values.ts';

interface SaveAsDraftProps {
  changes: Changes;
  isBusy: boolean;
  onSave: () => void;
}

/** Keeps the changes of a published item beside what is live; not if some of them cannot be in a draft. */
export function SaveAsDraft({ changes, isBusy, onSave }: SaveAsDraftProps) {
  const text = useText(en, de);
  const hasPlace = ['slug', 'externalId', 'language', 'status'].some((key) => key in changes);
  const isUnchanged = Object.keys(changes).length === 0;
  return (
    <>
      <Button
        variant="default"
        fullWidth
        loading={isBusy}
        disabled={hasPlace || isUnchanged}
        onClick={({ currentTarget }) => currentTarget.form?.reportValidity() && onSave()}
      >
        {text.save}
      </Button>
      {hasPlace && (
        <Text size="xs" c="dimmed">
          {text.notInDraft}
        </Text>
      )}
    </>
  );
}
