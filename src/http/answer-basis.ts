import { readRevision } from '../features/site/site-revision.ts';
import { RequestContext } from '../graphql/context.ts';
import type { BasisOf } from '../rest/http/known-answers.ts';
import { SharedReads } from '../shared/shared-reads.ts';

/**
 * Answers to a site's key depend on its site, its scopes, what its user may see now, and what the site stores. An
 * expired membership is another entitlement. Concurrent requests of a site share the look-up of its revision.
 */
export function answerBasis(): BasisOf {
  const revisions = new SharedReads<string>();
  return (context) => {
    if (!(context instanceof RequestContext)) return null;
    const { viewer, rejectedToken } = context.caller;
    if (!viewer || rejectedToken) return null;
    const { site, key, entitlement, user } = viewer;
    return {
      caller: JSON.stringify([site, key.scopes, entitlement, user]),
      readRevision: (topics) =>
        revisions.get(`${site.id} ${topics.join(' ')}`, () => readRevision(viewer.scope, site.id, topics)),
      isExpiring: () => viewer.readExpiring,
    };
  };
}
