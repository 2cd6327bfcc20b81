import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMayEdit } from '../../app/use-may-edit.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { AddSource } from './add-source.tsx';
import { de } from './knowledge.de.ts';
import { en } from './knowledge.en.ts';
import { KNOWLEDGE } from './knowledge.query.ts';
import { SearchPanel } from './search-panel.tsx';
import { SourceList } from './source-list.tsx';
import { isInProgress, sourcesOf } from './sources.ts';

const BUSY_MS = 2_000;
const IDLE_MS = 20_000;

export default function Knowledge() {
  const text = useText(en, de);
  const site = useSiteId();
  const mayEdit = useMayEdit();
  const query = useQuery({
    ...siteQuery(site, KNOWLEDGE, {}),
    refetchInterval: ({ state: { data } }) => (data && sourcesOf(data).some(isInProgress) ? BUSY_MS : IDLE_MS),
  });
  return (
    <Page title={text.title} actions={mayEdit && <AddSource />}>
      <Tabs defaultValue="sources" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="sources">{text.sources}</Tabs.Tab>
          <Tabs.Tab value="search">{text.search}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="sources">
          <QueryView query={query}>{(data) => <SourceList sources={sourcesOf(data)} />}</QueryView>
        </Tabs.Panel>
        <Tabs.Panel value="search">
          <SearchPanel />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
