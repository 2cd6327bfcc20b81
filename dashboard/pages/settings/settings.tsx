import { Tabs } from '@mantine/core';
import { useSiteQuery } from '../../data/site-query.ts';
import { useSiteId } from '../../app/use-site-id.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { ApiKeys } from './api-keys.tsx';
import { Identity } from './identity.tsx';
import { Limits } from './limits.tsx';
import { Members } from './members.tsx';
import { de } from './settings.de.ts';
import { en } from './settings.en.ts';
import { OwnModel } from './own-model.tsx';
import { OwnReranker } from './own-reranker.tsx';
import { SETTINGS } from './settings.query.ts';
import { SiteForm } from './site-form.tsx';
import { Subscriptions } from './subscriptions.tsx';

export default function Settings() {
  const text = useText(en, de);
  const query = useSiteQuery(SETTINGS, { site: useSiteId() });
  return (
    <Page title={text.title}>
      <QueryView query={query}>
        {({ site, members, invitations }) => (
          <Tabs defaultValue="site" keepMounted={false}>
            <Tabs.List mb="lg">
              {TABS.map((tab) => (
                <Tabs.Tab key={tab} value={tab}>
                  {text.tabs[tab]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="site">
              <SiteForm site={site} key={site.revision} />
            </Tabs.Panel>
            <Tabs.Panel value="keys">
              <ApiKeys site={site} />
            </Tabs.Panel>
            <Tabs.Panel value="members">
              <Members members={members} invitations={invitations} />
            </Tabs.Panel>
            <Tabs.Panel value="identity">
              <Identity site={site} key={site.revision} />
            </Tabs.Panel>
            <Tabs.Panel value="subscriptions">
              <Subscriptions site={site} key={site.revision} />
            </Tabs.Panel>
            <Tabs.Panel value="model">
              <OwnModel site={site} key={site.revision} />
            </Tabs.Panel>
            <Tabs.Panel value="reranker">
              <OwnReranker site={site} key={site.revision} />
            </Tabs.Panel>
            <Tabs.Panel value="limits">
              <Limits site={site} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryView>
    </Page>
  );
}

const TABS = ['site', 'keys', 'members', 'identity', 'subscriptions', 'model', 'reranker', 'limits'] as const;
