import { Group, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { LIST_SORTS, type ListSearch } from './list-variables.ts';
import { de as viewsDe } from './views.de.ts';
import { en as viewsEn } from './views.en.ts';

interface ListFiltersProps {
  search: ListSearch;
  types: readonly { slug: string; name: string; fields: readonly { name: string; label: string }[] }[];
  onChange: (search: ListSearch) => void;
}

export function ListFilters({ search, types, onChange }: ListFiltersProps) {
  const text = useText(en, de);
  const viewsText = useText(viewsEn, viewsDe);
  const fields = types.find(({ slug }) => slug === search.type)?.fields ?? [];
  const { q: wanted = '' } = search;
  const [words, setWords] = useState(wanted);
  // What the field has sent: other words in the address are those of a view.
  const [sent, setSent] = useState(wanted);
  const [known, setKnown] = useState(wanted);
  if (wanted !== known) {
    setKnown(wanted);
    if (wanted !== sent) {
      setSent(wanted);
      setWords(wanted);
    }
  }
  const change = ({ page: _page, ...next }: ListSearch) => onChange(next);
  const searchSoon = useDebouncedCallback((q: string) => {
    setSent(q);
    change({ ...search, q });
  }, 300);
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
        onChange={(type) => change({ ...search, type: type ?? undefined, columns: undefined })}
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
      <Select
        aria-label={viewsText.sort}
        placeholder={viewsText.sort}
        clearable
        clearButtonProps={{ 'aria-label': viewsText.defaultSort }}
        data={LIST_SORTS.map((sort) => ({ value: sort, label: viewsText.sorts[sort] }))}
        value={search.sort ?? null}
        onChange={(sort) => change({ ...search, sort: sort ?? undefined })}
      />
      {fields.length > 0 && (
        <MultiSelect
          aria-label={viewsText.columns}
          placeholder={search.columns ? '' : viewsText.columns}
          maxValues={20}
          maw={420}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={[...(search.columns ?? [])]}
          onChange={(columns) => change({ ...search, columns: columns.length > 0 ? columns : undefined })}
        />
      )}
      <Switch
        label={text.onlyMine}
        checked={search.mine ?? false}
        onChange={({ currentTarget: { checked } }) => change({ ...search, mine: checked || undefined })}
      />
    </Group>
  );
}
