import { definePage } from '../../app/define-page.ts';

export default definePage({
  isPublic: true,
  routes: [
    { path: 'sign-in', load: () => import('./sign-in.tsx') },
    { path: 'signed-in', load: () => import('./signed-in.tsx') },
    { path: 'setup', load: () => import('./setup.tsx') },
    { path: 'accept', load: () => import('./accept.tsx') },
    { path: 'forgot', load: () => import('./forgot.tsx') },
    { path: 'reset', load: () => import('./reset.tsx') },
    { path: 'setup/account', load: () => import('./first-account.tsx') },
  ],
});
