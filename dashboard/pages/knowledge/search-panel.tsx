import { Alert, Button, Group, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Icon } from '../../ui/icon.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { HitCard } from './hit-card.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { SEARCH } from './knowledge.query.ts';

type SearchType = 'hybrid' | 'standard' | 'expanded';

interface Search {
  query: string;
  searchType: SearchType;
  useReranking: boolean;
}

export function SearchPanel() {
  const text = useText(en, de);
  const [asked, setAsked] = useState<Search | null>(null);
  const [search, setSearch] = useState<Search>({ query: '', searchType: 'hybrid', useReranking: false });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setAsked(search);
  };
  const types = (['hybrid', 'standard', 'expanded'] as const).map((value) => ({ value, label: text.types[value] }));
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="end" gap="sm">
          <TextInput
            label={text.question}
            flex={1}
            miw={220}
            required
            withAsterisk={false}
            maxLength={2_000}
            value={search.query}
            onChange={(event) => setSearch({ ...search, query: event.currentTarget.value })}
          />
          <Select
            label={text.type}
            data={types}
            value={search.searchType}
            allowDeselect={false}
            onChange={(searchType) => setSearch({ ...search, searchType: searchType as SearchType })}
          />
          <Switch
            label={text.rerank}
            pb={8}
            checked={search.useReranking}
            onChange={(event) => setSearch({ ...search, useReranking: event.currentTarget.checked })}
          />
          <Button type="submit" leftSection={<Icon name="search" size={16} />}>
            {text.run}
          </Button>
        </Group>
      </form>
      {asked && <Results search={asked} />}
    </Stack>
  );
}

function Results({ search }: { search: Search }) {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const query = useQuery(siteQuery(site, SEARCH, { input: search }));
  return (
    <QueryView query={query}>
      {({ search: { results, latencyMs, unavailable } }) => (
        <Stack>
          <Text size="sm" c="dimmed" role="status">
            {text.found(results.length, formats.number(latencyMs))}
          </Text>
          {unavailable && <Alert color="yellow">{text.unavailable(unavailable.join(', '))}</Alert>}
          {results.map((hit) => (
            <HitCard key={hit.id} hit={hit} />
          ))}
        </Stack>
      )}
    </QueryView>
  );
}
