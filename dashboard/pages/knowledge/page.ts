import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { KNOWLEDGE } from './knowledge.query.ts';

export default definePage({
  menu: { order: 50, icon: 'knowledge', label: { en: 'Knowledge', de: 'Wissen' } },
  routes: [
    { path: 'knowledge', load: () => import('./knowledge.tsx'), query: ({ site }) => siteQuery(site, KNOWLEDGE, {}) },
  ],
});
