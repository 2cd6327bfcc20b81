import { ActionIcon, Group, Input, Select, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../../../app/use-site-id.ts';
import { siteQuery } from '../../../data/site-query.ts';
import { useText } from '../../../text/language.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { de } from '../content.de.ts';
import { en } from '../content.en.ts';
import { REFERENCE_CHOICES, REFERENCE_TITLES } from '../content.query.ts';
import type { InputProps } from './field-input.tsx';

/** One item, or several in their order, found by their words. */
export function ReferenceInput({ field, value, common, onChange }: InputProps) {
  const isList = field.type === 'references';
  const ids = idsOf(value);
  const titles = useTitles(ids);
  const store = (next: readonly string[]) => {
    if (next.length === 0) onChange(null);
    else onChange(isList ? next : next[0]);
  };
  const { label, ...rest } = common;
  return (
    <Input.Wrapper {...rest} label={label} labelElement="div" role="group" aria-label={field.label}>
      <Stack gap={4} mt={4}>
        {ids.map((id, position) => (
          <Chosen
            key={id}
            title={titles.get(id) ?? id}
            onUp={position > 0 ? () => store(swapped(ids, position)) : undefined}
            onRemove={() => store(ids.filter((other) => other !== id))}
          />
        ))}
        {(isList || ids.length === 0) && (
          <Add
            label={label}
            type={field.validation?.referenceTo ?? null}
            taken={ids}
            onAdd={(id) => store([...ids, id])}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}

function idsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? [value] : [];
}

function swapped(ids: readonly string[], position: number): string[] {
  const next = [...ids];
  next.splice(position - 1, 0, ...next.splice(position, 1));
  return next;
}

function useTitles(ids: readonly string[]): ReadonlyMap<string, string> {
  const query = siteQuery(useSiteId(), REFERENCE_TITLES, { ids: ids.slice(0, 100) });
  const { data } = useQuery({ ...query, enabled: ids.length > 0, placeholderData: keepPreviousData });
  return new Map(data?.contents.items.map(({ id, title }) => [id, title]));
}

interface ChosenProps {
  title: string;
  onUp: (() => void) | undefined;
  onRemove: () => void;
}

function Chosen({ title, onUp, onRemove }: ChosenProps) {
  const text = useText(en, de);
  return (
    <Group gap="xs" wrap="nowrap">
      <Text size="sm" flex={1} truncate>
        {title}
      </Text>
      {onUp && (
        <ActionIcon variant="default" aria-label={text.moveUp(title)} onClick={onUp}>
          <Icon name="up" size={14} />
        </ActionIcon>
      )}
      <ActionIcon variant="default" aria-label={text.removeNamed(title)} onClick={onRemove}>
        <Icon name="close" size={14} />
      </ActionIcon>
    </Group>
  );
}

interface AddProps {
  label: string;
  type: string | null;
  taken: readonly string[];
  onAdd: (id: string) => void;
}

function Add({ label, type, taken, onAdd }: AddProps) {
  const text = useText(en, de);
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const [soon] = useDebouncedValue(words, 250);
  const variables = { filter: { type }, fullText: soon.trim() || null };
  const query = siteQuery(useSiteId(), REFERENCE_CHOICES, variables);
  const { data } = useQuery({ ...query, enabled: isOpen, placeholderData: keepPreviousData });
  const choices = (data?.contents.items ?? []).filter(({ id }) => !taken.includes(id));
  return (
    <Select
      aria-label={`${label}: ${text.addReference}`}
      placeholder={text.addReference}
      searchable
      value={null}
      searchValue={words}
      onSearchChange={setWords}
      onDropdownOpen={() => setOpen(true)}
      nothingFoundMessage={text.noMatch}
      // The service has searched: what it found is shown as it is.
      filter={({ options }) => options}
      data={choices.map(({ id, title }) => ({ value: id, label: title }))}
      onChange={(id) => {
        if (id !== null) onAdd(id);
        setWords('');
      }}
    />
  );
}
