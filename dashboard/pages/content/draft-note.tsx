import { Alert, Group, SegmentedControl, Text } from '@mantine/core';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { de } from './draft.de.ts';
import { en } from './draft.en.ts';
import { type Draft, type View, useShowView } from './item-views.ts';
import { useWriter } from './use-writer.ts';

/** That an item has a draft, and the choice of what the form shows. */
export function DraftNote({ draft, view, isPublished }: { draft: Draft; view: View; isPublished: boolean }) {
  const text = useText(en, de);
  const formats = useFormats();
  const writer = useWriter();
  const show = useShowView();
  return (
    <Alert role="status">
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm" fw={600}>
            {text.note(writer(draft.writtenBy), formats.moment(draft.updatedAt))}
          </Text>
          {isPublished && <Text size="sm">{text.noteLive}</Text>}
        </div>
        <SegmentedControl
          aria-label={text.view}
          data={(['live', 'draft'] as const).map((value) => ({ value, label: text[value] }))}
          value={view}
          onChange={(value) => show(value)}
        />
      </Group>
    </Alert>
  );
}
