import { definePage } from '../../app/define-page.ts';
import { isOwner } from '../../data/session.ts';
import { siteQuery } from '../../data/site-query.ts';
import { CONVERSATION, CONVERSATIONS } from './conversations.query.ts';

export default definePage({
  menu: {
    order: 70,
    icon: 'conversations',
    label: { en: 'Conversations', de: 'Gespräche' },
    isFor: isOwner,
  },
  routes: [
    {
      path: 'conversations',
      load: () => import('./conversations.tsx'),
      query: ({ site }) => siteQuery(site, CONVERSATIONS, { site, text: null }),
    },
    {
      path: 'conversations/$session',
      load: () => import('./conversation.tsx'),
      query: ({ site, params }) => siteQuery(site, CONVERSATION, { site, session: params['session'] ?? '' }),
    },
  ],
});
