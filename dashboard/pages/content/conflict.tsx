import { Button, Group, Modal, ScrollArea, Stack, Table, Text } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { fieldLabel } from './field-label.ts';
import { type Field, type ItemValues, changesOf } from './item-values.ts';
import { textOfValue } from './text-of-value.ts';

interface ConflictProps {
  mine: ItemValues;
  theirs: ItemValues;
  fields: readonly Field[];
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
}

/** Both versions of an item that another person has saved meanwhile, where they differ. */
export function Conflict({ mine, theirs, fields, onKeep, onTake, onClose }: ConflictProps) {
  const text = useText(en, de);
  return (
    <Modal opened onClose={onClose} title={text.conflict} size="xl" closeButtonProps={{ 'aria-label': text.back }}>
      <Stack>
        <Text size="sm">{text.conflictText}</Text>
        <ScrollArea.Autosize mah="50vh">
          <Table
            layout="fixed"
            data={{ head: [text.field, text.mine, text.theirs], body: differences(mine, theirs, fields, text) }}
          />
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button variant="default" onClick={onTake}>
            {text.takeTheirs}
          </Button>
          <Button onClick={onKeep}>{text.keepMine}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function differences(mine: ItemValues, theirs: ItemValues, fields: readonly Field[], text: typeof en): string[][] {
  const { customFields = {}, ...own } = changesOf(theirs, mine);
  const rows = Object.keys(own).map((key) => {
    const valueOf = (values: ItemValues) => textOfValue(values[key as keyof ItemValues]);
    return [fieldLabel(key, fields, text), valueOf(mine), valueOf(theirs)];
  });
  const custom = Object.keys(customFields).map((name) => [
    fieldLabel(`customFields.${name}`, fields, text),
    textOfValue(mine.customFields[name]),
    textOfValue(theirs.customFields[name]),
  ]);
  return [...rows, ...custom];
}
