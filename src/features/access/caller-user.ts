import type { Entitlement } from './entitlement.ts';

/** What a caller says of its user in the `context.user` of a search or chat. A claim, not proof. */
export interface CallerUser {
  isAuthenticated?: boolean | undefined;
  subscriptions?: readonly string[] | undefined;
}

/**
 * The claim only narrows what the token (or, without one, the API key) allows. Only where the site trusts its callers,
 * and only without a token, do the subscriptions it names count as held, at tier free.
 */
export function narrowed(viewer: Entitlement, user: CallerUser | undefined, trustCallerUser: boolean): Entitlement {
  if (!user) return viewer;
  if (!viewer.isAuthenticated) {
    if (!trustCallerUser || user.isAuthenticated === false) return viewer;
    return { isAuthenticated: true, tier: 'free', subscriptions: [...(user.subscriptions ?? [])] };
  }
  if (user.isAuthenticated === false) return { isAuthenticated: false, tier: 'free', subscriptions: [] };
  const claimed = user.subscriptions;
  if (!claimed) return viewer;
  const held = viewer.subscriptions;
  return { ...viewer, subscriptions: held === '*' ? [...claimed] : held.filter((slug) => claimed.includes(slug)) };
}

/** Reads the user out of a free-form context; anything malformed counts as absent. */
export function callerUser(context: unknown): CallerUser | undefined {
  const user = (context as { user?: unknown } | null | undefined)?.user;
  if (typeof user !== 'object' || user === null) return undefined;
  const { isAuthenticated, subscriptions } = user as Record<string, unknown>;
  return {
    isAuthenticated: typeof isAuthenticated === 'boolean' ? isAuthenticated : undefined,
    subscriptions: Array.isArray(subscriptions) ? subscriptions.filter((slug) => typeof slug === 'string') : undefined,
  };
}
