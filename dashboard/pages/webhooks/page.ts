import { definePage } from '../../app/define-page.ts';
import { isOwner } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { deliveryVariables } from './delivery-search.ts';
import { DELIVERIES, ENDPOINTS } from './webhooks.query.ts';

export default definePage({
  menu: { order: 85, icon: 'webhook', label: { en: 'Webhooks', de: 'Webhooks' }, isFor: isOwner },
  routes: [
    {
      path: 'webhooks',
      load: () => import('./endpoint-list.tsx'),
      query: ({ site }) => siteQuery(site, ENDPOINTS, {}),
    },
    {
      path: 'webhooks/new',
      load: () => import('./edit-endpoint.tsx'),
      query: ({ site }) => siteQuery(site, ENDPOINTS, {}),
    },
    {
      path: 'webhooks/$id',
      load: () => import('./edit-endpoint.tsx'),
      query: ({ site }) => siteQuery(site, ENDPOINTS, {}),
    },
    {
      path: 'webhooks/$id/deliveries',
      load: () => import('./deliveries.tsx'),
      query: ({ site, params, search }) => siteQuery(site, DELIVERIES, deliveryVariables(params['id'] ?? '', search)),
    },
  ],
});
