import { useQuery } from '@tanstack/react-query';
import { mayEdit, sessionQuery } from '../data/session.ts';
import { useSiteId } from './use-site-id.ts';

/** Whether the user may change what the site of this page contains. */
export function useMayEdit(): boolean {
  const { data: session } = useQuery(sessionQuery);
  const site = useSiteId();
  return session !== undefined && mayEdit(session, site);
}
