import { useQuery } from '@tanstack/react-query';
import { roleOf, sessionQuery } from '../data/session.ts';
import { useSiteId } from './use-site-id.ts';

/** What the rights of an author to a content item depend on. */
export interface OwnedItem {
  status: string;
  createdBy?: { id: string } | null;
  schedule?: { publishAt?: string | null; unpublishAt?: string | null } | null;
}

/** What the user may do on the site of this page, as the service decides it. Nothing before the session is known. */
export function useRights() {
  const { data: session, isPending } = useQuery(sessionQuery);
  const site = useSiteId();
  const role = session && roleOf(session, site);
  const mayEdit = role === 'editor' || role === 'owner';
  const isAuthor = role === 'author';
  return {
    /** Until then nothing is offered, and a form that waits for it does not lose its focus. */
    isKnown: !isPending,
    /** Whether the user may change what the site contains, and publish it. */
    mayEdit,
    /** Whether the user may create content and upload files. */
    mayCreate: mayEdit || isAuthor,
    mayWrite: ({ status, createdBy, schedule }: OwnedItem): boolean => {
      const isOwnDraft = status === 'draft' && createdBy?.id === session?.id && schedule == null;
      return mayEdit || (isAuthor && isOwnDraft);
    },
    /** Whether a deleted item is one that the user could restore: an author deletes own drafts only. */
    mayRestore: (deletedBy: { id: string } | null): boolean => mayEdit || (isAuthor && deletedBy?.id === session?.id),
  };
}
