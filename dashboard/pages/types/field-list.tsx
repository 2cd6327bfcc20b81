import { ActionIcon, Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { FormErrors } from '../../ui/form-errors.ts';
import { type EditedField, type TypeName, moved } from './edited-field.ts';
import { FieldOptions } from './field-options.tsx';
import { de } from './types.de.ts';
import { en } from './types.en.ts';

interface FieldListProps {
  fields: readonly EditedField[];
  types: readonly TypeName[];
  errors: FormErrors;
  onChange: (fields: readonly EditedField[]) => void;
}

/** The fields in their order, which is changed by dragging or by the buttons of each. */
export function FieldList({ fields, types, errors, onChange }: FieldListProps) {
  const text = useText(en, de);
  const [open, setOpen] = useState<number | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const move = (from: number, to: number) => {
    setOpen(null);
    onChange(moved(fields, from, to));
  };
  const add = () => {
    onChange([...fields, { name: freeName(fields), type: 'text' }]);
    setOpen(fields.length);
  };
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Title order={2} size="h4">
          {text.fields}
        </Title>
        {fields.length === 0 && <Text c="dimmed">{text.noFields}</Text>}
        {fields.map((field, position) => (
          <div
            // Its name changes while it is typed.
            // oxlint-disable-next-line react/no-array-index-key
            key={position}
            draggable={open !== position}
            onDragStart={() => setDragged(position)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== null && move(dragged, position)}
          >
            <FieldRow
              field={field}
              isOpen={open === position}
              error={errors.at(`fields[${position}]`)}
              onToggle={() => setOpen(open === position ? null : position)}
              onUp={position > 0 ? () => move(position, position - 1) : undefined}
              onDown={position < fields.length - 1 ? () => move(position, position + 1) : undefined}
              onRemove={() => onChange(fields.filter((_, other) => other !== position))}
            />
            {open === position && (
              <FieldOptions
                field={field}
                types={types}
                onChange={(changes) =>
                  onChange(fields.map((each, other) => (other === position ? { ...each, ...changes } : each)))
                }
              />
            )}
          </div>
        ))}
        <Button variant="default" onClick={add} style={{ alignSelf: 'flex-start' }}>
          {text.addField}
        </Button>
      </Stack>
    </Card>
  );
}

function freeName(fields: readonly EditedField[]): string {
  const names = new Set(fields.map(({ name }) => name));
  let number = fields.length + 1;
  while (names.has(`field${number}`)) number += 1;
  return `field${number}`;
}

interface FieldRowProps {
  field: EditedField;
  isOpen: boolean;
  error: string | undefined;
  onToggle: () => void;
  onUp: (() => void) | undefined;
  onDown: (() => void) | undefined;
  onRemove: () => void;
}

function FieldRow({ field: { name, label, type }, isOpen, error, onToggle, onUp, onDown, onRemove }: FieldRowProps) {
  const text = useText(en, de);
  const shown = label || name;
  return (
    <Group wrap="nowrap" gap="xs">
      <Icon name="drag" />
      <Text flex={1} truncate component="div">
        {shown}{' '}
        <Text span size="sm" c="dimmed" display={{ base: 'block', xs: 'inline' }} truncate>
          {name} · {type}
        </Text>
        {error !== undefined && (
          <Text size="sm" c="var(--mantine-color-error)" style={{ whiteSpace: 'normal' }}>
            {error}
          </Text>
        )}
      </Text>
      <ActionIcon variant="default" aria-label={text.moveUp(shown)} disabled={!onUp} onClick={onUp}>
        <Icon name="up" size={14} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={text.moveDown(shown)} disabled={!onDown} onClick={onDown}>
        <Icon name="down" size={14} />
      </ActionIcon>
      <ActionIcon
        variant="default"
        aria-label={text.options(shown)}
        aria-expanded={isOpen}
        data-invalid={error === undefined ? undefined : true}
        onClick={onToggle}
      >
        <Icon name="edit" size={14} />
      </ActionIcon>
      <ActionIcon variant="default" aria-label={text.remove(shown)} onClick={onRemove}>
        <Icon name="remove" size={14} />
      </ActionIcon>
    </Group>
  );
}
