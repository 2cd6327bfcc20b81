import { queryOptions } from '@tanstack/react-query';
import type { SessionQuery } from '../.generated/graphql.ts';
import { graphql } from './graphql.ts';
import { request, signedOut } from './request.ts';

type Me = NonNullable<SessionQuery['me']>;

/** Who is signed in, and what for. */
export interface Session extends Me {
  /** Those that the user may open: of an installation admin all, of others those of the memberships. */
  sites: readonly { id: string; name: string }[];
}

const SESSION = graphql(`
  query Session {
    me {
      id
      email
      name
      isInstallationAdmin
      memberships {
        role
        site {
          id
          name
        }
      }
    }
  }
`);

const ALL_SITES = graphql(`
  query SessionSites {
    allSites {
      id
      name
    }
  }
`);

/** Fails without a session, as every other query does. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal }): Promise<Session> => {
    const me = await readMe(signal);
    if (!me) throw signedOut();
    if (!me.isInstallationAdmin) return { ...me, sites: me.memberships.map(({ site }) => site) };
    const { allSites } = await request(ALL_SITES, {}, { site: null, signal });
    return { ...me, sites: allSites };
  },
  staleTime: 60_000,
});

/** Null without a session, which is not asked for. */
export async function readMe(signal?: AbortSignal): Promise<Me | null> {
  const { me }: { me: Me | null } = await request(SESSION, {}, { site: null, signal });
  return me;
}

/** The role of the user on a site; an installation admin acts as an owner of every site. */
export function roleOf({ isInstallationAdmin, memberships }: Session, siteId: string) {
  return isInstallationAdmin ? 'owner' : memberships.find(({ site }) => site.id === siteId)?.role;
}

/** Whether the user may see the settings, the conversations and the submissions of a site. */
export function isOwner(session: Session, siteId: string): boolean {
  return roleOf(session, siteId) === 'owner';
}
