import { Anchor, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRights } from '../../app/use-rights.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import type { DataOf } from '../../data/graphql.ts';
import { siteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { Pages } from '../../ui/pages.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './history.de.ts';
import { en } from './history.en.ts';
import { HISTORY } from './history.query.ts';
import { HISTORY_SIZE, historyVariables, pageNumber } from './list-variables.ts';
import { type Version, VersionList } from './version-list.tsx';
import { VersionPanel } from './version-panel.tsx';

type Data = DataOf<typeof HISTORY>;

/** The versions of an item: who wrote them and when, what they changed, and restoring one. */
export default function History() {
  const { id = '' }: { id?: string } = useParams({ strict: false });
  const site = useSiteId();
  const search = useSearch({ strict: false });
  const query = useQuery({
    ...siteQuery(site, HISTORY, historyVariables(id, search)),
    placeholderData: keepPreviousData,
  });
  return <QueryView query={query}>{(data) => <Versions data={data} page={pageNumber(search)} />}</QueryView>;
}

function Versions({ data, page }: { data: Data; page: number }) {
  const text = useText(en, de);
  const site = useSiteId();
  const navigate = useNavigate();
  const { mayWrite } = useRights();
  const [opened, setOpened] = useState<Version | null>(null);
  const { content, contentVersion, contentVersions } = data;
  const fields = content.contentType?.fields ?? [];
  return (
    <Page
      title={text.historyOf(content.title)}
      actions={
        <Anchor component={Link} to={`/${site}/content/${content.id}`} size="sm">
          {text.backToItem}
        </Anchor>
      }
    >
      <Stack maw={760}>
        <VersionList versions={versionsOf(data, page)} fields={fields} onOpen={setOpened} />
        <Pages
          total={contentVersions.total}
          size={HISTORY_SIZE}
          page={page}
          onChange={(next) => void navigate({ to: '.', search: { page: next } })}
        />
      </Stack>
      {opened && (
        <VersionPanel
          item={{
            id: content.id,
            isPublished: content.status === 'published',
            revision: contentVersion.revision,
            mayWrite: mayWrite(content),
          }}
          version={opened}
          fields={fields}
          onClose={() => setOpened(null)}
        />
      )}
    </Page>
  );
}

/** Each with what it changed, which the version before it knows. The first page begins with the current version. */
function versionsOf({ contentVersion, contentVersions: { items } }: Data, page: number): Version[] {
  const former = items.map((version) => ({ ...version, isCurrent: false }));
  const all = page === 1 ? [{ ...contentVersion, isCurrent: true }, ...former] : former;
  const versions = all.map((version, index): Version => {
    const before = items[page === 1 ? index : index + 1];
    return { ...version, changes: before ? { since: before.revision, paths: before.changedAfter } : null };
  });
  // One more was read for what the last one changed.
  return items.length > HISTORY_SIZE ? versions.slice(0, -1) : versions;
}
