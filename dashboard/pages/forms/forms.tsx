import { Tabs } from '@mantine/core';
import { useSiteId } from '../../app/use-site-id.ts';
import { useSiteQuery } from '../../data/site-query.ts';
import { useText } from '../../text/language.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { FormSettings } from './form-settings.tsx';
import { de } from './forms.de.ts';
import { en } from './forms.en.ts';
import { FORMS, PAGE_SIZE } from './forms.query.ts';
import { MailPreview } from './mail-preview.tsx';
import { SubmissionList } from './submission-list.tsx';

export default function Forms() {
  const text = useText(en, de);
  const site = useSiteId();
  const query = useSiteQuery(FORMS, { siteId: site, page: { limit: PAGE_SIZE } });
  return (
    <Page title={text.title}>
      <QueryView query={query}>
        {({ site: { forms, ownerEmail, revision }, formSubmissions, formMailPreview }) => (
          <Tabs defaultValue="submissions" keepMounted={false}>
            <Tabs.List mb="md">
              <Tabs.Tab value="submissions">{text.submissions}</Tabs.Tab>
              <Tabs.Tab value="settings">{text.settings}</Tabs.Tab>
              <Tabs.Tab value="preview">{text.preview}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="submissions">
              <SubmissionList first={formSubmissions} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <FormSettings key={revision} settings={forms} ownerEmail={ownerEmail} revision={revision} />
            </Tabs.Panel>
            <Tabs.Panel value="preview">
              <MailPreview saved={formMailPreview} template={forms.template} />
            </Tabs.Panel>
          </Tabs>
        )}
      </QueryView>
    </Page>
  );
}
