import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { CONTENT_ITEM, CONTENT_LIST, CONTENT_TYPE } from './content.query.ts';
import { HISTORY } from './history.query.ts';
import { historyVariables, listVariables, trashVariables } from './list-variables.ts';
import { scheduleQuery } from './read-schedule.ts';
import { TRASH } from './trash.query.ts';

export default definePage({
  menu: { order: 20, icon: 'content', label: { en: 'Content', de: 'Inhalte' } },
  routes: [
    {
      path: 'content',
      load: () => import('./content-list.tsx'),
      query: ({ site, search }) => siteQuery(site, CONTENT_LIST, listVariables(search)),
    },
    {
      path: 'content/new/$type',
      load: () => import('./new-item.tsx'),
      query: ({ site, params }) => siteQuery(site, CONTENT_TYPE, { slug: params['type'] ?? '' }),
    },
    {
      path: 'content/trash',
      load: () => import('./trash.tsx'),
      query: ({ site, search }) => siteQuery(site, TRASH, trashVariables(search)),
    },
    {
      path: 'content/schedule',
      load: () => import('./schedule.tsx'),
      query: ({ site, search }) => scheduleQuery(site, search),
    },
    {
      path: 'content/$id',
      load: () => import('./edit-item.tsx'),
      query: ({ site, params }) => siteQuery(site, CONTENT_ITEM, { id: params['id'] ?? '' }),
    },
    {
      path: 'content/$id/history',
      load: () => import('./history.tsx'),
      query: ({ site, params, search }) => siteQuery(site, HISTORY, historyVariables(params['id'] ?? '', search)),
    },
  ],
});
