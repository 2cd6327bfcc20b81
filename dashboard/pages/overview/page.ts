import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { OVERVIEW, overviewVariables } from './overview.query.ts';

export default definePage({
  menu: { order: 10, icon: 'overview', label: { en: 'Overview', de: 'Übersicht' } },
  routes: [
    {
      path: '/',
      load: () => import('./overview.tsx'),
      query: ({ site }) => siteQuery(site, OVERVIEW, overviewVariables()),
    },
  ],
});
