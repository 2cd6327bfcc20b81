import { definePage } from '../../app/define-page.ts';
import { siteQuery } from '../../data/site-query.ts';
import { TOOL } from './tool-form.query.ts';
import { TRIGGER } from './trigger-form.query.ts';
import { PERSONA } from './persona-form.query.ts';
import { PERSONAS, PLAYGROUND, TOOLS, TRIGGERS } from './agent.query.ts';

export default definePage({
  menu: { order: 60, icon: 'agent', label: { en: 'Agent', de: 'Agent' } },
  routes: [
    {
      path: 'agent',
      load: () => import('./playground.tsx'),
      query: ({ site }) => siteQuery(site, PLAYGROUND, {}),
    },
    {
      path: 'agent/triggers',
      load: () => import('./triggers.tsx'),
      query: ({ site }) => siteQuery(site, TRIGGERS, {}),
    },
    { path: 'agent/triggers/new', load: () => import('./edit-trigger.tsx') },
    {
      path: 'agent/triggers/$id',
      load: () => import('./edit-trigger.tsx'),
      query: ({ site, params }) => siteQuery(site, TRIGGER, { id: params['id'] ?? '' }),
    },
    {
      path: 'agent/tools',
      load: () => import('./tools.tsx'),
      query: ({ site }) => siteQuery(site, TOOLS, {}),
    },
    { path: 'agent/tools/new', load: () => import('./edit-tool.tsx') },
    {
      path: 'agent/tools/$id',
      load: () => import('./edit-tool.tsx'),
      query: ({ site, params }) => siteQuery(site, TOOL, { id: params['id'] ?? '' }),
    },
    {
      path: 'agent/personas',
      load: () => import('./personas.tsx'),
      query: ({ site }) => siteQuery(site, PERSONAS, {}),
    },
    { path: 'agent/personas/new', load: () => import('./edit-persona.tsx') },
    {
      path: 'agent/personas/$id',
      load: () => import('./edit-persona.tsx'),
      query: ({ site, params }) => siteQuery(site, PERSONA, { id: params['id'] ?? '' }),
    },
  ],
});
