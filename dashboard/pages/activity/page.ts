import { definePage } from '../../app/define-page.ts';
import { isOwner } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { ACTIVITY } from './activity.query.ts';

export default definePage({
  menu: {
    order: 87,
    icon: 'clock',
    label: { en: 'Activity', de: 'Aktivität' },
    isFor: isOwner,
  },
  routes: [
    {
      path: 'activity',
      load: () => import('./activity.tsx'),
      query: ({ site }) => siteQuery(site, ACTIVITY, { siteId: site, filter: {} }),
    },
  ],
});
