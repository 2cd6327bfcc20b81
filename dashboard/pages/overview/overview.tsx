import { Anchor, SimpleGrid } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useFormats } from '../../text/formats.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { de } from './overview.de.ts';
import { en } from './overview.en.ts';
import { OVERVIEW, overviewVariables } from './overview.query.ts';
import { ForOwners } from './for-owners.tsx';
import { Section } from './section.tsx';
import { UnsavedSection } from './unsaved-section.tsx';
import { Usage } from './usage.tsx';

/** What needs attention, and what the month has cost. */
export default function Overview() {
  const text = useText(en, de);
  const formats = useFormats();
  const site = useSiteId();
  const query = useSiteQuery(OVERVIEW, overviewVariables());
  return (
    <Page title={text.title}>
      <UnsavedSection />
      <QueryView query={query}>
        {({ failedFiles, failedVideos, notDone, drafts, usage }) => {
          const failed = [...failedFiles.items, ...failedVideos.items].slice(0, 5);
          return (
            <SimpleGrid cols={{ base: 1, md: 2 }}>
              <ForOwners site={site} />
              <Section
                title={text.failed}
                none={text.noFailed}
                total={failedFiles.total + failedVideos.total}
                lines={failed.map(({ id, fileName, error }) => ({
                  id,
                  label: fileName,
                  detail: error?.message ?? '',
                }))}
              />
              <Section
                title={text.notDone}
                none={text.noneNotDone}
                total={notDone.total}
                lines={notDone.items.map(({ id, contentId, title, failedReason }) => ({
                  id,
                  label: (
                    <Anchor component={Link} to={`/${site}/content/${contentId}`}>
                      {title}
                    </Anchor>
                  ),
                  detail: failedReason ?? '',
                }))}
              />
              <Section
                title={text.drafts}
                none={text.noDrafts}
                total={drafts.total}
                lines={drafts.items.map(({ id, title, updatedAt }) => ({
                  id,
                  label: (
                    <Anchor component={Link} to={`/${site}/content/${id}`}>
                      {title}
                    </Anchor>
                  ),
                  detail: formats.moment(updatedAt),
                }))}
              />
              <Usage usage={usage} />
            </SimpleGrid>
          );
        }}
      </QueryView>
    </Page>
  );
}
