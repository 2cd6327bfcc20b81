import type { PageDefinition } from './define-page.ts';

const files = import.meta.glob<PageDefinition>('../pages/*/page.ts', { eager: true, import: 'default' });

/** Every `page.ts` below `pages/` is registered; there is no list to keep. */
export const pages: readonly PageDefinition[] = Object.values(files);

export const menu = pages
  .flatMap(({ menu: entry, routes }) => (entry ? [{ ...entry, path: routes[0].path }] : []))
  .toSorted((one, other) => one.order - other.order);
