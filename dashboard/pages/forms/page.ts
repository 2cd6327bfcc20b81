import { definePage } from '../../app/define-page.ts';
import { isOwner } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { FORMS, PAGE_SIZE } from './forms.query.ts';

export default definePage({
  menu: {
    order: 80,
    icon: 'forms',
    label: { en: 'Forms', de: 'Formulare' },
    isFor: isOwner,
  },
  routes: [
    {
      path: 'forms',
      load: () => import('./forms.tsx'),
      query: ({ site }) => siteQuery(site, FORMS, { siteId: site, page: { limit: PAGE_SIZE } }),
    },
  ],
});
