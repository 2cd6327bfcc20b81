import type { ComponentType } from 'react';
import type { Session } from '../data/session.ts';
import type { IconName } from '../ui/icon.tsx';

/** What the address of a page says. */
export interface Location {
  site: string;
  params: Readonly<Record<string, string>>;
  search: Readonly<Record<string, unknown>>;
}

export interface PageRoute {
  /** Below /admin/<site>/, or below /admin/ if the page belongs to no site: `content`, `content/$id`. */
  path: string;
  /** The page, loaded when it is opened or its link is hovered. */
  load: () => Promise<{ default: ComponentType }>;
  /** The query of the page, which is sent while the page is being loaded. */
  query?: (location: Location) => object;
}

export interface PageDefinition {
  /** Entry in the menu, which leads to the first route. */
  menu?: {
    /** Entries are sorted by it, from 10 for the overview to 90 for the settings. */
    order: number;
    icon: IconName;
    label: { en: string; de: string };
    /** Who has the entry; by default everyone. What a role may do is decided by the service. */
    isFor?: (session: Session, site: string) => boolean;
  };
  routes: [PageRoute, ...PageRoute[]];
  /** For who is not signed in, without menu and site. */
  isPublic?: boolean;
}

/** The default export of `pages/<name>/page.ts`. */
export function definePage(page: PageDefinition): PageDefinition {
  return page;
}
