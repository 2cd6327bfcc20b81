import { Anchor, Group, Text } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { Problem } from '../../ui/problem.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import type { SelectedItem } from './bulk.ts';
import { BulkActions } from './bulk-actions.tsx';
import { BulkFailures } from './bulk-failures.tsx';
import { de } from './content.de.ts';
import { en } from './content.en.ts';
import { CONTENT_LIST } from './content.query.ts';
import { ContentTable } from './content-table.tsx';
import { type ListSearch, PAGE_SIZE, listVariables, readSearch } from './list-variables.ts';
import { ListFilters } from './list-filters.tsx';
import { NewItemButton } from './new-item-button.tsx';
import { SavedViews } from './saved-views.tsx';
import { useBulk } from './use-bulk.ts';

export default function ContentList() {
  const text = useText(en, de);
  const formats = useFormats();
  const navigate = useNavigate();
  const site = useSiteId();
  const search = readSearch(useSearch({ strict: false }));
  const query = useQuery({
    ...siteQuery(site, CONTENT_LIST, listVariables({ ...search })),
    placeholderData: keepPreviousData,
  });
  const [selection, setSelection] = useState<readonly SelectedItem[]>([]);
  // As the list shows them by now; one that is not in it any more stays as it was seen.
  const items = query.data?.contents.items ?? [];
  const selected = selection.map((item) => items.find(({ id }) => id === item.id) ?? item);
  const bulk = useBulk((chosen, rejected) => {
    const done = new Set(chosen.map(({ id }) => id));
    for (const { id } of rejected) done.delete(id);
    // What was selected meanwhile stays selected, too.
    setSelection((all) => all.filter(({ id }) => !done.has(id)));
  });
  const show = (next: ListSearch | ((now: Record<string, unknown>) => ListSearch)) => {
    setSelection([]);
    bulk.closeFailures();
    void navigate({ to: '/$site/content', params: { site }, search: next });
  };
  // Of the address as it is by then: another change may be on its way into it.
  const change = (changes: ListSearch) => show((now) => ({ ...readSearch(now), page: undefined, ...changes }));
  const types = query.data?.contentTypes.items ?? [];
  // Of the type that was chosen before, until those of this one are read.
  const fields = query.data?.chosen.items.find(({ slug }) => slug === search.type)?.fields ?? [];
  return (
    <Page title={text.title} actions={<Actions site={site} types={types} />}>
      <SavedViews views={query.data?.savedViews ?? []} search={search} onChange={show} />
      <ListFilters search={search} types={types} fields={fields} onChange={change} />
      <QueryView query={query}>
        {({ contents: { total } }) => (
          <>
            <Group justify="space-between" mih={36}>
              <Text size="sm" role="status">
                {total === 0 ? text.none : text.count(total, formats.number(total))}
              </Text>
              <BulkActions selected={selected} run={bulk.run} />
            </Group>
            <Problem error={bulk.undo.error} />
            <BulkFailures failures={bulk.failures} onClose={bulk.closeFailures} />
            {items.length > 0 && (
              <ContentTable
                items={items}
                columns={columnsOf(fields, search.columns)}
                typeName={(slug) => types.find((type) => type.slug === slug)?.name ?? slug}
                selected={selected.map(({ id }) => id)}
                onSelect={(ids) =>
                  setSelection(ids.flatMap((id) => [...items, ...selected].find((item) => item.id === id) ?? []))
                }
              />
            )}
            <Pages total={total} size={PAGE_SIZE} page={search.page ?? 1} onChange={(page) => change({ page })} />
          </>
        )}
      </QueryView>
    </Page>
  );
}

interface Column {
  name: string;
  label: string;
  showInList: boolean;
}

/** Those that were chosen, in that order; without a choice those of the type. */
function columnsOf(fields: readonly Column[], chosen: readonly string[] | undefined): readonly Column[] {
  if (!chosen) return fields.filter(({ showInList }) => showInList);
  return chosen.flatMap((name) => fields.find((field) => field.name === name) ?? []);
}

interface ActionsProps {
  site: string;
  types: readonly { slug: string; name: string }[];
}

function Actions({ site, types }: ActionsProps) {
  const text = useText(en, de);
  const { mayCreate } = useRights();
  return (
    <>
      <Anchor component={Link} to={`/${site}/content/schedule`} size="sm">
        {text.schedule}
      </Anchor>
      <Anchor component={Link} to={`/${site}/content/trash`} size="sm">
        {text.trash}
      </Anchor>
      {mayCreate && <NewItemButton site={site} types={types} />}
    </>
  );
}
