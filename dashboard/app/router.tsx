import type { FetchQueryOptions } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import type { PageRoute } from './define-page.ts';
import { FirstSite } from './first-site.tsx';
import { PageError } from './page-error.tsx';
import { pages } from './pages.ts';
import { queryClient } from './query-client.ts';
import { Root } from './root.tsx';
import { Shell } from './shell.tsx';
import { UnknownPage } from './unknown-page.tsx';

const rootRoute = createRootRoute({ component: Root, notFoundComponent: UnknownPage });
const siteRoute = createRoute({ getParentRoute: () => rootRoute, path: '$site', component: Shell });
const firstSiteRoute = createRoute({ getParentRoute: () => rootRoute, path: '/', component: FirstSite });

const publicRoutes = pages
  .filter(({ isPublic }) => isPublic)
  .flatMap(({ routes }) => routes.map((route) => createRoute({ getParentRoute: () => rootRoute, ...options(route) })));
const siteRoutes = pages
  .filter(({ isPublic }) => !isPublic)
  .flatMap(({ routes }) => routes.map((route) => createRoute({ getParentRoute: () => siteRoute, ...options(route) })));

function options({ path, load, query }: PageRoute) {
  return {
    path,
    component: lazyRouteComponent(load),
    errorComponent: PageError,
    loaderDeps: ({ search }: { search: Record<string, unknown> }) => search,
    // Not awaited: the page shows its own progress, and its code is loaded at the same time.
    loader: ({ params, deps }: { params: unknown; deps: Record<string, unknown> }) => {
      const { site = '', ...rest } = params as Record<string, string>;
      if (query) void queryClient.prefetchQuery(query({ site, params: rest, search: deps }) as FetchQueryOptions);
    },
  };
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([firstSiteRoute, ...publicRoutes, siteRoute.addChildren(siteRoutes)]),
  basepath: '/admin',
  defaultPreload: 'intent',
  // Queries have an age of their own.
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  trailingSlash: 'never',
});
