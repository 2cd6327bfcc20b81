import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { sessionQuery } from '../data/session.ts';
import { useText } from '../text/language.tsx';
import { PlainPage } from '../ui/plain-page.tsx';
import { QueryView } from '../ui/query-view.tsx';
import { lastSite } from './last-site.ts';
import { de } from './shell.de.ts';
import { en } from './shell.en.ts';

/** /admin leads to the site that was open last, otherwise to the first one. */
export function FirstSite() {
  const text = useText(en, de);
  return (
    <QueryView query={useQuery(sessionQuery)}>
      {(session) => {
        const sites = session.sites.map(({ id }) => id);
        const site = sites.find((id) => id === lastSite()) ?? sites[0];
        if (site !== undefined) return <Navigate to="/$site" params={{ site }} replace />;
        return (
          <PlainPage title={text.noSite}>
            <Text>{text.noSiteText}</Text>
          </PlainPage>
        );
      }}
    </QueryView>
  );
}
