import { definePage } from '../../app/define-page.ts';
import { isOwner } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { SETTINGS } from './settings.query.ts';

export default definePage({
  menu: {
    order: 90,
    icon: 'settings',
    label: { en: 'Settings', de: 'Einstellungen' },
    isFor: isOwner,
  },
  routes: [
    {
      path: 'settings',
      load: () => import('./settings.tsx'),
      query: ({ site }) => siteQuery(site, SETTINGS, { site }),
    },
  ],
});
