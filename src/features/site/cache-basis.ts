import { hash } from 'node:crypto';
import type { Viewer } from '../../access/viewer.ts';
import { readRevision } from './site-revision.ts';
import { RequestContext } from '../../api/request-context.ts';
import { getOrAdd } from '../../shared/get-or-add.ts';
import type { BasisOf } from '../../api/cache-basis.ts';
import { SharedReads } from '../../database/shared-reads.ts';

/**
 * Answers to a site's key depend on its site, its scopes, what its user may see now, and what the site stores; one that
 * depends on the key itself is not shared. An expired membership is another entitlement. Concurrent requests of a site share the look-up of its revision.
 */
export function answerBasis(): BasisOf {
  const revisions = new SharedReads<string>();
  return (context) => {
    if (!(context instanceof RequestContext)) return null;
    const { viewer, rejectedToken, isAdmin, session } = context.caller;
    // What the admin key or a session adds is not part of a caller.
    if (!viewer || rejectedToken || isAdmin || session) return null;
    const { site, entitlement, traits } = viewer;
    // Its actor was read when the request was admitted, for the log of what it writes.
    Object.assign(traits, { isExpiring: false, isPersonal: false });
    return {
      caller: callerOf(viewer),
      readRevision: (declared) => {
        // Other answers do not tell that there is a draft.
        const topics = entitlement.preview || entitlement.seesUnpublished ? [...declared, 'draft'] : declared;
        return revisions.get(`${site.id} ${topics.join(' ')}`, () => readRevision(viewer.scope, site.id, topics));
      },
      isShared: () => !traits.isExpiring && !traits.isPersonal,
    };
  };
}

/** They stay the same objects for some seconds, and a site may have a long catalogue. */
const textOfSite = new WeakMap<object, string>();

function callerOf({ site, key, entitlement, user }: Viewer): string {
  const text = getOrAdd(textOfSite, site, () => hash('sha1', JSON.stringify(site), 'base64url'));
  return `${text} ${JSON.stringify([key.scopes, entitlement, user])}`;
}
