import { hash } from 'node:crypto';
import type { Viewer } from '../../access/viewer.ts';
import { readRevision } from './site-revision.ts';
import { RequestContext } from '../../api/request-context.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { GetCacheBasis } from '../../api/caching.ts';
import { ReadCoalescer } from '../../database/read-coalescer.ts';

/**
 * Responses to a site's key depend on its site, its scopes, what its user may see now, and what the site stores; one that
 * depends on the key itself is not shared. An expired membership is another entitlement. Concurrent requests of a site share
 * one query of its revision.
 */
export function siteCacheBasis(): GetCacheBasis {
  const revisions = new ReadCoalescer();
  return (context) => {
    if (!(context instanceof RequestContext)) return null;
    const { viewer, rejectedToken, isAdmin, session } = context.caller;
    // The rights of the admin key and of sessions are not part of `describeCaller`.
    if (!viewer || rejectedToken || isAdmin || session) return null;
    const { site, entitlement, traits } = viewer;
    // The admission of the request has read the actor for the log of writes, which is no part of the response.
    Object.assign(traits, { isExpiring: false, isPersonal: false });
    return {
      caller: describeCaller(viewer),
      readRevision: (declared) => {
        // Responses to other callers do not tell whether an item has a draft.
        const topics = entitlement.preview || entitlement.seesUnpublished ? [...declared, 'draft'] : declared;
        return revisions.one(`${site.id} ${topics.join(' ')}`, () => readRevision(viewer.scope, site.id, topics));
      },
      isShared: () => !traits.isExpiring && !traits.isPersonal,
    };
  };
}

/** Hashes of sites, which stay the same objects for some seconds and may have a long catalogue. */
const siteHashes = new WeakMap<object, string>();

function describeCaller({ site, key, entitlement, user }: Viewer): string {
  const text = getOrAdd(siteHashes, site, () => hash('sha1', JSON.stringify(site), 'base64url'));
  return `${text} ${JSON.stringify([key.scopes, entitlement, user])}`;
}
