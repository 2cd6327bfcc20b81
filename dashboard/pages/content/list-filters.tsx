import { Group, MultiSelect, Select, Switch, TextInput } from '@mantine/core';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { LIST_SORTS, type ListSearch } from './list-variables.ts';
import { useSearchWords } from './search-words.ts';
import { de as viewsDe } from './views.de.ts';
import { en as viewsEn } from './views.en.ts';

interface ListFiltersProps {
  search: ListSearch;
  types: readonly { slug: string; name: string }[];
  /** Those of the chosen type. */
  fields: readonly { name: string; label: string }[];
  onChange: (changes: ListSearch) => void;
}

/** Types that are found without typing. */
export const MAX_WITHOUT_SEARCH = 10;

export function ListFilters({ search, types, fields, onChange }: ListFiltersProps) {
  const text = useText(en, de);
  const viewsText = useText(viewsEn, viewsDe);
  const { words, setWords } = useSearchWords(search.q ?? '', (q) => onChange({ q }));
  return (
    <Group role="search">
      <TextInput
        aria-label={text.search}
        placeholder={text.search}
        leftSection={<Icon name="search" />}
        value={words}
        maxLength={300}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Select
        aria-label={text.type}
        placeholder={text.allTypes}
        searchable={types.length > MAX_WITHOUT_SEARCH}
        clearable
        clearButtonProps={{ 'aria-label': text.allTypes }}
        data={types.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={search.type ?? null}
        onChange={(type) => onChange({ type: type ?? undefined, columns: undefined })}
      />
      <Select
        aria-label={text.status}
        placeholder={text.allStatuses}
        clearable
        clearButtonProps={{ 'aria-label': text.allStatuses }}
        data={(['draft', 'published', 'archived'] as const).map((status) => ({ value: status, label: text[status] }))}
        value={search.status ?? null}
        onChange={(status) => onChange({ status: status ?? undefined })}
      />
      <Select
        aria-label={viewsText.sort}
        placeholder={viewsText.sort}
        clearable
        clearButtonProps={{ 'aria-label': viewsText.defaultSort }}
        data={LIST_SORTS.map((sort) => ({ value: sort, label: viewsText.sorts[sort] }))}
        value={search.sort ?? null}
        onChange={(sort) => onChange({ sort: sort ?? undefined })}
      />
      {fields.length > 0 && (
        <MultiSelect
          aria-label={viewsText.columns}
          placeholder={search.columns ? '' : viewsText.columns}
          maxValues={20}
          maw={420}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={[...(search.columns ?? [])]}
          onChange={(columns) => onChange({ columns: columns.length > 0 ? columns : undefined })}
        />
      )}
      <Switch
        label={text.onlyMine}
        checked={search.mine ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ mine: checked || undefined })}
      />
      <Switch
        label={text.onlyFailed}
        checked={search.failed ?? false}
        onChange={({ currentTarget: { checked } }) => onChange({ failed: checked || undefined })}
      />
    </Group>
  );
}
