import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSiteId } from '../app/use-site-id.ts';
import type { Document } from './graphql.ts';
import { RequestError, request } from './request.ts';
import type { UnsavedForm } from './unsaved/unsaved-form.ts';

/** For the `query` of a route, which is sent while the page is still being loaded, and for `useQuery`. */
export function siteQuery<Data, Variables>(site: string, document: Document<Data, Variables>, variables: Variables) {
  return queryOptions({
    queryKey: [site, document, variables],
    queryFn: ({ signal }) => request(document, variables, { site, signal }),
  });
}

/** The data of an operation on the site of this page. */
export function useSiteQuery<Data, Variables>(document: Document<Data, Variables>, variables: Variables) {
  return useQuery(siteQuery(useSiteId(), document, variables));
}

/** The same for a form: as it is stored when the page is opened, and not replaced while somebody edits. */
export function useFormQuery<Data, Variables>(document: Document<Data, Variables>, variables: Variables) {
  const query = useSiteQuery(document, variables);
  const [first, setFirst] = useState<Data>();
  if (first === undefined && query.data !== undefined && !query.isFetching) setFirst(query.data);
  return { ...query, data: first } as typeof query;
}

const RETRY_MS = 1_000;

interface MutationOptions {
  /** The form that is saved by it. */
  unsaved?: UnsavedForm;
  /** Whether the service does it only once when it is sent twice; by default with the revision that it expects. */
  isRepeatable?: boolean;
}

/**
 * Changes something of the site of this page; what is on the screen is read again afterwards. Without a connection it waits
 * for one. Where the connection was lost on the way it is sent again if that cannot do it twice.
 */
export function useSiteMutation<Data, Variables>(
  document: Document<Data, Variables>,
  { unsaved, isRepeatable = document.includes('expectedRevision') }: MutationOptions = {},
) {
  const site = useSiteId();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (variables: Variables) => request(document, variables, { site }),
    // Its pauses would grow with the time that the connection is away.
    retryDelay: RETRY_MS,
    retry: (_, error) => isRepeatable && error instanceof RequestError && error.isUnreachable,
    onMutate: () => unsaved?.submit(),
    onSuccess: () => {
      unsaved?.markSaved();
      return queries.invalidateQueries({ queryKey: [site] });
    },
  });
}
