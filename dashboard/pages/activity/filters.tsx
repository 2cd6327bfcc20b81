import { Button, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import type { Chosen } from './activity-filter.ts';
import { de } from './activity.de.ts';
import { en } from './activity.en.ts';

interface FiltersProps {
  chosen: Chosen;
  onChange: (changes: Chosen) => void;
}

export function Filters({ chosen, onChange }: FiltersProps) {
  const text = useText(en, de);
  const [words, setWords] = useState('');
  const searchSoon = useDebouncedCallback((title: string) => onChange({ title: title || undefined }), 300);
  return (
    <>
      <Group role="search" align="end">
        <TextInput
          label={text.search}
          value={words}
          maxLength={200}
          onChange={({ currentTarget: { value } }) => {
            setWords(value);
            searchSoon(value);
          }}
        />
        <Choice
          label={text.anyType}
          names={text.types}
          value={chosen.type}
          onChange={(type) => onChange({ type: type as Chosen['type'] })}
        />
        <Choice
          label={text.anyAction}
          names={text.actions}
          value={chosen.action}
          onChange={(action) => onChange({ action: action as Chosen['action'] })}
        />
        {(['from', 'to'] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            label={text[end]}
            value={chosen[end] ?? ''}
            onChange={({ currentTarget: { value } }) => onChange({ [end]: value || undefined })}
          />
        ))}
      </Group>
      <Group gap="xs">
        {chosen.actor && (
          <Taken label={text.onlyActor(chosen.actor.name)} onRemove={() => onChange({ actor: undefined })} />
        )}
        {chosen.resource && (
          <Taken label={text.onlyResource(chosen.resource.title)} onRemove={() => onChange({ resource: undefined })} />
        )}
      </Group>
    </>
  );
}

interface ChoiceProps {
  /** What is shown if nothing is chosen. */
  label: string;
  names: Readonly<Record<string, string>>;
  value: string | undefined;
  onChange: (value: string | undefined) => void;
}

function Choice({ label, names, value, onChange }: ChoiceProps) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': label }}
      data={Object.entries(names).map(([each, name]) => ({ value: each, label: name }))}
      value={value ?? null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  );
}

function Taken({ label, onRemove }: { label: string; onRemove: () => void }) {
  const text = useText(en, de);
  return (
    <Button
      size="xs"
      variant="default"
      rightSection={<Icon name="close" size={14} />}
      aria-label={text.noFilter(label)}
      onClick={onRemove}
    >
      {label}
    </Button>
  );
}
