import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { CONTENT_TYPE_TO_EDIT, CONTENT_TYPES } from './types.query.ts';

export default definePage({
  menu: { order: 30, icon: 'types', label: { en: 'Content types', de: 'Inhaltstypen' } },
  routes: [
    { path: 'types', load: () => import('./type-list.tsx'), query: ({ site }) => siteQuery(site, CONTENT_TYPES, {}) },
    {
      path: 'types/$slug',
      load: () => import('./edit-type.tsx'),
      query: ({ site, params }) => siteQuery(site, CONTENT_TYPE_TO_EDIT, { slug: params['slug'] ?? '' }),
    },
  ],
});
