import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { FIRST_VIEW, variablesOf } from './media-view.ts';
import { MEDIA } from './media.query.ts';

export default definePage({
  menu: { order: 40, icon: 'media', label: { en: 'Media', de: 'Medien' } },
  routes: [
    {
      path: 'media',
      load: () => import('./media.tsx'),
      query: ({ site }) => siteQuery(site, MEDIA, variablesOf(FIRST_VIEW)),
    },
  ],
});
