import { Group, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import type { ListSearch } from './list-variables.ts';

interface ListFiltersProps {
  search: ListSearch;
  types: readonly { slug: string; name: string }[];
  onChange: (search: ListSearch) => void;
}

export function ListFilters({ search, types, onChange }: ListFiltersProps) {
  const text = useText(en, de);
  const [words, setWords] = useState(search.q ?? '');
  const change = ({ page: _page, ...next }: ListSearch) => onChange(next);
  const searchSoon = useDebouncedCallback((q: string) => change({ ...search, q }), 300);
  return (
    <Group role="search">
      <TextInput
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" />}
        value={words}
        maxLength={300}
        onChange={({ currentTarget: { value } }) => {
          setWords(value);
          searchSoon(value);
        }}
      />
      <Select
        aria-label={text.type}
        placeholder={text.allTypes}
        clearable
        clearButtonProps={{ 'aria-label': text.allTypes }}
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.type ?? null}
        onChange={(type) => change({ ...search, type: type ?? undefined })}
      />
      <Select
        aria-label={text.status}
        placeholder={text.allStatuses}
        clearable
        clearButtonProps={{ 'aria-label': text.allStatuses }}
        data={(['draft', 'published', 'archived'] as const).map((status) => ({ value: status, label: text[status] }))}
        value={search.status ?? null}
        onChange={(status) => change({ ...search, status: status ?? undefined })}
      />
      <Switch
        label={text.onlyMine}
        checked={search.mine ?? false}
        onChange={({ currentTarget: { checked } }) => change({ ...search, mine: checked || undefined })}
      />
    </Group>
  );
}
