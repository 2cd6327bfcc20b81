import { definePage } from '../../app/define-page.ts';
import { passkeysQuery } from '../../data/passkeys.ts';

/** Opened from the menu of the user. */
export default definePage({
  routes: [{ path: 'account', load: () => import('./account.tsx'), query: () => passkeysQuery }],
});
