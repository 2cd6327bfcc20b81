import { Alert, Button, Group, Text } from '@mantine/core';
import { useSyncExternalStore } from 'react';
import type { Changes } from '../data/unsaved/changes.ts';
import type { UnsavedForm } from '../data/unsaved/unsaved-form.ts';
import { useFormats } from '../text/formats.ts';
import { useText } from '../text/language.tsx';
import { de } from './ui.de.ts';
import { en } from './ui.en.ts';

export interface UnsavedNoteProps {
  unsaved: UnsavedForm;
  /** The revision of what is edited, to say whether somebody has changed it meanwhile. */
  base?: string | number | undefined;
  onRestore: (changes: Changes, base: string) => void;
}

/** Above a form: offers what was typed into it earlier and not saved; says if the device does not keep what is typed now. */
export function UnsavedNote({ unsaved, base = '', onRestore }: UnsavedNoteProps) {
  const text = useText(en, de);
  const formats = useFormats();
  const { offer, isStored } = useSyncExternalStore(unsaved.subscribe, () => unsaved.state);
  if (!offer) return isStored ? null : <Alert mb="md">{text.notKept}</Alert>;
  const restore = () => {
    onRestore(offer.changes, offer.base);
    unsaved.acceptOffer();
  };
  return (
    <Alert mb="md" role="status" title={text.unsaved(formats.moment(offer.typedAt))}>
      <Text size="sm">
        {offer.base === String(base) ? text.unsavedText : text.unsavedOutdated}
        {unsaved.hasSecrets && ` ${text.unsavedSecrets}`}
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" onClick={restore}>
          {text.restore}
        </Button>
        <Button size="xs" variant="default" onClick={() => unsaved.rejectOffer()}>
          {text.discard}
        </Button>
      </Group>
    </Alert>
  );
}
